import type { User } from '@supabase/supabase-js'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#web/session/use-submit.ts'
import { BulletList } from '#web/ui/bullet-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { AccountSection } from './account-section.tsx'
import { deleteAccount } from './delete-account.ts'
import { useProof } from './use-proof.tsx'

export function DeletionSection({ user }: { user: User }) {
	const [open, setOpen] = useState(false)
	const opener = useFocusBack<HTMLButtonElement>(open)
	return (
		<AccountSection title="Delete the account" note="At once and for good. Nobody can bring it back.">
			{open ? (
				<DeletionForm email={user.email ?? ''} onCancel={() => setOpen(false)} />
			) : (
				<Button ref={opener} variant="secondary" onClick={() => setOpen(true)}>
					Delete my account…
				</Button>
			)}
		</AccountSection>
	)
}

const consequences = [
	'You are signed out everywhere, and every link and code we mailed you stops working.',
	'Your name, address, password and list of downloads are erased. You lose your guides here, paid ones too: download what you want to keep first.',
	'Records of what you paid stay for as long as tax law asks (six years), without your name or address.',
	'A payment still on its way is not taken. If the bank takes it all the same, we give it back.',
	'We mail you once more, to say that it is done. You can sign up again at any time, with nothing in it.',
]

function DeletionForm({ email, onCancel }: { email: string; onCancel: () => void }) {
	const navigate = useNavigate()
	const { attempt, question } = useProof()
	const [error, setError] = useState<string | null>(null)
	const id = useId()
	const { busy, onSubmit } = useSubmit(async (field) => {
		if (field('confirmation').toLowerCase() !== email.toLowerCase()) {
			setError('That is not the address of this account.')
			return
		}
		await attempt(async () => {
			const outcome = await deleteAccount()
			if (outcome === 'deleted') await navigate('/', { replace: true })
			return outcome === 'stale' ? 'stale' : 'done'
		})
	})
	return (
		<>
			<BulletList items={consequences} />
			<form
				method="post"
				aria-labelledby={id}
				onSubmit={onSubmit}
				onChange={() => setError(null)}
				className="grid w-full gap-5"
			>
				<p id={id} className="wrap-anywhere">
					To go on, type the address of the account: <strong>{email}</strong>
				</p>
				<Field
					label="Address of this account"
					name="confirmation"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					required
					autoFocus
					error={error}
				/>
				<div className="flex flex-wrap gap-3">
					<Button type="submit" variant="danger" aria-disabled={busy || undefined}>
						{busy ? 'Deleting...' : 'Delete my account'}
					</Button>
					<Button variant="quiet" onClick={onCancel}>
						Keep it
					</Button>
				</div>
			</form>
			{question}
		</>
	)
}
