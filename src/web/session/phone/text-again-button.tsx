import { secondsBetweenTexts } from '#shared/message-rules.ts'
import { ResendButton } from '#web/session/resend-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { noLongerTextedMessage, type TextOutcome } from './request-text.ts'

interface TextAgainProps {
	send: () => Promise<TextOutcome>
}

/** A button that texts a code again, as often as the server allows. It is shown right after the first text. */
export function TextAgainButton({ send }: TextAgainProps) {
	return (
		<ResendButton
			send={async () => {
				const outcome = await send()
				if (outcome === 'refused') toast.error('The text wasn’t sent', { description: noLongerTextedMessage })
				return outcome === 'sent' || outcome === 'too-soon' ? outcome : 'failed'
			}}
			what="text"
			seconds={secondsBetweenTexts}
			sentMessage="Earlier codes no longer work."
			justSent
		/>
	)
}
