import type { Logger } from 'pino'
import { z } from 'zod'
import { hasNothingElse } from '#server/apis/auth/user/users.ts'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { completeJobs } from '#server/platform/jobs/queue.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

/** An address that is still unconfirmed after this long was mistyped or belongs to someone else, so its account is deleted. */
const unconfirmedDays = 30
/** Only one browser can return to an anonymous account. After this long it is unlikely to do so. */
const anonymousDays = 30
/** A wallet makes a new account at its next sign-in, so one that owns nothing is not missed. */
const walletDays = 30
/** How long a session's last network address is stored, and a refused attempt with its address. */
const addressDays = 90

/** Deletes expired rows. Some stay a while longer, so that a late request still gets the right error. */
export async function purgeExpired({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
	const now = clock.now().getTime()
	const dayAgo = new Date(now - dayMs)
	await database.query(sql`delete from auth.sessions where not_after < ${new Date(now - 3 * dayMs)}`)
	await database.query(sql`delete from auth.flow_state where auth_code_issued_at < ${dayAgo}`)
	await database.query(sql`delete from auth.mfa_challenges where created_at < ${dayAgo}`)
	await database.query(sql`delete from auth.webauthn_challenges where created_at < ${dayAgo}`)
	await database.query(sql`delete from auth.saml_relay_states where created_at < ${dayAgo}`)
	await database.query(sql`delete from auth.used_web3_messages where used_at < ${dayAgo}`)
	await database.query(sql`delete from auth.used_captchas where expires_at < ${dayAgo}`)
	await database.query(
		sql`delete from auth.mfa_factors where status = 'unverified' and created_at < ${dayAgo}`,
	)
	await database.query(sql`delete from auth.mail_allowances where last_at < ${new Date(now - 2 * dayMs)}`)
	await database.query(sql`delete from auth.factor_removals where due_at < ${new Date(now - 30 * dayMs)}`)
	await database.query(sql`delete from auth.staff_links where expires_at < ${dayAgo}`)
	await database.query(sql`delete from auth.refusals where last_at < ${new Date(now - addressDays * dayMs)}`)
	await database.query(sql`delete from auth.mails_sent where hour < ${dayAgo}`)
	await database.query(sql`
		update auth.sessions set ip = null
		where ip is not null and coalesce(refreshed_at, created_at) < ${new Date(now - addressDays * dayMs)}`)
	// Deletes requests for emails and text messages 90 days after they failed permanently, as they contain a network address.
	await completeJobs(
		database,
		sql`
		job.name in ('answer-mail-request', 'answer-text-request') and not job.has_attempts_left
			and job.run_at < ${new Date(now - addressDays * dayMs)}`,
	)
	// If the email about the deletion could not be delivered in a week, it never will be. The address was stored only for it.
	await database.query(
		sql`update auth.deleted_accounts set notice_to = null where deleted_at < ${new Date(now - 7 * dayMs)} and notice_to is not null`,
	)
	// Keeps the parent of an active token. If the parent is used again, somebody has copied the session.
	await database.query(sql`
		delete from auth.refresh_tokens t where t.revoked_at < ${dayAgo} and not exists (
			select from auth.refresh_tokens child where child.parent = t.id and child.revoked_at is null
		)`)
	// Keeps the newest sign-up of an unconfirmed address, because a user who signs in with its password is asked to confirm the
	// address first.
	await database.query(sql`
		delete from auth.one_time_tokens t where t.expires_at < ${dayAgo} and exists (
			select from auth.one_time_tokens newer
			where newer.user_id = t.user_id and newer.token_type = t.token_type and newer.created_at > t.created_at
		)`)
	// Deletes all requests but sign-ups a day after they expire. Those whose link or code was never sent are deleted after eight
	// days.
	const longAgo = new Date(now - 8 * dayMs)
	await database.query(sql`
		delete from auth.one_time_tokens t where t.token_type <> 'confirmation_token' and (
			t.expires_at < ${dayAgo} or t.expires_at is null and t.created_at < ${longAgo}
		)`)
	await database.query(sql`
		update auth.users set email_change = null, email_change_sent_at = null where email_change_sent_at < ${longAgo}`)
	await database.query(sql`
		update auth.users set phone_change = null, phone_change_sent_at = null where phone_change_sent_at < ${dayAgo}`)
	await database.query(sql`delete from auth.texts_sent where day < ${new Date(now - 400 * dayMs)}::date`)
	const goneSince = new Date(now - anonymousDays * dayMs)
	await database.query(sql`
		delete from auth.users u where u.is_anonymous and u.created_at < ${goneSince} and not exists (
			select from auth.sessions s
			where s.user_id = u.id and coalesce(s.refreshed_at, s.created_at) >= ${goneSince}
		)`)
	const unusedSince = new Date(now - walletDays * dayMs)
	// A banned one stays. Otherwise its wallet could make another account.
	await database.query(sql`
		delete from auth.users u
		where u.email is null and u.phone is null and not u.is_anonymous and u.deleted_at is null and u.banned_until is null
			and u.created_at < ${unusedSince} and coalesce(u.last_sign_in_at, u.created_at) < ${unusedSince}
			and exists (select from auth.identities i where i.user_id = u.id and i.provider = 'web3')
			and not exists (
				select from auth.sessions s
				where s.user_id = u.id and coalesce(s.refreshed_at, s.created_at) >= ${unusedSince}
			)
			and not exists (select from public.purchases p where p.user_id = u.id)`)
	await database.query(sql`
		delete from auth.users
		where (email is not null or phone is not null) and email_confirmed_at is null and phone_confirmed_at is null
			and ${hasNothingElse} and created_at < ${new Date(now - unconfirmedDays * dayMs)}`)
}

const prunedRow = z.object({ lines: z.number(), addresses: z.number() })

/** Prunes the audit log. The database itself defines how long entries stay. */
export async function pruneAuditLog({ database, log }: { database: Database; log: Logger }): Promise<void> {
	const pruned = await one(database, sql`select lines, addresses from auth.prune_audit_log()`, prunedRow)
	if (pruned.lines === 0 && pruned.addresses === 0) return
	log.info(pruned, 'the audit log was pruned: entries after a year, network addresses after 90 days')
}
