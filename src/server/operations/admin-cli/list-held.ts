import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import { paidByUnknownAccount } from '#server/shop/purchases.ts'
import { formatPounds } from '#shared/money.ts'

interface ListOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getCheckout'>
}

const heldSchema = z.object({
	id: z.uuid(),
	product_name: z.string(),
	paid: z.int().nullable(),
	email: z.string().nullable(),
	reason: z.string(),
	session_id: z.string().nullable(),
})

/** Lists the purchases on hold, oldest first: what was paid for what, by whom, and why it is on hold. */
export async function listHeld({ database, payments }: ListOptions): Promise<string[]> {
	const rows = await database.query(
		sql`
		select p.id, p.product_name, c.amount_paid_pence as paid, u.email, p.stripe_session_id as session_id,
			coalesce(c.held_reason, 'no reason recorded') as reason
		from public.purchases p
		left join shop.checkouts c on c.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		where p.status = 'held' order by p.created_at`,
		heldSchema,
	)
	if (rows.length === 0) return ['Nothing is on hold.']
	const lines: string[] = []
	for (const row of rows) {
		const paid = row.paid === null ? '' : `${formatPounds(row.paid)} for `
		lines.push(`${row.id}  ${paid}${row.product_name}, ${await buyerOf(payments, row)}: ${row.reason}`)
	}
	return lines
}

async function buyerOf(payments: ListOptions['payments'], row: z.infer<typeof heldSchema>): Promise<string> {
	if (row.email !== null) return row.email
	if (!row.reason.startsWith(paidByUnknownAccount)) return 'account deleted'
	return `paid by ${await payerOf(payments, row.session_id)}`
}

/** Asks the provider each time: the address of someone without an account here is not stored. */
async function payerOf(payments: ListOptions['payments'], sessionId: string | null): Promise<string> {
	try {
		const session = sessionId === null ? undefined : await payments.getCheckout(sessionId)
		return session?.customerEmail ?? 'someone whose address the payment provider does not have'
	} catch (error) {
		if (!(error instanceof ProviderFailure)) throw error
		return 'someone whose address only the payment provider has, which cannot be reached just now'
	}
}
