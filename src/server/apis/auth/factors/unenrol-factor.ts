import { idOnly } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { removeFactor } from '#server/apis/auth/factors/remove-factor.ts'
import { requireFactor } from '#server/apis/auth/factors/require-factor.ts'
import { requireMembersStep } from '#server/apis/auth/factors/require-members-step.ts'
import { lockAccountOf } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf } from '#server/apis/auth/user/users.ts'
import { secondStepRequired } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `DELETE /factors/:id`: removes a second factor. Removing a verified one requires `aal2`. Sessions raised by this factor drop
 * to `aal1`, and the recovery codes are deleted with the last factor.
 */
export function unenrolFactor(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Removes a second step.', for: 'users', answers: { 200: idOnly } },
		authenticate: (c) => requireFactor(auth, c),
		act: async (c, { session, factor }) => {
			const { id: userId } = session.user
			if (factor.status === 'verified' && session.aal !== 'aal2')
				throw secondStepRequired('AAL2 required to unenroll verified factor', 422)
			if (factor.status === 'verified') await requireMembersStep(auth, session)
			await auth.rateLimits.consume('updateUser', userId)
			const now = auth.clock.now()
			await auth.database.asServer(async (tx) => {
				await lockAccountOf(tx, session, now)
				await removeFactor(tx, { userId, factorId: factor.id, now })
				const noticeTo = factor.status === 'verified' ? { noticeTo: contactOf(session.user) } : {}
				await recordEvent(tx, {
					userId,
					action: 'factor_unenrolled',
					from: deviceOf(c),
					now,
					details: { factor_id: factor.id },
					...noticeTo,
				})
			})
			return c.json({ id: factor.id })
		},
	})
}
