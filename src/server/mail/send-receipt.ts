import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Mailer } from '#server/mail/mail.ts'
import { receiptMail } from '#server/mail/receipt-mail.ts'

interface SendReceiptOptions {
	database: Database
	mailer: Mailer
	config: Pick<Config, 'siteUrl' | 'trader'>
}

const rowSchema = z.object({
	email: z.string(),
	product_name: z.string(),
	amount: z.int(),
	paid_at: z.date(),
})

/** Mails the receipt of a purchase. A buyer who has since deleted their account gets none. */
export async function sendReceipt(
	{ database, mailer, config }: SendReceiptOptions,
	purchaseId: string,
): Promise<void> {
	const [row] = await database.query(sql`
		select u.email, p.product_name, coalesce(c.amount_paid_pence, p.price_pence) as amount,
			(select min(h.at) from shop.purchase_history h where h.purchase_id = p.id and h.to_status = 'completed') as paid_at
		from public.purchases p
		join auth.users u on u.id = p.user_id
		join shop.checkouts c on c.purchase_id = p.id
		where p.id = ${purchaseId} and p.status = 'completed' and u.email is not null`)
	if (row === undefined) return
	const { email, product_name, amount, paid_at } = rowSchema.parse(row)
	await mailer.send(
		receiptMail({
			to: email,
			purchaseId,
			productName: product_name,
			amountPence: amount,
			paidAt: paid_at,
			siteUrl: config.siteUrl,
			trader: config.trader,
		}),
	)
}
