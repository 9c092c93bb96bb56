import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readInBatches, streamAtOneMoment } from '#server/platform/db/stream.ts'
import { failedJobs, queuedJobs } from '#server/platform/jobs/queue.ts'
import { takesAll } from '#server/shop/usable-code.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'

const entrySchema = z.object({
	id: z.uuid(),
	user_id: z.uuid().nullable(),
	catalogue_id: z.string(),
	product_name: z.string(),
	status: z.enum(purchaseStatuses),
	price_pence: z.int(),
	currency: z.string(),
	created_at: z.date(),
	/** When its row last changed or money was last returned, whichever is later. */
	changed_at: z.date(),
	session_id: z.string().nullable(),
	payment_intent_id: z.string().nullable(),
	held_reason: z.string().nullable(),
	/** Whether the owner has returned the money outside the provider. */
	returned_by_hand: z.boolean(),
	/** Whether the owner has attached the purchase to an account other than the one that paid. */
	attached_by_hand: z.boolean(),
	/** Whether a code took off the whole price, so that the provider was not asked. */
	was_taken_with_code: z.boolean(),
	/** The provider's ids of the refunds and lost disputes that the receipt shows. */
	refunds: z.array(z.string()),
	receipt_pence: z.int().nullable(),
	/** The discount from a code, according to the receipt. Null if the receipt mentions no code; older receipts never do. */
	receipt_discount_pence: z.int().nullable(),
	receipt_mailed: z.boolean(),
	/** Whether the receipt was written long after the sale. Such a receipt is emailed only on request. */
	receipt_is_late: z.boolean(),
	/** Whether a job is still going to email the receipt. */
	receipt_queued: z.boolean(),
	/** Why the mail server refuses the receipt. */
	receipt_refusal: z.string().nullable(),
	has_mailbox: z.boolean(),
	/**
	 * For a completed bundle, how many of its guides the buyer lacks. For any other bundle, how many the buyer owns through it.
	 */
	guides_amiss: z.int(),
	/**
	 * How the report names another purchase with the same payment; null if there is none. Only one of two such purchases names
	 * the other, so that the pair is reported once.
	 */
	same_payment_as: z.string().nullable(),
})

/** A purchase in our records that was paid, or was meant to be paid. */
export type Entry = z.infer<typeof entrySchema>

const eventSchema = z.object({ id: z.string(), type: z.string(), receivedAt: z.date() })
const failedJobSchema = z.object({ job: z.string(), error: z.string() })

/** Our own records, as one side of the audit. */
export interface Books {
	/** Streamed during the comparison, because there may be a million. */
	entries: AsyncIterable<Entry> | Iterable<Entry>
	/** Stored events that have not been applied, except those that wait for their payment. */
	unhandledEvents: z.infer<typeof eventSchema>[]
	/** Jobs that failed permanently. */
	failedJobs: z.infer<typeof failedJobSchema>[]
	/** How many events were not about our sales. */
	ignoredEvents: number
}

/** Reads our side of the comparison: every purchase that was made or changed since a time. */
export async function readBooks(database: Database, since = new Date(0)): Promise<Books> {
	const entries = streamAtOneMoment(database, (tx) => readEntries(tx, since))
	const events = await database.query(
		sql`
		select id, type, received_at as "receivedAt" from shop.payment_events
		where processed_at is null and waits_for_payment is null order by received_at`,
		eventSchema,
	)
	const failed = await database.query(
		sql`select name as job, error from ${failedJobs} job order by id`,
		failedJobSchema,
	)
	const ignoredEvents = await count(
		database,
		sql`select count(*) as count from shop.payment_events where outcome = 'ignored'`,
	)
	return {
		entries,
		unhandledEvents: events,
		failedJobs: failed,
		ignoredEvents,
	}
}

async function* readEntries(tx: Transaction, since: Date): AsyncGenerator<Entry> {
	const batches = readInBatches(
		tx,
		sql`
		select p.id, p.user_id, p.catalogue_id, p.product_name, p.status, p.price_pence, p.currency, p.created_at,
			greatest(p.updated_at, (select max(f.at) from public.refunds f where f.purchase_id = p.id)) as changed_at,
			coalesce(c.session_id, p.stripe_session_id) as session_id, c.payment_intent_id, c.held_reason,
			r.amount_pence as receipt_pence, r.discount_pence as receipt_discount_pence, r.mailed_at is not null as receipt_mailed,
			r.issued_late_at is not null as receipt_is_late,
			array(
				select f.id from public.refunds f where f.purchase_id = p.id and f.stands and f.kind <> 'by hand'
			) as refunds,
			exists (
				select from ${queuedJobs} job
				where job.name = 'send-receipt' and job.payload ->> 'purchaseId' = p.id::text and job.has_attempts_left
			) as receipt_queued,
			exists (
				select from shop.purchase_history h where h.purchase_id = p.id and h.cause = 'returned by hand'
			) as returned_by_hand,
			exists (
				select from shop.purchase_history h where h.purchase_id = p.id and h.cause = 'attached by hand'
			) as attached_by_hand,
			coalesce(
				coalesce(c.session_id, p.stripe_session_id) is null and c.amount_paid_pence = 0 and c.discount_pence = p.price_pence
					and exists (select from shop.discount_codes d where d.id = c.discount_code_id and d.percent_off = ${takesAll}),
				false
			) as was_taken_with_code,
			m.reason as receipt_refusal, u.email is not null as has_mailbox,
			(
				select count(*)::integer from shop.bundle_contents b
				where b.bundle_id = p.catalogue_id and (p.status = 'completed') <> exists (
					select from public.purchases part
					where part.part_of = p.id and part.catalogue_id = b.catalogue_id and part.status = 'completed'
				)
			) as guides_amiss,
			(
				select o.id || ' (' || o.product_name || ')' from shop.checkouts other join public.purchases o on o.id = other.purchase_id
				where other.payment_intent_id = c.payment_intent_id and other.purchase_id < p.id limit 1
			) as same_payment_as
		from public.purchases p
		left join shop.checkouts c on c.purchase_id = p.id
		left join public.receipts r on r.purchase_id = p.id
		left join shop.refused_mails m on m.job = 'send-receipt' and m.reference = p.id::text
		left join auth.users u on u.id = p.user_id
		where (p.price_pence > 0 or c.purchase_id is not null) and (p.created_at >= ${since} or c.updated_at >= ${since})`,
		entrySchema,
	)
	for await (const batch of batches) yield* batch
}
