import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { codeNotUsable, unknownCode } from '#server/shop/errors.ts'
import { nounOf } from '#shared/bundle-id.ts'
import { discountOf } from '#shared/discount.ts'
import { isForSql, usesOf } from './code-field.ts'
import type { LinkCode } from './payment-provider.ts'

/** The percentage of a code that makes free. Such a code isn't at Stripe, which takes no payment of nothing from a link. */
export const takesAll = 100

/** A discount code that a buyer came with by a link, and can use. */
export interface UsableCode extends LinkCode, Discount {}

interface Discount {
	id: string
	/** In capitals. */
	code: string
	offPence: number
	/** Null if it takes off an amount. */
	percentOff: number | null
}

interface Wanted {
	code: string
	offer: { id: string; pricePence: number }
	/** Null if the buyer has not signed in yet. */
	userId: string | null
	now: Date
}

const hindrances = {
	ended: (code: string) => `${code} has ended`,
	early: (code: string) => `${code} can’t be used yet`,
	'other guides': (code: string, noun: string) => `${code} isn’t for this ${noun}`,
	'used up': (code: string) => `${code} has been used up`,
	'used before': (code: string) => `You have used ${code} before`,
	'not at Stripe': (code: string) => `${code} can’t be used just now`,
} as const

const rowSchema = z.object({
	id: z.uuid(),
	code: z.string(),
	percent_off: z.int().nullable(),
	off_pence: z.int().nullable(),
	is_by_product: z.boolean(),
	promotion_code_id: z.string().nullable(),
	hindrance: z.enum(['ended', 'early', 'other guides', 'used up', 'used before', 'not at Stripe']).nullable(),
})

/** Selects that the code `d` isn't ready at Stripe, which a code that makes free needn't be. */
export const isMissingAtStripe = sql`(
	d.percent_off is distinct from ${takesAll} and (d.promotion_code_id is null or not d.is_active)
)`

/** Selects that a buyer has had a guide or a bundle for nothing with the code `d`. If it was taken back, they can't have it again. */
function wasTaken(catalogueId: string, userId: string | null): Sql {
	return sql`(d.percent_off = ${takesAll} and exists (
		select from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where c.discount_code_id = d.id and p.user_id = ${userId} and (p.catalogue_id = ${catalogueId} or d.once_per_customer)
	))`
}

/** Returns a code for a payment page, if this buyer can use it for the offer now. Throws as `usableDiscount` does. */
export async function usableCode(database: Pick<Database, 'query'>, wanted: Wanted): Promise<UsableCode> {
	const { promotionCodeId, ...discount } = await usableDiscount(database, wanted)
	if (promotionCodeId === null)
		throw codeNotUsable(hindrances['not at Stripe'](discount.code), wanted.offer.id)
	return { ...discount, promotionCodeId }
}

/**
 * Returns a code, if this buyer can use it for the offer now. Throws `unknown_code` if there is no such code, and `code_not_usable`
 * with the reason.
 */
export async function usableDiscount(
	database: Pick<Database, 'query'>,
	{ code, offer, userId, now }: Wanted,
): Promise<Discount & Omit<LinkCode, 'promotionCodeId'> & { promotionCodeId: string | null }> {
	const found = await maybeOne(
		database,
		sql`
		select d.id, d.code, d.percent_off, d.off_pence, d.catalogue_ids is not null as is_by_product, d.promotion_code_id,
			case
				when d.turned_off_at is not null or d.ends_at <= ${now} then 'ended'
				when d.starts_at > ${now} then 'early'
				when not ${isForSql(offer.id)} then 'other guides'
				when d.most_uses <= (select count(*) from shop.checkouts u where u.discount_code_id = d.id) then 'used up'
				when d.once_per_customer and exists (${usesOf(sql`d.id`, userId)}) or ${wasTaken(offer.id, userId)} then 'used before'
				when ${isMissingAtStripe} then 'not at Stripe'
			end as hindrance
		from shop.discount_codes d where d.code = ${code.trim().toUpperCase()}
		order by d.turned_off_at desc nulls first limit 1`,
		rowSchema,
	)
	if (found === undefined) throw unknownCode(offer.id)
	const { hindrance, promotion_code_id: promotionCodeId, is_by_product: isByProduct } = found
	if (hindrance !== null) throw codeNotUsable(hindrances[hindrance](found.code, nounOf(offer.id)), offer.id)
	return {
		id: found.id,
		code: found.code,
		promotionCodeId,
		isByProduct,
		offPence: discountOf(found, offer.pricePence),
		percentOff: found.percent_off,
	}
}
