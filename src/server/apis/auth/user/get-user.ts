import { userAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { presentUser } from '#server/apis/auth/user/users.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `GET /user`: returns the caller's account, fresh from the database. */
export function getUser(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Returns the user.', for: 'users', answers: { 200: userAnswer } },
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		act: (c, { user }) => c.json(presentUser(user)),
	})
}
