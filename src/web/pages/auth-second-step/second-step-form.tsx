import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { CodeField } from '#web/session/fields.tsx'
import { signOutHere } from '#web/session/sign-out.ts'
import { readStoredUser } from '#web/session/stored-session.ts'
import { toastWelcome } from '#web/session/toasts.tsx'
import { useHydrated } from '#web/session/use-in-browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { SecurityKeyStep } from './security-key-step.tsx'
import { type Means, readMeans, verifySecondStep } from './verify-second-step.ts'

const PhoneStep = lazy(() => orNotLoaded(() => import('./phone-step.tsx')))

interface SecondStepFormProps {
	/** Whether the session has been checked and its second step is missing. */
	ready: boolean
	/** Whether the visitor is about to choose a new password. */
	recovering: boolean
	/** The page to go to afterwards. */
	target: string
}

/** Asks for the second step: a security key, a code from the app or the phone, or a recovery code. */
export function SecondStepForm({ ready, recovering, target }: SecondStepFormProps) {
	const hydrated = useHydrated()
	const { hasApp, keys, phones } = useMemo(() => readMeans(hydrated ? readStoredUser() : null), [hydrated])
	const [chosen, choose] = useState<Means | null>(null)
	const means = chosen ?? (keys.length > 0 ? 'key' : hasApp ? 'app' : 'phone')
	const others: readonly Means[] = [
		...(keys.length > 0 ? (['key'] as const) : []),
		...(hasApp ? (['app'] as const) : []),
		...(phones.length > 0 ? (['phone'] as const) : []),
		'recovery',
	]

	function welcome() {
		toastWelcome(recovering ? undefined : target)
	}

	return (
		<>
			{means === 'key' ? (
				<SecurityKeyStep ready={ready} keys={keys} onTaken={welcome} />
			) : means === 'phone' ? (
				<Suspense fallback={<LoadingRow what="this step" />}>
					<PhoneStep ready={ready} phones={phones} onTaken={welcome} />
				</Suspense>
			) : (
				<CodeForm key={means} means={means} ready={ready} onTaken={welcome} />
			)}
			<div className="grid justify-items-start gap-1">
				{others
					.filter((other) => other !== means)
					.map((other) => (
						<Button key={other} variant="quiet" size="small" onClick={() => choose(other)} className="-ml-4">
							{labels[other]}
						</Button>
					))}
				<Button variant="quiet" size="small" onClick={signOutHere} className="-ml-4">
					Sign in with a different account
				</Button>
			</div>
			{recovering ? (
				<p className="border-l-2 border-marker pl-4">
					Didn’t add this {hasApp ? 'app' : keys.length > 0 ? 'key' : 'phone'} yourself? If two-step
					verification was switched on less than seven days ago, we’ll switch it off a day after you recovered
					your account. Our email says when. Once it’s off, ask for a new password again on the sign-in page.
				</p>
			) : null}
			<p className="margin-note">
				Can’t use any of these ways?{' '}
				<Link to={href('/contact')} className="link">
					Write to us
				</Link>{' '}
				from your account’s email address. Your guides are safe in the meantime.
			</p>
		</>
	)
}

const labels: Readonly<Record<Means, string>> = {
	app: 'Use my app instead',
	key: 'Use a security key instead',
	phone: 'Text me a code instead',
	recovery: 'Use a recovery code instead',
}

interface CodeFormProps {
	means: 'app' | 'recovery'
	ready: boolean
	onTaken: () => void
}

function CodeForm({ means, ready, onTaken }: CodeFormProps) {
	const input = useRef<HTMLInputElement>(null)
	// When a page opens, the focus moves to the start of its content. Here it belongs in this field, because there is nothing
	// else to do on the page.
	useEffect(() => input.current?.focus(), [])
	const name = means === 'app' ? 'code' : 'recovery-code'
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const outcome = await verifySecondStep(means, field(name))
		if (outcome.kind === 'taken') onTaken()
		else refuse({ [name]: outcome.message })
	})
	return (
		<form {...form} className="grid w-full max-w-sm gap-5">
			{means === 'app' ? (
				<CodeField
					ref={input}
					autoFocus
					label="Code from your authenticator app"
					hint="Six digits, under the shop’s name."
					error={errors.code}
				/>
			) : (
				<Field
					ref={input}
					autoFocus
					label="Recovery code"
					name={name}
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={40}
					required
					hint="One of the codes you saved when you set this up. Each can be used once."
					error={errors[name]}
				/>
			)}
			<Button type="submit" disabled={!ready} aria-disabled={busy || undefined}>
				{busy ? 'Checking...' : 'Continue'}
			</Button>
		</form>
	)
}
