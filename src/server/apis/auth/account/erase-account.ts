import { z } from 'zod'
import { recordEvent } from '#server/apis/auth/user/record-event.ts'
import { confirmDeletionJob } from '#server/features/accounts/jobs.ts'
import { deleteNotices } from '#server/features/release-notices/notices.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob, completeJobs } from '#server/platform/jobs/queue.ts'
import { closeCheckoutJob } from '#server/shop/jobs.ts'

const erasedRow = z.object({
	email: z.string().nullable(),
	phone: z.string().nullable(),
	email_confirmed_at: z.date().nullable(),
})

/**
 * Deletes an account with every session, link and code. Purchases and receipts stay for the books, without the user. The user is
 * notified by email. Does nothing if there is no such account.
 */
export async function eraseAccount(tx: Transaction, userId: string, now: Date): Promise<void> {
	const user = await maybeOne(
		tx,
		sql`select email, phone, email_confirmed_at from auth.users where id = ${userId} for update`,
		erasedRow,
	)
	// A concurrent request has already deleted it.
	if (user === undefined) return
	const { email } = user
	const open = await tx.query(
		sql`select id from public.purchases where user_id = ${userId} and status = 'pending' order by id`,
		idRow,
	)
	await tx.execute(sql`
		insert into auth.deleted_accounts (user_id, notice_to, deleted_at) values (${userId}, ${email}, ${now})
		on conflict (user_id) do nothing`)
	if (email !== null) await forgetAddress(tx, email)
	if (user.phone !== null) await forgetNumber(tx, user.phone)
	if (email !== null && user.email_confirmed_at !== null) await deleteNotices(tx, email)
	await recordEvent(tx, { userId, action: 'user_deleted', from: null, now })
	// That they asked, and when, stays with the purchase, as its receipt does.
	await tx.execute(sql`update shop.requests set said = '', answer = null where user_id = ${userId}`)
	await tx.execute(sql`delete from auth.users where id = ${userId}`)
	for (const { id } of open) await addJob(tx, closeCheckoutJob, { purchaseId: id })
	await addJob(tx, confirmDeletionJob, { userId })
}

/** Deletes queued requests for text messages to the number. */
async function forgetNumber(tx: Transaction, phone: string): Promise<void> {
	await completeJobs(tx, sql`job.payload ->> 'phone' = ${phone}`)
}

/** Deletes the address from queued emails and from the list of rejected emails. */
async function forgetAddress(tx: Transaction, email: string): Promise<void> {
	await completeJobs(tx, sql`lower(job.payload ->> 'email') = ${email}`)
	// Matches the whole address only, as it may also be part of another user's address.
	const whole = `(?<![a-z0-9._%+-])${email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![a-z0-9-]|\\.[a-z0-9])`
	await tx.execute(sql`delete from shop.refused_mails where lower(reason || ' ' || reference) ~ ${whole}`)
}
