import { z } from 'zod'
import type { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	alreadyPurchased,
	partAlreadyPurchased,
	paymentSettling,
	paymentUnderReview,
} from '#server/shop/errors.ts'
import type { CheckoutLine } from '#server/shop/payment-provider.ts'
import { isBundle } from '#shared/bundle-id.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'
import { guidesOf } from './bundles-on-sale.ts'

const foundSchema = z.object({ status: z.enum(purchaseStatuses), guides: z.array(z.string()) })

interface Wanted {
	userId: string
	offer: { id: string; lines: readonly Pick<CheckoutLine, 'catalogueId' | 'productName'>[] }
}

/**
 * Rejects a second payment for the same guide, whether alone or in a bundle. Throws `already_purchased` if the user owns the
 * guide or one of the bundle's guides. Throws `payment_under_review` if a payment for such a guide is on hold, and
 * `payment_settling` if one is on its way.
 */
export async function rejectSecondPayment(tx: Transaction, { userId, offer }: Wanted): Promise<void> {
	const wanted = offer.lines.map(({ catalogueId }) => catalogueId)
	const found = await tx.query(
		sql`
		select p.status, paid.guides
		from public.purchases p left join shop.checkouts c on c.purchase_id = p.id
		cross join lateral (select array(${guidesOf(sql`p.catalogue_id`)}) as guides) paid
		where p.user_id = ${userId} and paid.guides && ${wanted}
			and (p.status in ('completed', 'held') or (p.status = 'pending' and c.settling_since is not null))`,
		foundSchema,
	)
	const statuses = found.map(({ status }) => status)
	if (statuses.includes('completed')) {
		const owned = found.flatMap(({ status, guides }) => (status === 'completed' ? guides : []))
		throw ownedAlready(offer, owned)
	}
	if (statuses.includes('held')) throw paymentUnderReview()
	if (statuses.length > 0) throw paymentSettling()
}

/** Returns the error for an offer of which the user owns these guides. */
function ownedAlready({ id, lines }: Wanted['offer'], owned: readonly string[]): AppError {
	const others = lines.filter(({ catalogueId }) => !owned.includes(catalogueId))
	if (!isBundle(id) || others.length === 0) return alreadyPurchased()
	const names = (some: typeof lines) => some.map(({ productName }) => productName).join(' and ')
	const mine = lines.filter(({ catalogueId }) => owned.includes(catalogueId))
	return partAlreadyPurchased(
		{ owned: names(mine), left: names(others) },
		others.map(({ catalogueId }) => catalogueId),
	)
}
