import { useEffect, useState } from 'react'
import { secondsBetweenEmails } from '#shared/email-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import type { EmailOutcome } from './request-email.ts'

interface ResendButtonProps {
	send: () => Promise<EmailOutcome>
	/** The toast once the email is on its way. */
	sentMessage: string
	/** Whether an email has just been sent. */
	justSent: boolean
}

/** Sends an email again, as often as the server allows. */
export function ResendButton({ send, sentMessage, justSent }: ResendButtonProps) {
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
		if (outcome === 'sent') toast.success('Email sent', { description: sentMessage })
	}

	const label = sending ? 'Sending...' : wait > 0 ? `Send again in ${wait} s` : 'Send the email again'
	return (
		<Button
			type="button"
			variant="secondary"
			aria-disabled={sending || wait > 0 || undefined}
			onClick={() => (wait > 0 ? undefined : run(resend))}
		>
			{label}
		</Button>
	)
}
