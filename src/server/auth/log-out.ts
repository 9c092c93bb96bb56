import type { Context } from 'hono'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { invalid } from '#server/auth/errors.ts'
import { requireLiveSession } from '#server/auth/live-session.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'

/** `POST /logout`: removes the sessions of the scope; their access tokens are refused by every wire from then on. */
export async function logOut(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	const { claims } = await requireLiveSession(auth, c.req.raw)
	const { sub, session_id } = claims
	await auth.database.query(
		sql`delete from auth.sessions where user_id = ${sub} and ${inScope(c.req.query('scope') ?? '', session_id)}`,
	)
	return c.body(null, 204)
}

function inScope(scope: string, sessionId: string): Sql {
	switch (scope) {
		case '':
		case 'global':
			return sql`true`
		case 'local':
			return sql`id = ${sessionId}`
		case 'others':
			return sql`id <> ${sessionId}`
		default:
			throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`)
	}
}
