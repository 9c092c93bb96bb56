import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { presentUser } from '#server/apis/auth/user/users.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `GET /user`: returns the caller's account, fresh from the database. */
export function getUser(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		act: (c, { user }) => c.json(presentUser(user)),
	})
}
