import type { Context } from 'hono'
import { presentSessionRow, readSessions } from '#server/apis/auth/account/read-sessions.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requireLiveSession, requireSecondStep } from '#server/apis/auth/sessions/live-session.ts'
import type { Env } from '#server/platform/http/env.ts'

/** `GET /account/sessions`: the devices somebody is signed in on, this one marked. Without places or addresses. */
export async function listSessions(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	const session = await requireLiveSession(auth, c.req.raw)
	requireSecondStep(session, secondStepMissing)
	const { sub: userId, session_id } = session.claims
	const rows = await readSessions(auth.database, { userId, now: auth.clock.now() })
	return c.json({ sessions: rows.map((row) => presentSessionRow(row, session_id)) })
}

/** How the account's own calls refuse somebody who still has to take the second step. */
export const secondStepMissing = {
	status: 403,
	message: 'Two-step verification is switched on: take the second step first',
}
