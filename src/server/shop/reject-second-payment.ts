import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { purchaseStatuses } from '#server/shop/purchases.ts'

const statusSchema = z.object({ status: z.enum(purchaseStatuses) })

interface Wanted {
	userId: string
	catalogueId: string
}

/**
 * Rejects a second payment for the same guide. Throws `already_purchased` if the user owns it, `payment_under_review` if a
 * payment is on hold, and `payment_settling` if one is on its way.
 */
export async function rejectSecondPayment(tx: Transaction, { userId, catalogueId }: Wanted): Promise<void> {
	const rows = await tx.query(
		sql`
		select p.status from public.purchases p left join shop.checkouts c on c.purchase_id = p.id
		where p.user_id = ${userId} and p.catalogue_id = ${catalogueId}
			and (p.status in ('completed', 'held') or (p.status = 'pending' and c.settling_since is not null))`,
		statusSchema,
	)
	const statuses = rows.map(({ status }) => status)
	if (statuses.includes('completed')) {
		throw new AppError({
			code: 'already_purchased',
			status: 409,
			message: 'You already own this product',
			details: { already_purchased: true },
		})
	}
	if (statuses.includes('held')) {
		throw new AppError({
			code: 'payment_under_review',
			status: 409,
			message:
				'We have a payment of yours for this product and are checking it by hand. Please do not pay again: you will have the guide, or your money back.',
		})
	}
	if (statuses.length > 0) {
		throw new AppError({
			code: 'payment_settling',
			status: 409,
			message:
				'Your payment for this product is on its way from your bank, which can take some days. Please do not pay again: the guide will be under Your guides as soon as it arrives.',
		})
	}
}
