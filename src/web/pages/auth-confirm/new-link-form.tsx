import { useState } from 'react'
import { resendVerification } from '#web/session/resend-verification.ts'
import { useAlive } from '#web/session/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

/** Asks for a new verification mail where the old link is of no use. Never says whether the address is known. */
export function NewLinkForm({ target }: { target: string }) {
	const alive = useAlive()
	const [sentTo, setSentTo] = useState<string | null>(null)

	const { busy, form } = useForm(async ({ field }) => {
		const email = field('email')
		const outcome = await resendVerification(email, target)
		setSentTo(outcome === 'sent' ? email : null)
	})

	return (
		<form {...form} className="grid w-full gap-4 border-t border-rule pt-5">
			<Field
				label="Email"
				name="email"
				type="email"
				autoComplete="email"
				placeholder="Enter your email"
				required
			/>
			<Button type="submit" variant="secondary" disabled={!alive} aria-disabled={busy || undefined}>
				{busy ? 'Sending...' : 'Send a new link'}
			</Button>
			<p role="status" className="wrap-anywhere">
				{sentTo === null ? null : `If ${sentTo} still needs confirming, a new email is on its way.`}
			</p>
		</form>
	)
}
