import type { User } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import { DisplayNameField } from '#web/session/fields.tsx'
import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'
import { AccountSection } from './account-section.tsx'

export function NameSection({ user }: { user: User }) {
	const name: unknown = user.user_metadata.display_name ?? user.user_metadata.full_name
	const { busy, form } = useForm(({ field }) => saveName(field('display_name')))
	return (
		<AccountSection id="name" title="Name" note="What we call you.">
			<form {...form} className="grid w-full gap-4 sm:grid-cols-[1fr_auto]">
				<DisplayNameField defaultValue={typeof name === 'string' ? name : ''} />
				<Button
					type="submit"
					variant="secondary"
					aria-disabled={busy || undefined}
					className="self-start justify-self-start sm:mt-[1.64rem]"
				>
					{busy ? 'Saving...' : 'Save name'}
				</Button>
			</form>
		</AccountSection>
	)
}

async function saveName(display_name: string): Promise<void> {
	const { answer, failure } = await call('/auth/v1/user', (supabase) =>
		supabase.auth.updateUser({ data: { display_name } }),
	)
	if (answer?.error === null) toast.success('Name saved')
	else toastFailure('Your name wasn’t saved', failure, 'Please try again in a moment.')
}
