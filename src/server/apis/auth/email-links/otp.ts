import type { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requestEmail } from '#server/apis/auth/email-links/email-requests.ts'
import { invalid, otpSchema, readBody, readCodeChallenge, redirectTarget } from '#server/apis/auth/schemas.ts'
import { mergeMetadata, readMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { AppError } from '#server/platform/app-error.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /otp` and its older name `/magiclink`: emails a sign-in link and code. Answers `{}` whether or not the account
 * exists, even with `create_user: false`, so that it never reveals which addresses are registered.
 */
export function otp(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const body = await readBody(c.req.raw, otpSchema)
			checkMailbox(body)
			return {
				kind: 'otp',
				email: readEmail(body.email),
				challenge: readCodeChallenge(body),
				redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
				createUser: body.create_user,
				metadata: mergeMetadata({}, readMetadata(body.data)),
			} as const
		},
		act: (c, _caller, request) => requestEmail(c, auth, request),
	})
}

function checkMailbox({ email, phone, channel }: z.infer<typeof otpSchema>): void {
	if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided')
	if (phone !== '')
		throw new AppError({
			code: 'phone_provider_disabled',
			status: 400,
			message: 'Unsupported phone provider',
		})
	if (email === '') throw invalid('One of email or phone must be set')
	if (channel !== '') throw invalid('Channel should only be specified with Phone OTP')
}
