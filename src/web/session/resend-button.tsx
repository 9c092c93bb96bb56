import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { resendVerification } from './resend-verification.ts'

/** Seconds the server lets pass between two verification mails to one address. */
const pauseSeconds = 60

interface ResendButtonProps {
	email: string
	/** The page of this site that the mail's link leads to in the end. */
	target: string
	/** Whether a mail has gone out just now. */
	justSent: boolean
}

/** Sends the verification mail again, as often as the server allows. */
export function ResendButton({ email, target, justSent }: ResendButtonProps) {
	const [wait, setWait] = useState(justSent ? pauseSeconds : 0)
	const [sending, setSending] = useState(false)

	useEffect(() => {
		if (wait === 0) return
		const timer = setTimeout(() => setWait(wait - 1), 1000)
		return () => clearTimeout(timer)
	}, [wait])

	async function resend() {
		if (sending || wait > 0) return
		setSending(true)
		const outcome = await resendVerification(email, target)
		setSending(false)
		if (outcome !== 'failed') setWait(pauseSeconds)
		if (outcome === 'sent')
			toast.success('Mail sent', { description: `A new link is on its way to ${email}.` })
	}

	const words = sending ? 'Sending...' : wait > 0 ? `Send again in ${wait} s` : 'Send the mail again'
	return (
		<Button
			type="button"
			variant="secondary"
			aria-disabled={sending || wait > 0 || undefined}
			onClick={resend}
		>
			{words}
		</Button>
	)
}
