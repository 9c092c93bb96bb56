import { useEffect, useState } from 'react'
import { secondsBetweenEmails } from '#shared/email-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

/** How asking for a mail went; the visitor has been told where it failed. */
export type MailOutcome = 'sent' | 'too-soon' | 'failed'

interface ResendButtonProps {
	/** Asks for the mail once more. */
	send: () => Promise<MailOutcome>
	/** What is said once it is on its way. */
	sentWords: string
	/** Whether a mail has gone out just now. */
	justSent: boolean
}

/** Sends a mail again, as often as the server allows. */
export function ResendButton({ send, sentWords, justSent }: ResendButtonProps) {
	const [wait, setWait] = useState(justSent ? secondsBetweenEmails : 0)
	const [sending, run] = useBusy()

	useEffect(() => {
		if (wait === 0) return
		const timer = setTimeout(() => setWait(wait - 1), 1000)
		return () => clearTimeout(timer)
	}, [wait])

	async function resend() {
		const outcome = await send()
		if (outcome !== 'failed') setWait(secondsBetweenEmails)
		if (outcome === 'sent') toast.success('Email sent', { description: sentWords })
	}

	const words = sending ? 'Sending...' : wait > 0 ? `Send again in ${wait} s` : 'Send the email again'
	return (
		<Button
			type="button"
			variant="secondary"
			aria-disabled={sending || wait > 0 || undefined}
			onClick={() => (wait > 0 ? undefined : run(resend))}
		>
			{words}
		</Button>
	)
}
