import { z } from 'zod'
import { reading } from '#server/admin-api/operation.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mayBeRefunded } from '#server/shop/may-be-refunded.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import { paidByUnknownAccount } from '#server/shop/purchases.ts'
import { salesApi } from '#shared/admin/sales.ts'

const rowSchema = z.object({
	purchase: z.uuid(),
	product: z.string(),
	/** The address of its account; null if it has none. */
	email: z.string().nullable(),
	user_id: z.uuid().nullable(),
	receipt: z.string().nullable(),
	/** Null if the amount is not known. */
	paid_pence: z.int().nullable(),
	reason: z.string(),
	since: z.date(),
	may_refund: z.boolean(),
	session_id: z.string().nullable(),
	payment_intent_id: z.string().nullable(),
})

/** Reads the purchases on hold from the shop's records, oldest first. */
export async function readHeldPurchases(database: Pick<Database, 'query'>, most = 1_000) {
	const rows = await database.query(
		sql`
		select p.id as purchase, p.product_name as product, u.email, p.user_id, r.number as receipt, c.amount_paid_pence as paid_pence,
			coalesce(c.held_reason, 'no reason recorded') as reason, p.created_at as since, ${mayBeRefunded} as may_refund,
			p.stripe_session_id as session_id, c.payment_intent_id
		from public.purchases p
		left join shop.checkouts c on c.purchase_id = p.id
		left join public.receipts r on r.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		where p.status = 'held' order by p.created_at limit ${most}`,
		rowSchema,
	)
	return rows.map((row) => ({ ...row, needs_account: row.reason.startsWith(paidByUnknownAccount) }))
}

export interface Payer {
	/** The address that was given at the payment; null if it is not known. */
	address: string | null
	/** Who paid, in words: the address, or why it is not known. */
	words: string
}

/** Asks the provider who paid, each time, because the shop doesn't store the address of a payer who has no account here. */
export async function payerOf(
	payments: Pick<PaymentProvider, 'getCheckout'>,
	checkoutSessionId: string | null,
): Promise<Payer> {
	try {
		const checkoutSession =
			checkoutSessionId === null ? undefined : await payments.getCheckout(checkoutSessionId)
		const address = checkoutSession?.customerEmail ?? null
		return { address, words: address ?? 'someone whose address the payment provider does not have' }
	} catch (error) {
		if (!(error instanceof ProviderFailure)) throw error
		return {
			address: null,
			words: 'someone whose address only the payment provider has, which cannot be reached just now',
		}
	}
}

export const heldPurchases = reading(salesApi['held-purchases'], {
	does: 'lists the purchases on hold, which are waiting for a decision, and asks Stripe who paid those without an account',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database, payments }) => {
		const rows = []
		for (const { email, session_id, needs_account, ...held } of await readHeldPurchases(database))
			rows.push({
				...held,
				buyer:
					email ??
					`${needs_account ? '' : 'account deleted, '}paid by ${(await payerOf(payments, session_id)).words}`,
			})
		return { rows }
	},
})
