import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isBundleSql } from '#server/shop/bundles-on-sale.ts'
import { mayBeRefunded } from '#server/shop/may-be-refunded.ts'
import { inStateSince } from '#server/shop/purchases.ts'
import { customerDetails, deviceSchema, purchaseSchema } from '#shared/admin/customers.ts'
import { openedGuides } from './openings.ts'

const purchaseRow = purchaseSchema.omit({ todo: true })

export type CustomerPurchase = z.infer<typeof purchaseRow>

/** Reads the last 200 things that a customer has bought or taken, the newest first. A bundle is one purchase. */
export async function readPurchases(
	database: Pick<Database, 'query'>,
	userId: string,
): Promise<CustomerPurchase[]> {
	return await database.query(
		sql`
		select p.id, p.created_at as at, ${inStateSince} as since, p.product_name as product, p.price_pence, c.discount_pence, r.discount_code, p.status, ${mayBeRefunded} as may_refund, r.number as receipt,
			r.mailed_at as receipt_emailed_at, m.reason as receipt_refusal, c.payment_intent_id as payment,
			${openedGuides} as opened,
			array(
				select jsonb_build_object('at', f.at, 'kind', f.kind, 'amount_pence', f.amount_pence, 'stands', f.stands)
				from public.refunds f where f.purchase_id = p.id order by f.at, f.id
			) as refunds
		from public.purchases p
		left join public.receipts r on r.purchase_id = p.id
		left join shop.checkouts c on c.purchase_id = p.id
		left join shop.refused_mails m on m.job = 'send-receipt' and m.reference = p.id::text
		where p.user_id = ${userId} and p.part_of is null order by p.created_at desc, p.id desc limit 200`,
		purchaseRow,
	)
}

const detailsRow = customerDetails.extend({
	devices: z.array(deviceSchema.omit({ name: true }).extend({ program: z.string().nullable() })),
})

export type CustomerDetails = z.infer<typeof detailsRow>

/** Reads what the page of a customer shows besides their purchases and emails. */
export async function readCustomer(
	database: Pick<Database, 'query'>,
	{ id, now }: { id: string; now: Date },
): Promise<CustomerDetails | undefined> {
	return await maybeOne(
		database,
		sql`
		select u.is_anonymous as is_guest,
			exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_second_step,
			case when exists (
				select from auth.one_time_tokens t
				where t.user_id = u.id and t.token_type = 'email_change_token_new' and coalesce(t.expires_at > ${now}, true)
			) then u.email_change end as pending_email,
			array(
				select jsonb_build_object(
					'id', s.id, 'program', s.user_agent, 'signed_in_at', s.created_at, 'used_at', coalesce(s.refreshed_at, s.created_at)
				) from auth.sessions s where s.user_id = u.id and (s.not_after is null or s.not_after > ${now})
				order by coalesce(s.refreshed_at, s.created_at) desc limit 20
			) as devices,
			array(
				select jsonb_build_object('at', e.created_at, 'action', e.action)
				from auth.audit_log_entries e where e.user_id = u.id order by e.created_at desc, e.id desc limit 20
			) as events,
			array(
				select jsonb_build_object(
					'id', q.id, 'kind', q.kind, 'product', p.product_name, 'said', q.said, 'at', q.asked_at, 'answer', q.answer,
					'answered_by', q.answered_by, 'answered_at', q.answered_at
				) from shop.requests q left join public.purchases p on p.id = q.purchase_id
				where q.user_id = u.id order by q.asked_at desc, q.id desc limit 100
			) as requests,
			array(
				select jsonb_build_object(
					'id', r.id, 'product', coalesce(p.title, r.catalogue_id), 'rating', r.rating, 'body', r.body, 'written_at', r.created_at,
					'answer', r.answer, 'hidden_reason', r.hidden_reason
				) from public.reviews r left join public.products p on p.id = r.catalogue_id where r.user_id = u.id order by r.serial desc
			) as reviews,
			array(
				select jsonb_build_object('id', n.id, 'at', n.written_at, 'by', n.written_by, 'body', n.body)
				from shop.customer_notes n where n.user_id = u.id order by n.written_at desc, n.id desc limit 100
			) as notes,
			array(
				select jsonb_build_object('id', p.id, 'title', p.title) from public.products p
				where not p.coming_soon and not ${isBundleSql(sql`p.id`)} and not exists (
					select from public.purchases g where g.user_id = u.id and g.catalogue_id = p.id and g.status in ('completed', 'held', 'disputed')
				) order by p.title
			) as may_get
		from auth.users u where u.id = ${id}`,
		detailsRow,
	)
}
