import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { hasSecondStep } from '#server/apis/auth/user/users.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `POST /logout`: deletes the sessions in the scope. From then on, every API rejects the access tokens of these sessions. */
export function logOut(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Signs out.', for: 'users', query: ['scope'], answers: { 204: 'nothing' } },
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		parse: (c) => readScope(c.req.query('scope') || 'global'),
		act: async (c, { claims, user, aal }, asked) => {
			const { sub, session_id } = claims
			// A session without the second step can sign out only itself.
			const scope = aal === 'aal1' && hasSecondStep(user) ? 'local' : asked
			const sessions = inScope(scope, session_id)
			await auth.database.asServer(async (tx) => {
				await tx.execute(sql`delete from auth.sessions where user_id = ${sub} and ${sessions}`)
				const now = auth.clock.now()
				await recordEvent(tx, { userId: sub, action: 'logout', from: deviceOf(c), now, details: { scope } })
			})
			return c.body(null, 204)
		},
	})
}

type Scope = 'global' | 'local' | 'others'

function readScope(scope: string): Scope {
	if (scope === 'global' || scope === 'local' || scope === 'others') return scope
	throw validationFailed(`Unsupported logout scope "${scope.slice(0, 40)}"`)
}

function inScope(scope: Scope, sessionId: string): Sql {
	switch (scope) {
		case 'global':
			return sql`true`
		case 'local':
			return sql`id = ${sessionId}`
		case 'others':
			return sql`id <> ${sessionId}`
	}
}
