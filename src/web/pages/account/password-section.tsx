import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { emailCodeMinutes } from '#shared/message-rules.ts'
import { durationInWords } from '#shared/wording.ts'
import { CodeField, NewPasswordField, PasswordField } from '#web/session/fields.tsx'
import { hasPassword } from '#web/session/read-session.ts'
import { requestCode } from '#web/session/request-email.ts'
import { setPassword } from '#web/session/set-password.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'
import { AccountSection } from './account-section.tsx'
import { useReauthentication } from './reauthentication.tsx'

export function PasswordSection({ user }: { user: User }) {
	const has = hasPassword(user)
	return (
		<AccountSection
			id="password"
			title="Password"
			note={
				has
					? 'If you change it, every other device is signed out, and we email you to say so.'
					: 'You don’t have a password. You sign in by email, or with another account such as Google. You can add a password here.'
			}
		>
			<PasswordForm user={user} isFirst={!has} />
		</AccountSection>
	)
}

function PasswordForm({ user, isFirst }: { user: User; isFirst: boolean }) {
	const [byCode, setByCode] = useState(false)
	const { attempt, question } = useReauthentication()
	const { busy, errors, form } = useForm(({ field, refuse, reset }) =>
		attempt(async () => {
			const outcome = await setPassword({
				password: field('password'),
				currentPassword: field('current-password'),
				code: field('code'),
			})
			if (outcome.kind === 'stale') return 'stale'
			if (outcome.kind === 'refused') refuse({ [outcome.field]: outcome.message })
			else {
				reset()
				setByCode(false)
				toast.success('Your password is set', { description: 'Every other device has been signed out.' })
			}
			return 'done'
		}),
	)
	async function changeToCode() {
		if (await requestCode()) setByCode(true)
	}

	return (
		<>
			<form {...form} className="grid w-full gap-5">
				<input type="hidden" name="username" autoComplete="username" value={user.email ?? ''} />
				{isFirst ? null : byCode ? (
					<CodeField
						label={user.email ? 'Code from your email' : 'Code from the text'}
						hint={`Sent to ${user.email || `+${user.phone}`}. It expires in ${durationInWords(emailCodeMinutes)}.`}
						error={errors.code}
						autoFocus
					/>
				) : (
					<div className="grid justify-items-start gap-1">
						<PasswordField
							label="Current password"
							name="current-password"
							autoComplete="current-password"
							error={errors['current-password']}
							className="w-full"
						/>
						<Button variant="quiet" size="small" onClick={changeToCode} className="-ml-4">
							Forgotten it? {user.email ? 'Email' : 'Text'} me a code
						</Button>
					</div>
				)}
				<NewPasswordField label="New password" error={errors.password} />
				<Button
					type="submit"
					variant="secondary"
					aria-disabled={busy || undefined}
					className="justify-self-start"
				>
					{busy ? 'Saving...' : 'Set password'}
				</Button>
			</form>
			{question}
		</>
	)
}
