import { useEffect, useState } from 'react'
import { secondsBetweenEmails } from '#shared/message-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import type { EmailOutcome } from './request-email.ts'

interface ResendButtonProps {
	send: () => Promise<EmailOutcome>
	/** The toast once the request is accepted. The server doesn't reveal whether it sent an email. */
	sentMessage: string
	/** Whether a message has just been sent. */
	justSent: boolean
	/** What kind of message it is. */
	what?: 'email' | 'text'
	/** The shortest interval between two messages, in seconds. */
	seconds?: number
}

/** Sends an email or a text message again, as often as the server allows. */
export function ResendButton({
	send,
	sentMessage,
	justSent,
	what = 'email',
	seconds = secondsBetweenEmails,
}: ResendButtonProps) {
	const [wait, setWait] = useState(justSent ? seconds : 0)
	const [sending, run] = useBusy()

	useEffect(() => {
		if (wait === 0) return
		const timer = setTimeout(() => setWait(wait - 1), 1000)
		return () => clearTimeout(timer)
	}, [wait])

	async function resend() {
		const outcome = await send()
		if (outcome !== 'failed') setWait(seconds)
		if (outcome === 'sent')
			toast.success(what === 'email' ? 'Request received' : 'Text sent', { description: sentMessage })
	}

	return (
		<Button
			type="button"
			variant="secondary"
			aria-disabled={sending || wait > 0 || undefined}
			onClick={() => (wait > 0 ? undefined : run(resend))}
		>
			{sending ? 'Sending...' : wait > 0 ? <Countdown seconds={wait} /> : `Send the ${what} again`}
		</Button>
	)
}

/** Screen readers get a text that does not change. Otherwise they would read it out again every second. */
function Countdown({ seconds }: { seconds: number }) {
	return (
		<>
			<span aria-hidden="true">Send again in {seconds} s</span>
			<span className="sr-only">Send again in a minute</span>
		</>
	)
}
