import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { NeedsScripts } from './needs-scripts.tsx'
import { prepareSupabase } from './supabase.ts'
import { useAlive } from './use-query.ts'

interface EmailStepProps {
	button: string
	busyWords: string
	/** Gets the address as typed, without the spaces around it. */
	onEmail: (email: string) => Promise<unknown>
	/** For somebody who comes back to it from the step after. */
	autoFocus?: boolean
}

/** Asks which mailbox to write to; an address typed on the page before is filled in. */
export function EmailStep({ button, busyWords, onEmail, autoFocus = false }: EmailStepProps) {
	const alive = useAlive()
	const state: unknown = useLocation().state
	const { busy, form } = useForm(({ field }) => onEmail(field('email')))
	return (
		<form {...form} onFocus={prepareSupabase} className="grid w-full gap-5">
			<NeedsScripts />
			<Field
				label="Email"
				name="email"
				type="email"
				autoComplete="username"
				placeholder="Enter your email"
				defaultValue={emailIn(state)}
				key={emailIn(state)}
				autoFocus={autoFocus}
				required
			/>
			<Button type="submit" disabled={!alive} aria-disabled={busy || undefined}>
				{busy ? busyWords : button}
			</Button>
		</form>
	)
}

function emailIn(state: unknown): string {
	if (typeof state !== 'object' || state === null || !('email' in state)) return ''
	return typeof state.email === 'string' ? state.email : ''
}
