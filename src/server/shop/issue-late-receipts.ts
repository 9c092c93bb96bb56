import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { issueReceipt } from '#server/shop/issue-receipt.ts'
import type { Seller } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'

interface LateOptions {
	database: Database
	seller: Seller | undefined
	clock: Clock
}

const rowSchema = z.object({ id: z.uuid(), paid_at: z.date() })

/**
 * Writes missing receipts for purchases older than receipts, in order of payment. Each shows the day of the payment and says
 * that it was written later; its number is today's. None is emailed: buyers find them on their account
 * page, and the owner can send one by `npm run admin -- receipt`.
 */
export async function issueLateReceipts({ database, seller, clock }: LateOptions): Promise<void> {
	const issuedLateAt = clock.now()
	await database.asServer(async (tx) => {
		const rows = await tx.query(
			sql`
			select p.id, coalesce(
				(select min(h.at) from shop.purchase_history h where h.purchase_id = p.id and h.to_status = 'completed'),
				p.created_at
			) as paid_at
			from public.purchases p join shop.checkouts c on c.purchase_id = p.id
			left join public.receipts r on r.purchase_id = p.id
			where p.status = 'completed' and r.id is null
			order by paid_at`,
			rowSchema,
		)
		for (const { id, paid_at: paidAt } of rows) {
			await issueReceipt(tx, id, { seller, paidAt, issuedLateAt })
		}
	})
}
