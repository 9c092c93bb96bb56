import { eraseAccount } from '#server/apis/auth/account/erase-account.ts'
import { requireRecentSignIn } from '#server/apis/auth/account/require-recent-sign-in.ts'
import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { lockAccountOf } from '#server/apis/auth/sessions/sessions.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /account/delete`: deletes the caller's account with every session, link and code, in one transaction. Purchases
 * and receipts stay for the books, without the user. Throws `reauthentication_needed` without a recent sign-in.
 */
export function deleteAccount(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Deletes the account.', for: 'users', answers: { 200: nothingToSay } },
		authenticate: (c) =>
			requireRecentSignIn(auth, c.req.raw, 'Deleting an account requires reauthentication'),
		act: async (c, session) => {
			const now = auth.clock.now()
			await auth.database.asServer(async (tx) => {
				const { id } = await lockAccountOf(tx, session, now)
				await eraseAccount(tx, id, now)
			})
			return c.json({})
		},
	})
}
