import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { lowerSessions } from '#server/apis/auth/factors/after-removal.ts'
import { requireFactor } from '#server/apis/auth/factors/require-factor.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { AppError } from '#server/platform/app-error.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `DELETE /factors/:id`: removes a second step. Removing a verified one requires `aal2`. Sessions raised by this factor
 * drop to `aal1`, and the recovery codes go with the last factor.
 */
export function unenrolFactor(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => requireFactor(auth, c),
		act: async (c, { session, factor }) => {
			const { id: userId, email } = session.user
			if (factor.status === 'verified' && session.aal !== 'aal2')
				throw new AppError({
					code: 'insufficient_aal',
					status: 422,
					message: 'AAL2 required to unenroll verified factor',
				})
			await auth.rateLimits.consume('updateUser', userId)
			const now = auth.clock.now()
			await auth.database.asServer(async (tx) => {
				await tx.execute(sql`select from auth.users where id = ${userId} for no key update`)
				const left = await tx.query(sql`
			select from auth.mfa_factors
			where user_id = ${userId} and id <> ${factor.id} and factor_type = 'totp' and status = 'verified'`)
				await lowerSessions(tx, { userId, factorId: left.length === 0 ? null : factor.id, now })
				await tx.execute(sql`delete from auth.mfa_factors where id = ${factor.id}`)
				if (left.length === 0)
					await tx.execute(
						sql`delete from auth.mfa_factors where user_id = ${userId} and factor_type = 'recovery_code'`,
					)
				const noticeTo = factor.status === 'verified' ? { noticeTo: email } : {}
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
