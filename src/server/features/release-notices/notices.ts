import { z } from 'zod'
import { sendNoticeConfirmationJob } from '#server/features/release-notices/jobs.ts'
import type { Row, Transaction } from '#server/platform/db/database.ts'
import { maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { hashToken } from '#server/platform/tokens.ts'

interface NoticeRequest {
	/** The address, as `readEmail` returns it. */
	email: string
	/** A product that is coming soon. */
	catalogueId: string
	now: Date
}

/**
 * Records that an address wants to be told when a product is out, and queues the email that asks to confirm the address. Runs the
 * same statements whether or not the address is on the list already, so that the timing reveals nothing. The job decides whether
 * an email is due.
 */
export async function requestNotice(
	tx: Transaction,
	{ email, catalogueId, now }: NoticeRequest,
): Promise<void> {
	// An address that stopped the emails and now asks again must be confirmed again. Any other confirmed address stays confirmed.
	const notice = await one(
		tx,
		sql`
		insert into shop.release_notices as n (catalogue_id, email, asked_at) values (${catalogueId}, ${email}, ${now})
		on conflict (catalogue_id, email) do update set
			asked_at = case when n.confirmed_at is null or n.unsubscribed_at is not null then excluded.asked_at else n.asked_at end,
			confirmed_at = case when n.unsubscribed_at is null then n.confirmed_at end,
			queued_at = case when n.unsubscribed_at is null then n.queued_at end,
			sent_at = case when n.unsubscribed_at is null then n.sent_at end,
			unsubscribed_at = null
		returning id`,
		z.object({ id: z.uuid() }),
	)
	await addJob(
		tx,
		sendNoticeConfirmationJob,
		{ noticeId: notice.id },
		{ onceUnder: `notice-confirmation ${notice.id}` },
	)
}

/**
 * Confirms an address by the token that was emailed to it. A token works once. Returns the product; undefined if the token is
 * unknown, used or expired.
 */
export async function confirmNotice(
	tx: Transaction,
	{ token, now }: { token: string; now: Date },
): Promise<string | undefined> {
	const notice = await maybeOne(
		tx,
		sql`
		update shop.release_notices set confirmed_at = ${now}, confirm_hashes = '{}', expires_at = null
		where confirm_hashes @> ${[hashToken(token)]}::bytea[] and expires_at > ${now}
			and confirmed_at is null and unsubscribed_at is null
		returning catalogue_id`,
		z.object({ catalogue_id: z.string() }),
	)
	return notice?.catalogue_id
}

/**
 * Stops every email of this kind to the address that received the token. Can be repeated. The address stays stored for another
 * day, so that nobody can make the shop send it another email at once. Returns false if the token is unknown, or if the address
 * has been deleted.
 */
export async function stopNotices(
	tx: Transaction,
	{ token, now }: { token: string; now: Date },
): Promise<boolean> {
	const notice = await maybeOne(
		tx,
		sql`
		select email from shop.release_notices where stop_hashes @> ${[hashToken(token)]}::bytea[] and email is not null`,
		z.object({ email: z.string() }),
	)
	if (notice === undefined) return false
	await tx.execute(sql`
		update shop.release_notices set unsubscribed_at = ${now}, confirm_hashes = '{}', expires_at = null
		where email = ${notice.email} and unsubscribed_at is null`)
	return true
}

const storedSchema = z.object({
	catalogue_id: z.string(),
	product_name: z.string(),
	asked_at: z.date(),
	mailed_at: z.date().nullable(),
	confirmed_at: z.date().nullable(),
	sent_at: z.date().nullable(),
	unsubscribed_at: z.date().nullable(),
})

/** Returns what is stored about an address, for its user's export. */
export async function readNotices(tx: Pick<Transaction, 'query'>, email: string): Promise<Row[]> {
	return await tx.query(
		sql`
		select n.catalogue_id, p.title as product_name, n.asked_at, n.mailed_at, n.confirmed_at, n.sent_at, n.unsubscribed_at
		from shop.release_notices n join public.products p on p.id = n.catalogue_id
		where n.email = ${email} order by n.asked_at, n.id`,
		storedSchema,
	)
}

/** Deletes everything about an address. */
export async function deleteNotices(tx: Transaction, email: string): Promise<void> {
	await tx.execute(sql`delete from shop.release_notices where email = ${email}`)
}
