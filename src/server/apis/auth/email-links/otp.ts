import type { z } from 'zod'
import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requestEmail } from '#server/apis/auth/email-links/email-requests.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { otpSchema, readBody, readCodeChallenge, redirectTarget } from '#server/apis/auth/schemas.ts'
import { mergeMetadata, readMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /otp` and its older name `/magiclink`: emails a sign-in link and code, or texts a code. Answers `{}` whether or not the account
 * exists, even with `create_user: false`, so that it never reveals which addresses are registered.
 */
export function otp(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Emails a link and a code for signing in.',
			for: 'callers',
			query: ['redirect_to'],
			body: otpSchema,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const body = await readBody(c.req.raw, otpSchema)
			checkMailbox(body, auth)
			const asked = {
				createUser: body.create_user,
				metadata: mergeMetadata({}, readMetadata(body.data)),
			}
			if (body.phone !== '') return { ...asked, phone: readPhone(body.phone), channel: body.channel }
			return {
				...asked,
				kind: 'otp',
				email: readEmail(body.email),
				challenge: readCodeChallenge(body),
				redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
			} as const
		},
		act: (c, _caller, request) =>
			'phone' in request ? requirePhone(auth).requestCode(c, request) : requestEmail(c, auth, request),
	})
}

function checkMailbox({ email, phone, channel }: z.infer<typeof otpSchema>, auth: AuthDependencies): void {
	if (email !== '' && phone !== '')
		throw validationFailed('Only an email address or phone number should be provided')
	if (phone !== '') {
		requirePhone(auth)
		return
	}
	if (email === '') throw validationFailed('One of email or phone must be set')
	if (channel !== '') throw validationFailed('Channel should only be specified with Phone OTP')
}
