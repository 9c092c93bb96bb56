import { z } from 'zod'
import { openedGuides, wayOfDownload } from '#server/features/customers/openings.ts'
import { purchasesNamed, purchasesNamedInPart } from '#server/features/customers/typed-names.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { guidesOf } from '#server/shop/bundles-on-sale.ts'
import { mayBeRefunded } from '#server/shop/may-be-refunded.ts'
import { inStateSince } from '#server/shop/purchases.ts'
import { disputeOfSale, foundSale, movementOfSale, saleSchema } from '#shared/admin/sale.ts'
import { movementsOf } from './movements.ts'

const saleRow = saleSchema
	.omit({ country: true, movements: true, disputes: true, mails: true, session: true, payment: true })
	.extend({
		session_id: z.string().nullable(),
		payment_intent_id: z.string().nullable(),
		disputes: z.array(disputeOfSale.omit({ is_open: true })),
	})

export type Sale = z.infer<typeof saleRow>

const shownDownloads = 20

/** Reads everything about one purchase except its movements and emails; undefined if there is none with this id. */
export async function readSale(
	database: Pick<Database, 'query'>,
	purchaseId: string,
): Promise<Sale | undefined> {
	return await maybeOne(
		database,
		sql`
		select p.id, coalesce(r.product_name, p.product_name) as product, p.catalogue_id, p.created_at as at, ${inStateSince} as since, p.status, ${mayBeRefunded} as may_refund,
			case when p.status = 'held' then c.held_reason end as held_reason, p.user_id, u.email,
			r.number as receipt, r.mailed_at as receipt_emailed_at, r.paid_at, p.price_pence,
			coalesce(r.discount_pence, c.discount_pence) as discount_pence, r.discount_code,
			coalesce(r.amount_pence, c.amount_paid_pence) as paid_pence, r.vat_pence, p.stripe_session_id as session_id, c.payment_intent_id,
			case when r.vat_country is not null then jsonb_build_object(
				'country', r.vat_country, 'rate', r.vat_rate, 'billing_country', c.billing_country, 'card_country', (
					select max(m.card_country) from shop.balance_movements m where m.payment_intent_id = c.payment_intent_id
				)
			) end as oss,
			array(
				select jsonb_build_object('at', f.at, 'id', f.id, 'amount_pence', f.amount_pence)
				from public.refunds f where f.purchase_id = p.id and not f.stands and f.kind <> 'dispute' order by f.at, f.id
			) as failed_refunds,
			array(
				select jsonb_build_object(
					'id', d.id, 'state', d.state, 'stage', d.stage, 'amount_pence', d.amount_pence, 'answer_by', d.answer_by, 'sent_at', a.sent_at
				) from shop.disputes d left join shop.dispute_answers a on a.dispute_id = d.id and a.stage = d.stage
				where d.payment_intent_id = c.payment_intent_id order by d.answer_by, d.id
			) as disputes,
			array(
				select jsonb_build_object('at', h.at, 'status', h.to_status, 'cause', h.cause)
				from shop.purchase_history h where h.purchase_id = p.id order by h.id
			) as history,
			array(
				select jsonb_build_object('at', d.at, 'file', d.file_name, 'edition', d.edition, 'way', ${wayOfDownload})
				from public.downloads d where d.user_id = p.user_id and d.catalogue_id in (${guidesOf(sql`p.catalogue_id`)}) order by d.at desc limit ${shownDownloads}
			) as downloads,
			(
				select count(*) from public.downloads d where d.user_id = p.user_id and d.catalogue_id in (${guidesOf(sql`p.catalogue_id`)})
			)::integer as download_count,
			${openedGuides} as opened
		from public.purchases p
		left join public.receipts r on r.purchase_id = p.id
		left join shop.checkouts c on c.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		where p.id = ${purchaseId}`,
		saleRow,
	)
}

const movementRow = movementOfSale.omit({ payout: true }).extend({
	country: z.string().nullable(),
	payout_id: z.string().nullable(),
	arrives_on: z.iso.date().nullable(),
})

/** Reads the movements of one purchase from the records, oldest first. */
export async function readMovementsOf(
	database: Pick<Database, 'query'>,
	purchaseId: string,
): Promise<z.infer<typeof movementRow>[]> {
	return await database.query(
		sql`
		select m.at, m.kind, m.gross_pence, m.vat_pence, m.fee_pence, m.country, o.id as payout_id,
			to_char(o.arrives_on, 'YYYY-MM-DD') as arrives_on
		from (${movementsOf(sql`select ${purchaseId}::uuid as id`)}) m left join shop.payouts o on o.id = m.payout_id
		order by m.at, m.key`,
		movementRow,
	)
}

/** Finds purchases by the number of their receipt, or by the id of anything that belongs to them, of which a part is enough. */
export async function searchSales(
	database: Pick<Database, 'query'>,
	text: string,
): Promise<z.infer<typeof foundSale>[]> {
	const find = async (named: Sql) =>
		await database.query(
			sql`
			select p.id, coalesce(r.product_name, p.product_name) as product, r.number as receipt, u.email,
				coalesce(r.amount_pence, c.amount_paid_pence) as paid_pence
			from public.purchases p
			left join public.receipts r on r.purchase_id = p.id
			left join shop.checkouts c on c.purchase_id = p.id
			left join auth.users u on u.id = p.user_id
			where p.id in (${named}) order by p.created_at desc, p.id limit 20`,
			foundSale,
		)
	for (const named of [purchasesNamed(text), ...purchasesNamedInPart(text)]) {
		const found = await find(named)
		if (found.length > 0) return found
	}
	return []
}
