import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { notForSale } from '#server/shop/errors.ts'
import { guidesOf, readPrice } from './bundles-on-sale.ts'
import type { Offer } from './open-checkout-session.ts'

/** Thrown if an owner has changed the price, or withdrawn the offer, since it was read. The caller reads it again. */
export class OfferChanged extends Error {}

/**
 * Locks the guides. Until the purchase is stored, owners can change the price of none of them, nor take it back or off sale. Throws
 * `not_for_sale` or `OfferChanged` if that has just happened.
 */
export async function requireOnSale(
	tx: Transaction,
	{ id, pricePence }: Pick<Offer, 'id' | 'pricePence'>,
): Promise<void> {
	if (!(await areOffered(tx, id))) throw notForSale()
	// Read in the transaction, because waiting for the lock may have meant waiting for a change of the price.
	if ((await readPrice(tx, id)) !== pricePence) throw new OfferChanged()
}

/** Locks the guides of an offer, and returns whether none has been taken back or off sale. */
export async function areOffered(tx: Transaction, id: string): Promise<boolean> {
	const guides = await tx.query(
		sql`
		select not coming_soon and not withdrawn as "isOffered" from public.products
		where id in (${guidesOf(sql`${id}`)}) order by id for key share`,
		z.object({ isOffered: z.boolean() }),
	)
	return guides.every(({ isOffered }) => isOffered)
}
