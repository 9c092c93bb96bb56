import type { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requestEmail } from '#server/apis/auth/email-links/email-requests.ts'
import {
	invalid,
	readBody,
	readCodeChallenge,
	redirectTarget,
	resendSchema,
} from '#server/apis/auth/schemas.ts'
import { AppError } from '#server/platform/app-error.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /resend`: emails the links of a sign-up or change of address again. Answers `{}` whether or not one is pending,
 * and rejects frequent requests alike for every address.
 */
export function resend(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const body = await readBody(c.req.raw, resendSchema)
			return {
				kind: kindOf(body),
				email: readEmail(body.email),
				challenge: readCodeChallenge(body),
				redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
				createUser: false,
				metadata: {},
			} as const
		},
		act: (c, _caller, request) => requestEmail(c, auth, request),
	})
}

function kindOf({
	type,
	email,
	phone,
}: z.infer<typeof resendSchema>): 'resend_signup' | 'resend_email_change' {
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
