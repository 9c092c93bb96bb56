import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { messageFor } from '#web/session/auth-messages.ts'
import { refusesRedirects, rememberTarget } from '#web/session/begin-oauth.ts'
import { call } from '#web/session/call.ts'
import { captchaFor } from '#web/session/captcha/captcha.ts'
import { rememberUniversity } from '#web/session/oauth.ts'
import { toastFailure, toastUnexpected } from '#web/session/toasts.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface UniversityFormProps {
	/** The page to go to afterwards. */
	target: string
}

/** Asks for the visitor’s university address. Its domain decides where they sign in. */
export function UniversityForm({ target }: UniversityFormProps) {
	const products = useShelf()
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const outcome = await goToUniversity(field('university'), target, products)
		if (outcome === 'unknown') refuse({ university: unknownUniversity })
	})
	return (
		<form {...form} className="mb-2 grid gap-3 border-l-2 border-marker pl-5">
			<Field
				label="University email"
				name="university"
				type="email"
				autoComplete="email"
				placeholder="you@university.ac.uk"
				hint="We send you to your university’s own page. It never tells us your password."
				autoFocus
				required
				error={errors.university}
			/>
			<Button type="submit" variant="secondary" aria-disabled={busy || undefined}>
				{busy ? 'Going to your university...' : 'Continue to your university'}
			</Button>
		</form>
	)
}

const unknownUniversity =
	'We can’t sign in with that university yet. Check the address, or use your email and a password below.'

/** Sends the browser to the university of an address to sign in. The university sends it back to the home page. */
async function goToUniversity(
	email: string,
	target: string,
	products: readonly ShelfProduct[],
): Promise<'leaving' | 'unknown' | 'failed'> {
	if (refusesRedirects('your university')) return 'failed'
	rememberTarget(target, products)
	rememberUniversity()
	const { answer, failure } = await call('/auth/v1/sso', async (supabase) =>
		supabase.auth.signInWithSSO({
			domain: email.slice(email.lastIndexOf('@') + 1),
			options: { redirectTo: `${window.location.origin}/`, ...(await captchaFor('sign-in')) },
		}),
	)
	const error = answer?.error
	if (error === null) return 'leaving'
	if (error?.code === 'sso_provider_not_found') return 'unknown'
	if (error !== undefined && (error.status === 429 || error.code === 'captcha_failed'))
		toastFailure('You’re not signed in', { ...failure, reference: null }, messageFor(error))
	else toastUnexpected(failure)
	return 'failed'
}
