import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requestEmail } from '#server/apis/auth/email-links/email-requests.ts'
import { redirectTarget } from '#server/apis/auth/email-links/redirect-target.ts'
import { invalid, readBody, readCodeChallenge, readEmail, recoverSchema } from '#server/apis/auth/schemas.ts'
import type { Env } from '#server/platform/http/env.ts'

/** `POST /recover`: emails a link for setting a new password. Answers `{}` whether or not the account exists. */
export async function recover(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.authenticate(c.req.raw)
	const body = await readBody(c.req.raw, recoverSchema)
	if (body.email === '') throw invalid('Password recovery requires an email')
	return await requestEmail(c, auth, {
		kind: 'recovery',
		email: readEmail(body.email),
		challenge: readCodeChallenge(body),
		redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
		createUser: false,
		metadata: {},
	})
}
