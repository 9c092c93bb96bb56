import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Lowers to `aal1` the sessions that were raised by a removed factor, or by any factor if `factorId` is null. */
export async function lowerSessions(
	tx: Transaction,
	{ userId, factorId, now }: { userId: string; factorId: string | null; now: Date },
): Promise<void> {
	await tx.execute(sql`
		with lowered as (
			update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${now}
			where user_id = ${userId} and aal = 'aal2' and (${factorId}::uuid is null or factor_id = ${factorId}) returning id
		)
		delete from auth.mfa_amr_claims
		where session_id in (select id from lowered) and authentication_method in ('totp', 'mfa/webauthn', 'mfa/phone', 'mfa/recovery_code')`)
}

/** Deletes the recovery codes if no verified second factor is left beside them. */
export async function dropLoneRecoveryCodes(
	tx: Transaction,
	{ userId, now }: { userId: string; now: Date },
): Promise<void> {
	const dropped = await tx.execute(sql`
		delete from auth.mfa_factors where user_id = ${userId} and factor_type = 'recovery_code' and not exists (
			select from auth.mfa_factors where user_id = ${userId} and factor_type <> 'recovery_code' and status = 'verified'
		)`)
	if (dropped > 0) await lowerSessions(tx, { userId, factorId: null, now })
}
