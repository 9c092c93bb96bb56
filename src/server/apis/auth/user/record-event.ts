import type { Context } from 'hono'
import { sendSecurityNoticeJob } from '#server/features/accounts/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { SecurityNotice } from '#shared/mail-texts.ts'

/** What can happen to an account. If the reference server has a name for an event, that name is used here. */
export type AccountEvent =
	| SecurityNotice
	| 'login'
	| 'mfa_code_login'
	| 'user_signedup'
	| 'user_deleted'
	| 'user_recovery_requested'
	| 'user_reauthenticate_requested'
	| 'user_modified'
	| 'email_change_requested'
	| 'phone_change_requested'
	| 'logout'
	| 'factor_in_progress'
	| 'passkey_updated'
	| 'account_exported'
	| 'factor_removal_planned'
	| 'factor_removal_stopped'

interface EventOptions {
	userId: string
	action: AccountEvent
	/** Null if no network address is to be recorded, for example because a job causes the event. */
	from: Pick<Device, 'address'> | null
	now: Date
	/** Ids and kinds, never a secret. */
	details?: Record<string, unknown>
	/** Where to send the notice, as `contactOf` returns it. Undefined if the user need not be notified. */
	noticeTo?: string
}

/** Records an event of an account and queues the notice to its user, if requested. */
export async function recordEvent(
	tx: Transaction,
	{ userId, action, from, now, details = {}, noticeTo }: EventOptions,
): Promise<void> {
	const entry = await one(
		tx,
		sql`
		insert into auth.audit_log_entries (user_id, action, details, ip_address, notice_to, created_at)
		values (${userId}, ${action}, ${JSON.stringify(details)}::jsonb, ${from?.address ?? null}, ${noticeTo || null}, ${now})
		returning id`,
		idRow,
	)
	if (noticeTo) await addJob(tx, sendSecurityNoticeJob, { entryId: entry.id })
}

/** Returns what identifies a session in the user's list of devices. */
export function deviceOf(c: Context<Env>): Device {
	return { userAgent: c.req.header('user-agent')?.slice(0, 255) ?? null, address: c.get('clientAddress') }
}

export interface Device {
	userAgent: string | null
	address: string
}
