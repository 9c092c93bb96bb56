import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { EmailField } from './fields.tsx'
import { NeedsScripts } from './narrow-page.tsx'
import { prepareSupabase } from './supabase.ts'

interface EmailStepProps {
	button: string
	busyLabel: string
	onEmail: (email: string) => Promise<unknown>
	/** Set if the visitor comes back from the next step. */
	autoFocus?: boolean
}

/** Asks for an email address. The field contains the one that was typed on the previous page. */
export function EmailStep({ button, busyLabel, onEmail, autoFocus = false }: EmailStepProps) {
	const state: unknown = useLocation().state
	const { busy, form } = useForm(({ field }) => onEmail(field('email')))
	return (
		<form {...form} onFocus={prepareSupabase} className="grid w-full gap-5">
			<NeedsScripts />
			<EmailField
				autoComplete="username"
				defaultValue={emailIn(state)}
				key={emailIn(state)}
				autoFocus={autoFocus}
			/>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? busyLabel : button}
			</Button>
		</form>
	)
}

function emailIn(state: unknown): string {
	if (typeof state !== 'object' || state === null || !('email' in state)) return ''
	return typeof state.email === 'string' ? state.email : ''
}
