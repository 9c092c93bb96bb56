import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requireLiveSession } from '#server/apis/auth/sessions/live-session.ts'
import { presentUser } from '#server/apis/auth/user/present-user.ts'
import type { Env } from '#server/platform/http/env.ts'

/** `GET /user`: the account of whoever asks, fresh from the database. */
export async function getUser(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	const { user } = await requireLiveSession(auth, c.req.raw)
	return c.json(presentUser(user))
}
