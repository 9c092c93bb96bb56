import type { User } from '@supabase/supabase-js'
import { secondsBetweenEmails } from '#shared/message-rules.ts'
import { call } from '#web/session/call.ts'
import { resendEmailChange } from '#web/session/request-email.ts'
import { ResendButton } from '#web/session/resend-button.tsx'
import { storeAddressProof } from '#web/session/stored-session.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'
import { AccountSection } from './account-section.tsx'
import { useReauthentication } from './reauthentication.tsx'

export function EmailSection({ user }: { user: User }) {
	const { attempt, question } = useReauthentication()
	const { busy, form } = useForm(async ({ field, reset }) => {
		await attempt(async () => {
			const outcome = await changeEmail(field('email'), !user.email)
			if (outcome === 'done') reset()
			return outcome === 'stale' ? 'stale' : 'done'
		})
	})
	return (
		<AccountSection
			id="email"
			title="Email"
			note="We send your receipts and sign-in links here. To keep your account safe, you confirm a change from both mailboxes."
		>
			<p className="wrap-anywhere">
				{user.email ? (
					<>
						Current address: <strong>{user.email}</strong>
					</>
				) : (
					'Add an address before you buy, so that we can email you your receipts.'
				)}
			</p>
			{user.new_email ? <Waiting user={user} newEmail={user.new_email} /> : null}
			<form {...form} className="grid w-full gap-4 sm:grid-cols-[1fr_auto]">
				<Field label="New address" name="email" type="email" autoComplete="email" required />
				<Button
					type="submit"
					variant="secondary"
					aria-disabled={busy || undefined}
					className="self-start justify-self-start sm:mt-[1.64rem]"
				>
					{busy ? 'Sending...' : user.email ? 'Change address' : 'Add address'}
				</Button>
			</form>
			{question}
		</AccountSection>
	)
}

/** Shows a change of address that hasn’t been confirmed from both mailboxes yet. */
function Waiting({ user, newEmail }: { user: User; newEmail: string }) {
	return (
		<div role="status" className="grid justify-items-start gap-3 border-l-2 border-marker pl-5">
			<p className="wrap-anywhere">
				Waiting to change to <strong>{newEmail}</strong>.{' '}
				{user.email
					? 'Press the button in the email to each of your two addresses, in either order, within a day. Nothing changes until you’ve done both.'
					: 'Press the button in the email, within a day.'}{' '}
				Open the email to the new address in this browser, so that you stay signed in and keep your password.
			</p>
			<ResendButton
				send={() => resendEmailChange(user.email || newEmail)}
				sentMessage={`${user.email ? 'Both emails are' : 'It’s'} on the way again.`}
				justSent={isRecent(user.email_change_sent_at)}
			/>
		</div>
	)
}

function isRecent(at: string | undefined): boolean {
	return at !== undefined && Date.now() - Date.parse(at) < 1_000 * secondsBetweenEmails
}

/** Requests a change of address. The outcome looks the same if the address belongs to another account. */
async function changeEmail(email: string, isFirst: boolean): Promise<'done' | 'stale' | 'failed'> {
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({ email }, { emailRedirectTo: `${window.location.origin}/account` }),
	)
	const error = answer?.error
	if (error === null) {
		storeAddressProof()
		const isSame = answer?.data.user?.email === email.toLowerCase()
		if (isSame) toast.info('That’s already your address')
		else if (isFirst) toast.success('An email is on its way')
		else
			toast.success('Two emails are on their way', {
				description: 'One to each address. Press the button in both.',
			})
		return 'done'
	}
	if (error?.code === 'reauthentication_needed') return 'stale'
	const message =
		error?.code === 'over_email_send_rate_limit'
			? 'You asked for a change a moment ago. Try again in a minute.'
			: 'Nothing was changed. Check the address and try again.'
	toastFailure('Your address wasn’t changed', failure, message)
	return 'failed'
}
