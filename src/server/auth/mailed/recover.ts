import type { Context } from 'hono'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { invalid } from '#server/auth/errors.ts'
import { requestMail } from '#server/auth/mailed/mail-requests.ts'
import { redirectTarget } from '#server/auth/mailed/redirect-target.ts'
import { readBody, readCodeChallenge, readEmail, recoverSchema } from '#server/auth/schemas.ts'
import type { Env } from '#server/http/env.ts'

/** `POST /recover`: mails a link to set a new password by. Answers `{}` whether or not there is such an account. */
export async function recover(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.authenticate(c.req.raw)
	const body = await readBody(c.req.raw, recoverSchema)
	if (body.email === '') throw invalid('Password recovery requires an email')
	return await requestMail(c, auth, {
		kind: 'recovery',
		email: readEmail(body.email),
		challenge: readCodeChallenge(body),
		redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
		createUser: false,
		metadata: {},
	})
}
