import { lowerSessions } from '#server/apis/auth/factors/after-removal.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Deletes a second factor, and lowers to `aal1` the sessions that it had raised. If it was the last verified factor, lowers all
 * sessions and deletes the recovery codes. The caller must have locked the account.
 */
export async function removeFactor(
	tx: Transaction,
	{ userId, factorId, now }: { userId: string; factorId: string; now: Date },
): Promise<void> {
	const isLast = !(await exists(
		tx,
		sql`
		select from auth.mfa_factors
		where user_id = ${userId} and id <> ${factorId} and factor_type <> 'recovery_code' and status = 'verified'`,
	))
	await lowerSessions(tx, { userId, factorId: isLast ? null : factorId, now })
	await tx.execute(sql`delete from auth.mfa_factors where id = ${factorId}`)
	if (isLast)
		await tx.execute(
			sql`delete from auth.mfa_factors where user_id = ${userId} and factor_type = 'recovery_code'`,
		)
}
