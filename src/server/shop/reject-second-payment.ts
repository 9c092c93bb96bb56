import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { CheckoutLine } from '#server/shop/payment-provider.ts'
import { purchaseStatuses } from '#server/shop/purchases.ts'
import { isBundle } from '#shared/bundle-id.ts'
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
		throw alreadyPurchased(offer, owned)
	}
	if (statuses.includes('held')) {
		throw new AppError({
			code: 'payment_under_review',
			status: 409,
			message:
				'We have received a payment from you for this product and are checking it by hand. Please do not pay again: you will get either the guide or your money back.',
		})
	}
	if (statuses.length > 0) {
		throw new AppError({
			code: 'payment_settling',
			status: 409,
			message:
				'Your payment for this product is on its way from your bank, which can take a few days. Please do not pay again: the guide will be under Your guides as soon as it arrives.',
		})
	}
}

function alreadyPurchased({ id, lines }: Wanted['offer'], owned: readonly string[]): AppError {
	const others = lines.filter(({ catalogueId }) => !owned.includes(catalogueId))
	if (!isBundle(id) || others.length === 0)
		return new AppError({
			code: 'already_purchased',
			status: 409,
			message: 'You already own this product',
			details: { already_purchased: true },
		})
	const names = (some: typeof lines) => some.map(({ productName }) => productName).join(' and ')
	const mine = lines.filter(({ catalogueId }) => owned.includes(catalogueId))
	return new AppError({
		code: 'already_purchased',
		status: 409,
		message: `You already own ${names(mine)}. Buy ${names(others)} separately instead. You have not been charged.`,
		// `already_purchased` is left out, because it would make pages believe that the user owns everything in the bundle.
		details: { guides_left: others.map(({ catalogueId }) => catalogueId) },
	})
}
