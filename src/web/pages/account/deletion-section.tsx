import type { User } from '@supabase/supabase-js'
import { type ComponentType, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'
import type { DeletionFormProps } from './deletion-form.tsx'

/** Opens the form that deletes the account. The form is loaded on first use. */
export function DeletionSection({ user }: { user: User }) {
	const [Form, setForm] = useState<ComponentType<DeletionFormProps> | null>(null)
	const opener = useReturnFocus<HTMLButtonElement>(Form !== null)

	async function open() {
		try {
			const { DeletionForm } = await lazyImport(() => import('./deletion-form.tsx'))
			setForm(() => DeletionForm)
		} catch {
			toast.error('The form couldn’t be loaded', { description: 'Check your connection and try again.' })
		}
	}

	return (
		<AccountSection id="deletion" title="Delete your account" note="This is immediate and permanent.">
			{Form !== null ? (
				<Form account={user.email || `+${user.phone}`} onCancel={() => setForm(null)} />
			) : (
				<Button ref={opener} variant="secondary" onClick={open}>
					Delete my account…
				</Button>
			)}
		</AccountSection>
	)
}
