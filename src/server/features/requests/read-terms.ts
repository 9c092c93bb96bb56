import { z } from 'zod'
import { openedGuides } from '#server/features/customers/openings.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { refundHasFailed } from '#server/shop/purchases.ts'
import { isRefundUnderWay } from '#server/shop/refunds-under-way.ts'
import { openedSchema } from '#shared/admin/customers.ts'
import { dayMs } from '#shared/clock.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'
import { daysBetweenRefunds, refundDays } from '#shared/refund-limits.ts'
import { kindsOfRequest, type RefundTerms } from '#shared/refund-terms.ts'

export interface TermsOptions {
	now: Date
	/** Up to which price the shop refunds without a person. */
	limitPence: number
}

export interface Buyer {
	userId: string
	/** One of their purchases; all of them if it is left out. */
	purchaseId?: string | undefined
}

/** How many purchases are read at most, newest first. */
const most = 200

const rowSchema = z.object({
	id: z.uuid(),
	name: z.string(),
	status: z.enum(purchaseStatuses),
	paid_pence: z.int(),
	paid_at: z.date().nullable(),
	is_settling: z.boolean(),
	/** Whether the provider can be asked to give the payment back. */
	is_returnable: z.boolean(),
	guides: openedSchema,
	consent_wording: z.string().nullable(),
	consent_at: z.date().nullable(),
	is_disputed: z.boolean(),
	is_under_way: z.boolean(),
	refunded_pence: z.int(),
	has_refunded_another: z.boolean(),
	asked_kind: z.enum(kindsOfRequest).nullable(),
	asked_at: z.date().nullable(),
	said: z.string().nullable(),
	answer: z.string().nullable(),
})
type TermsRow = z.infer<typeof rowSchema>

/**
 * Reads what a buyer may ask for about their purchases, newest first. Leaves out what nothing was paid for. The guides of a bundle have
 * no terms of their own.
 */
export async function readRefundTerms(
	tx: Pick<Transaction, 'query'>,
	{ userId, purchaseId }: Buyer,
	{ now, limitPence }: TermsOptions,
): Promise<RefundTerms[]> {
	const which: Sql = purchaseId === undefined ? sql`true` : sql`p.id = ${purchaseId}`
	const rows = await tx.query(
		sql`
		select p.id, p.product_name as name, p.status, coalesce(r.amount_pence, c.amount_paid_pence, c.due_pence, p.price_pence) as paid_pence,
			r.paid_at, p.settling_since is not null as is_settling,
			c.payment_intent_id is not null and c.held_reason is distinct from ${refundHasFailed} as is_returnable,
			${openedGuides} as guides, c.consent_wording, c.consent_at,
			exists (
				select from shop.disputes d where d.payment_intent_id = c.payment_intent_id and d.state in ('open', 'lost')
			) as is_disputed,
			${isRefundUnderWay} as is_under_way,
			(
				select coalesce(sum(amount_pence), 0)::integer from public.refunds f where f.purchase_id = p.id and f.stands
			) as refunded_pence,
			exists (
				select from shop.requests q
				where q.user_id = p.user_id and q.kind = 'refund' and q.purchase_id <> p.id
					and q.asked_at > ${new Date(now.getTime() - daysBetweenRefunds * dayMs)}
			) as has_refunded_another,
			asked.kind as asked_kind, asked.asked_at, asked.said, asked.answer
		from public.purchases p
		join shop.checkouts c on c.purchase_id = p.id
		left join public.receipts r on r.purchase_id = p.id
		left join lateral (
			select q.kind, q.asked_at, q.said, q.answer from shop.requests q
			where q.purchase_id = p.id and q.user_id = p.user_id order by q.asked_at desc limit 1
		) asked on true
		where p.user_id = ${userId} and ${which} and p.part_of is null and p.price_pence > 0 order by p.created_at desc limit ${most}`,
		rowSchema,
	)
	return rows.flatMap((row) => termsOf(row, { now, limitPence }) ?? [])
}

function termsOf(row: TermsRow, { now, limitPence }: TermsOptions): RefundTerms | undefined {
	if (row.paid_pence === 0) return undefined
	const until = row.paid_at && new Date(row.paid_at.getTime() + refundDays * dayMs)
	const openedAt = lastOpened(row)
	const decided = row.is_under_way
		? ({ way: 'none', because: 'refund under way' } as const)
		: decide(row, { isLate: until === null || now > until, isOpened: openedAt !== null, limitPence })
	if (decided === undefined) return undefined
	return {
		purchaseId: row.id,
		name: row.name,
		guides: row.guides.map(({ guide }) => guide),
		paidPence: row.paid_pence,
		paidAt: row.paid_at?.toISOString() ?? null,
		...decided,
		until: until?.toISOString() ?? null,
		openedAt,
		consent:
			row.consent_wording === null || row.consent_at === null
				? null
				: { wording: row.consent_wording, at: row.consent_at.toISOString() },
		asked:
			row.asked_kind === null || row.asked_at === null
				? null
				: {
						kind: row.asked_kind,
						at: row.asked_at.toISOString(),
						said: row.said ?? '',
						answer: row.answer,
					},
	}
}

function lastOpened({ guides }: TermsRow): string | null {
	const times = guides.map(({ opened_at }) => opened_at).filter((time) => time !== null)
	return times.toSorted().at(-1) ?? null
}

interface Circumstances {
	isLate: boolean
	isOpened: boolean
	limitPence: number
}

/** Decides what can be asked for. Returns undefined for a purchase that was never paid. */
function decide(
	row: TermsRow,
	{ isLate, isOpened, limitPence }: Circumstances,
): Pick<RefundTerms, 'way' | 'because'> | undefined {
	switch (row.status) {
		case 'refunded':
		case 'duplicate':
			return { way: 'none', because: 'refunded' }
		case 'disputed':
			return { way: 'none', because: 'disputed' }
		case 'pending':
			return row.is_settling ? { way: 'cancel', because: 'payment on its way' } : undefined
		case 'expired':
		case 'failed':
			return undefined
		case 'held':
			if (row.is_disputed) return { way: 'none', because: 'disputed' }
			return { way: row.is_returnable ? 'refund' : 'help', because: 'on hold' }
		case 'completed':
			if (row.is_disputed) return { way: 'none', because: 'disputed' }
			if (isOpened) return { way: 'help', because: 'opened' }
			if (isLate) return { way: 'help', because: 'late' }
			if (row.refunded_pence > 0) return { way: 'help', because: 'partly refunded' }
			if (row.has_refunded_another) return { way: 'help', because: 'refunded another' }
			if (row.paid_pence > limitPence) return { way: 'help', because: 'over the limit' }
			return { way: 'refund', because: 'unopened' }
	}
}
