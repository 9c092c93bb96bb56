import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import { paidByUnknownAccount } from '#server/shop/purchases.ts'

interface ListOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getCheckout'>
}

const rowSchema = z.object({
	id: z.uuid(),
	product_name: z.string(),
	paid: z.int().nullable(),
	email: z.string().nullable(),
	reason: z.string(),
	session_id: z.string().nullable(),
})

export const heldSchema = z.object({
	held: z.array(
		z.object({
			purchase_id: z.uuid(),
			product: z.string(),
			/** Null if the amount is not known. */
			paid_pence: z.int().nullable(),
			buyer: z.string(),
			reason: z.string(),
		}),
	),
})

export type Held = z.infer<typeof heldSchema>

/** Lists the purchases on hold, oldest first. Each has its product, its payment, the buyer and the reason for the hold. */
export async function listHeld({ database, payments }: ListOptions): Promise<Held> {
	const rows = await database.query(
		sql`
		select p.id, p.product_name, c.amount_paid_pence as paid, u.email, p.stripe_session_id as session_id,
			coalesce(c.held_reason, 'no reason recorded') as reason
		from public.purchases p
		left join shop.checkouts c on c.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		where p.status = 'held' order by p.created_at`,
		rowSchema,
	)
	const held: Held['held'] = []
	for (const row of rows)
		held.push({
			purchase_id: row.id,
			product: row.product_name,
			paid_pence: row.paid,
			buyer: await buyerOf(payments, row),
			reason: row.reason,
		})
	return { held }
}

async function buyerOf(payments: ListOptions['payments'], row: z.infer<typeof rowSchema>): Promise<string> {
	if (row.email !== null) return row.email
	if (!row.reason.startsWith(paidByUnknownAccount)) return 'account deleted'
	return `paid by ${await payerOf(payments, row.session_id)}`
}

/** Asks the provider each time, because the address of a payer without an account here is not stored. */
async function payerOf(payments: ListOptions['payments'], checkoutSessionId: string | null): Promise<string> {
	try {
		const checkoutSession =
			checkoutSessionId === null ? undefined : await payments.getCheckout(checkoutSessionId)
		return checkoutSession?.customerEmail ?? 'someone whose address the payment provider does not have'
	} catch (error) {
		if (!(error instanceof ProviderFailure)) throw error
		return 'someone whose address only the payment provider has, which cannot be reached just now'
	}
}
