import type { AuthDependencies } from '#server/auth/dependencies.ts'
import type { LiveSession } from '#server/auth/sessions/live-session.ts'
import { sql } from '#server/db/sql.ts'

/** Ways to sign in that show the mailbox, which whoever has merely learnt the password cannot. */
const byMail: ReadonlySet<string> = new Set(['otp', 'magiclink', 'recovery'])

/**
 * As whom tries at a second step are counted. Strangers share one count for each account, wherever they are. The account's
 * owner has counts of their own: one for each address they have taken the step from before, which only somebody behind that
 * same address can use up (a campus shares one), and one for sessions that were signed in to by mail, which only somebody with
 * the mailbox can.
 */
export async function guesserOf(
	{ database }: Pick<AuthDependencies, 'database'>,
	{ user, methods }: LiveSession,
	address: string,
): Promise<string> {
	const taken = await database.query(sql`
		select from auth.audit_log_entries
		where user_id = ${user.id} and action = 'mfa_code_login' and ip_address = ${address} limit 1`)
	if (taken.length > 0) return `${user.id} ${address}`
	return methods.some(({ method }) => byMail.has(method)) ? `${user.id} by mail` : user.id
}
