import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne, one } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { isBundle } from '#shared/bundle-id.ts'
import { isBundleSql } from './bundles-on-sale.ts'
import type { CheckoutSession, CodeField } from './payment-provider.ts'
import type { Purchase } from './purchases.ts'

const fieldSchema = z.object({
	is_shown: z.boolean(),
	is_by_product: z.boolean(),
	is_used: z.boolean(),
	is_for_others: z.boolean(),
})

interface Buying {
	userId: string
	catalogueId: string
	now: Date
}

/** Returns the SQL condition that the discount code `d` is for a guide or a bundle. */
export function isForSql(catalogueId: string): Sql {
	return sql`case
		when d.catalogue_ids is null then d.for_bundles or not ${isBundleSql(sql`${catalogueId}::text`)}
		else ${catalogueId} = any (d.catalogue_ids)
	end`
}

/**
 * Returns whether a buyer can type a code on the payment page of a guide or a bundle. They can if an active code that was made in the
 * admin is for it. Stripe can't limit a code to one use by each customer. A customer who has used a code with this limit is
 * therefore shown no field as long as the code is active. Nor can Stripe limit a code to single guides: while one is active, no bundle
 * has a field.
 */
export async function codeFieldFor(
	tx: Transaction,
	{ userId, catalogueId, now }: Buying,
): Promise<CodeField> {
	const codes = await one(
		tx,
		sql`
		select count(*) > 0 as is_shown, coalesce(bool_or(d.catalogue_ids is not null), false) as is_by_product,
			coalesce(bool_or(d.once_per_customer and exists (${usesOf(sql`d.id`, userId)})), false) as is_used,
			coalesce(bool_or(not ${isForSql(catalogueId)}), false) as is_for_others
		from shop.discount_codes d
		where d.is_active and d.turned_off_at is null and d.starts_at <= ${now} and (d.ends_at is null or d.ends_at > ${now})
			and (d.catalogue_ids is null or ${isForSql(catalogueId)})
			and (d.most_uses is null or d.most_uses > (select count(*) from shop.checkouts u where u.discount_code_id = d.id))`,
		fieldSchema,
	)
	if (codes.is_used || codes.is_for_others) return 'hidden'
	if (codes.is_by_product) return 'shown for product'
	if (codes.is_shown) return 'shown'
	return isBundle(catalogueId) ? 'hidden' : 'as set'
}

const codeSchema = z.object({ id: z.uuid(), code: z.string() })

/**
 * Returns the reason to hold a purchase whose buyer has used its code before, although each customer may use the code only once.
 * This can happen with two payment pages open at the same time. The lock serialises uses of such a code.
 */
export async function secondUseOfCode(
	tx: Transaction,
	{ id, user_id }: Purchase,
	{ promotionCodeId }: CheckoutSession,
): Promise<string | undefined> {
	if (promotionCodeId === null) return undefined
	const code = await maybeOne(
		tx,
		sql`
		select id, code from shop.discount_codes
		where promotion_code_id = ${promotionCodeId} and once_per_customer for no key update`,
		codeSchema,
	)
	if (code === undefined) return undefined
	const isSecondUse = await exists(tx, sql`${usesOf(sql`${code.id}::uuid`, user_id)} and p.id <> ${id}`)
	return isSecondUse ? `paid with ${code.code} a second time, which each customer may use once` : undefined
}

/**
 * Selects the uses of a code by a customer. A refunded use doesn't count, because the customer may have chosen the wrong guide.
 */
export function usesOf(code: Sql, userId: string | null): Sql {
	return sql`
		select from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where c.discount_code_id = ${code} and p.user_id = ${userId} and p.status in ('completed', 'held', 'disputed')`
}
