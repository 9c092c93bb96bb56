import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { requireNotOwn } from '#server/admin-api/require-member.ts'
import { exists, idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { recordDecision, setCause } from '#server/shop/purchases.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { accountName } from '#shared/names.ts'
import { findAccount } from './find-purchase.ts'
import { lockMember, requireGiftWithinLimits } from './helper-limits.ts'

/** Throws `DecisionError` if the guide isn't offered, or if a payment for it is on hold or disputed. */
export const giveGuide = defineAct(customersApi['give-guide'], {
	does: 'gives a customer a guide free of charge',
	log: 'Gave a guide',
	roles: ['owner', 'helper'],
	needsReason: true,
	sensitive: true,
	plan: async ({ database, clock }, { customer, product: productId }, { by, member, reason }) => {
		const account = await findAccount(database, customer)
		requireNotOwn(account.id, member)
		await requireGiftWithinLimits(database, member, clock.now())
		const product = await maybeOne(
			database,
			sql`select title from public.products where id = ${productId} and not coming_soon and not withdrawn`,
			z.object({ title: z.string() }),
		)
		if (product === undefined) throw guideNotFound()
		const { id } = account
		const had = await maybeOne(
			database,
			sql`
			select status from public.purchases
			where user_id = ${id} and catalogue_id = ${productId} and status in ('completed', 'held', 'disputed') limit 1`,
			z.object({ status: z.string() }),
		)
		if (had?.status === 'completed') return { will: [] }
		if (had !== undefined)
			throw new DecisionError(`Their purchase of ${product.title} is ${had.status}: decide on that first.`)
		return {
			will: [
				`Gives ${product.title} to ${accountName(account)} free of charge. It’s in their guides at once, and they can download it.`,
				'They are not emailed, and it isn’t a sale. It can’t be taken back here.',
			],
			execute: async (tx) => {
				await lockMember(tx, member)
				await requireGiftWithinLimits(tx, member, clock.now())
				// Waits if an owner is taking the guide's release back at this moment.
				const isOut = await exists(
					tx,
					sql`select from public.products where id = ${productId} and not coming_soon and not withdrawn for key share`,
				)
				if (!isOut) throw guideNotFound()
				await recordDecision(tx, { by, reason: reason ?? 'given for nothing' })
				await setCause(tx, 'operator')
				const purchase = await maybeOne(
					tx,
					sql`
					insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, currency, status)
					select ${id}, p.id, p.product_id, p.title, 0, p.currency, 'completed' from public.products p where p.id = ${productId}
					on conflict do nothing returning id`,
					idRow,
				)
				if (purchase === undefined) throw new DecisionError('They already have it.')
				return { userId: id, purchaseId: purchase.id, details: { product: productId } }
			},
		}
	},
})

function guideNotFound(): DecisionError {
	return new DecisionError('There is no such guide to give away.')
}
