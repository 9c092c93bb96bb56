import type { z } from 'zod'
import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requestEmail, requestTo } from '#server/apis/auth/email-links/email-requests.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { readBody, resendSchema } from '#server/apis/auth/schemas.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /resend`: emails the link of a sign-up or of a change of address again, or texts the code for a number again. Answers `{}` whether
 * or not such a request is pending, and limits requests in the same way for every address.
 */
export function resend(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Resends the link for a sign-up or a change of address.',
			for: 'callers',
			query: ['redirect_to'],
			body: resendSchema,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const body = await readBody(c.req.raw, resendSchema)
			const kind = kindOf(body)
			if (kind === 'sms' || kind === 'phone_change') {
				requirePhone(auth)
				return { type: kind, phone: readPhone(body.phone) }
			}
			return requestTo(c, auth, { kind, body })
		},
		act: (c, _caller, request) =>
			'phone' in request ? requirePhone(auth).resend(c, request) : requestEmail(c, auth, request),
	})
}

function kindOf({
	type,
	email,
	phone,
}: z.infer<typeof resendSchema>): 'resend_signup' | 'resend_email_change' | 'sms' | 'phone_change' {
	if (email !== '' && phone !== '')
		throw validationFailed('Only an email address or phone number should be provided.')
	switch (type) {
		case 'signup':
		case 'email_change':
			if (email === '') throw validationFailed('Type provided requires an email address')
			return `resend_${type}`
		case 'sms':
		case 'phone_change':
			if (phone === '') throw validationFailed('Type provided requires a phone number')
			return type
		default:
			throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
	}
}
