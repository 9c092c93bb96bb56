import { useEffect, useId, useRef } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { signOutHere } from '#web/session/sign-out.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { shopName } from '#web/site/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { BulletList } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'
import { callAccount } from './account-call.ts'
import { useReauthentication } from './reauthentication.tsx'

const consequences = [
	'You’re signed out everywhere, and every link and code we’ve emailed you stops working.',
	'Your name, address, password, reviews and list of downloads are erased. You lose access to your guides here, including those you paid for.',
	'We keep records of what you paid for as long as tax law requires (six years), without your name or address.',
	'A payment that isn’t complete yet is cancelled. If your bank takes it anyway, we refund it.',
	'We’ll email you once more to confirm. You can sign up again at any time, with an empty account.',
]

export interface DeletionFormProps {
	/** The email address of the account, or its phone number if it has no email address. */
	account: string
	onCancel: () => void
}

/** Deletes the account once the user has typed its address or number. */
export function DeletionForm({ account, onCancel }: DeletionFormProps) {
	const navigate = useNavigate()
	const { attempt, question } = useReauthentication()
	const id = useId()
	const heading = useRef<HTMLHeadingElement>(null)
	const noun = account.includes('@') ? 'address' : 'number'
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		if (field('confirmation').replaceAll(' ', '').toLowerCase() !== account.toLowerCase()) {
			refuse({ confirmation: `That isn’t the ${noun} of this account.` })
			return
		}
		await attempt(async () => {
			const outcome = await deleteAccount()
			if (outcome === 'deleted') await navigate(href('/'), { replace: true })
			return outcome === 'stale' ? 'stale' : 'done'
		})
	})
	// Begins with what is lost. On a phone, that and the field don’t fit on the screen together.
	useEffect(() => {
		heading.current?.scrollIntoView()
		heading.current?.focus({ preventScroll: true })
	}, [])
	return (
		<>
			<h3 ref={heading} tabIndex={-1} className="font-display font-semibold outline-none">
				What you’ll lose, and what we keep
			</h3>
			<BulletList items={consequences} />
			<p>
				First download what you want to keep, from{' '}
				<Link to={href('/account/guides')} className="link">
					Your guides
				</Link>
				.
			</p>
			<form {...form} aria-labelledby={id} className="grid w-full gap-5">
				<p id={id} className="wrap-anywhere">
					To confirm, type your {noun === 'address' ? 'email address' : 'number'}: <strong>{account}</strong>
				</p>
				<Field
					label={noun === 'address' ? 'Address of your account' : 'Number of your account'}
					name="confirmation"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					required
					error={errors.confirmation}
				/>
				<div className="flex flex-wrap gap-3">
					<Button type="submit" variant="danger" aria-disabled={busy || undefined}>
						{busy ? 'Deleting...' : 'Delete my account'}
					</Button>
					<Button variant="quiet" onClick={onCancel} className="max-sm:-ml-5">
						Keep my account
					</Button>
				</div>
			</form>
			{question}
		</>
	)
}

/** Deletes the account and removes its session from this browser. */
async function deleteAccount(): Promise<'deleted' | 'stale' | 'failed'> {
	const answer = await callAccount('delete', {})
	if (answer.kind === 'stale') return 'stale'
	if (answer.kind === 'refused') {
		toastFailure(
			'Your account wasn’t deleted',
			answer.failure,
			'Nothing has changed. Please try again in a moment.',
		)
		return 'failed'
	}
	toast.success('Your account is deleted', {
		description: `We’ll send you one last email to confirm it. Thank you for using ${shopName()}.`,
		duration: 10_000,
	})
	await signOutHere()
	return 'deleted'
}
