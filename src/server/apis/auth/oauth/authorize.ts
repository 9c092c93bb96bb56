import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { beginFlow } from '#server/apis/auth/oauth/begin-flow.ts'
import { requireLinking } from '#server/apis/auth/oauth/require-linking.ts'
import type { Env } from '#server/platform/http/env.ts'

/** `GET /authorize`: begins signing in with an outside provider. */
export async function authorize(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	return await beginFlow(c, auth, null)
}

/** `GET /user/identities/authorize`: begins adding an outside identity to the account of whoever asks. */
export async function authorizeLink(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	const { user, claims } = await requireLinking(auth, c.req.raw)
	return await beginFlow(c, auth, { userId: user.id, sessionId: claims.session_id })
}
