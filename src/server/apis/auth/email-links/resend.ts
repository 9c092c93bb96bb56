import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requestEmail } from '#server/apis/auth/email-links/email-requests.ts'
import { redirectTarget } from '#server/apis/auth/email-links/redirect-target.ts'
import { invalid, readBody, readCodeChallenge, readEmail, resendSchema } from '#server/apis/auth/schemas.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/**
 * `POST /resend`: emails the links of a sign-up or change of address again. Answers `{}` whether or not one is pending,
 * and rejects frequent requests alike for every address.
 */
export async function resend(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.authenticate(c.req.raw)
	const body = await readBody(c.req.raw, resendSchema)
	const kind = kindOf(body)
	return await requestEmail(c, auth, {
		kind,
		email: readEmail(body.email),
		challenge: readCodeChallenge(body),
		redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
		createUser: false,
		metadata: {},
	})
}

function kindOf({
	type,
	email,
	phone,
}: {
	type: string
	email: string
	phone: string
}): 'resend_signup' | 'resend_email_change' {
	if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided.')
	switch (type) {
		case 'signup':
		case 'email_change':
			if (email === '') throw invalid('Type provided requires an email address')
			return `resend_${type}`
		case 'sms':
		case 'phone_change':
			throw new AppError({
				code: 'phone_provider_disabled',
				status: 400,
				message: 'Unsupported phone provider',
			})
		default:
			throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
	}
}
