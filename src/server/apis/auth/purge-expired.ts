import type { Logger } from 'pino'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'

const day = 86_400_000
/** An address nobody has confirmed in this time was mistyped or somebody else's; it is not ours to keep. */
const unconfirmedDays = 30
/** Nobody but its own browser can come back to an account without an address; after this long it will not. */
const anonymousDays = 30
/** How long a session keeps the network address it was last used from. */
const addressDays = 90

/** Removes what has run out in this service. What it keeps a while longer still tells a late comer why they are refused. */
export async function purgeExpired({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
	const now = clock.now().getTime()
	const dayAgo = new Date(now - day)
	await database.query(sql`delete from auth.sessions where not_after < ${new Date(now - 3 * day)}`)
	await database.query(sql`delete from auth.flow_state where auth_code_issued_at < ${dayAgo}`)
	await database.query(sql`delete from auth.mfa_challenges where created_at < ${dayAgo}`)
	await database.query(
		sql`delete from auth.mfa_factors where status = 'unverified' and created_at < ${dayAgo}`,
	)
	await database.query(sql`delete from auth.mail_allowances where last_at < ${new Date(now - 2 * day)}`)
	await database.query(sql`delete from auth.factor_removals where due_at < ${new Date(now - 30 * day)}`)
	await database.query(sql`delete from auth.mails_sent where hour < ${dayAgo}`)
	await database.query(sql`
		update auth.sessions set ip = null
		where ip is not null and coalesce(refreshed_at, created_at) < ${new Date(now - addressDays * day)}`)
	// An email request that failed permanently still names the network address it came from.
	await database.query(sql`
		select graphile_worker.complete_jobs(array(
			select id from graphile_worker.jobs
			where task_identifier = 'answer-mail-request' and attempts >= max_attempts
				and run_at < ${new Date(now - addressDays * day)}
		))`)
	// A mail server that has not taken the last mail in a week never will; the address was kept for it alone.
	await database.query(
		sql`update auth.deleted_accounts set notice_to = null where deleted_at < ${new Date(now - 7 * day)} and notice_to is not null`,
	)
	// The parent of an active token stays as long as that one: if it comes back late, it gives a copied session away.
	await database.query(sql`
		delete from auth.refresh_tokens t where t.revoked_at < ${dayAgo} and not exists (
			select from auth.refresh_tokens child where child.parent = t.id and child.revoked_at is null
		)`)
	// The newest sign-up of an unconfirmed address stays: by its password its owner is told to look for the mail.
	await database.query(sql`
		delete from auth.one_time_tokens t where t.expires_at < ${dayAgo} and exists (
			select from auth.one_time_tokens newer
			where newer.user_id = t.user_id and newer.token_type = t.token_type and newer.created_at > t.created_at
		)`)
	// Of the other requests the last word is that they have run out; one never mailed has a week.
	const longAgo = new Date(now - 8 * day)
	await database.query(sql`
		delete from auth.one_time_tokens t where t.token_type <> 'confirmation_token' and (
			t.expires_at < ${dayAgo} or t.expires_at is null and t.created_at < ${longAgo}
		)`)
	await database.query(sql`
		update auth.users set email_change = null, email_change_sent_at = null where email_change_sent_at < ${longAgo}`)
	const goneSince = new Date(now - anonymousDays * day)
	await database.query(sql`
		delete from auth.users u where u.is_anonymous and u.created_at < ${goneSince} and not exists (
			select from auth.sessions s
			where s.user_id = u.id and coalesce(s.refreshed_at, s.created_at) >= ${goneSince}
		)`)
	await database.query(sql`
		delete from auth.users where email is not null and email_confirmed_at is null and created_at < ${new Date(now - unconfirmedDays * day)}`)
}

/** Removes what the audit log has kept long enough. How long that is, the database itself knows. */
export async function pruneAuditLog({ database, log }: { database: Database; log: Logger }): Promise<void> {
	const [pruned] = await database.query<Row & { lines: number; addresses: number }>(
		sql`select lines, addresses from auth.prune_audit_log()`,
	)
	if (pruned === undefined || (pruned.lines === 0 && pruned.addresses === 0)) return
	log.info(pruned, 'the audit log was pruned: lines after a year, network addresses after 90 days')
}
