import { type Attempt, attemptKey, codeLimits } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { LiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Sign-in methods that verify the mailbox or the number. An intruder who has only the password cannot use them. */
const byMail: ReadonlySet<string> = new Set(['otp', 'magiclink', 'recovery'])

/**
 * Describes an attempt at the second step from `address`, for `limitAttempts`. An attempt is familiar if the user has taken the
 * second step from this network before, or signed in by email or text.
 */
export async function codeAttempt(
	{ database }: Pick<AuthDependencies, 'database'>,
	{ user, methods }: LiveSession,
	address: string,
): Promise<Attempt & { key: string }> {
	const isFamiliar = await exists(
		database,
		sql`
		select from auth.audit_log_entries
		where user_id = ${user.id} and action = 'mfa_code_login' and ip_address = ${address} limit 1`,
	)
	const mailed = methods.some(({ method }) => byMail.has(method)) ? 'by mail' : undefined
	const attempt = { limits: codeLimits, account: user.id, familiarBy: isFamiliar ? address : mailed }
	return { ...attempt, key: attemptKey(attempt) }
}
