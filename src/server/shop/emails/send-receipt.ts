import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import { receiptMail } from '#server/shop/emails/receipt-mail.ts'
import { purchaseStatuses } from '#server/shop/purchase-states.ts'
import type { Clock } from '#shared/clock.ts'

interface SendReceiptOptions {
	database: Database
	mailer: Mailer
	clock: Clock
	siteUrl: string
}

const rowSchema = z.object({
	email: z.string(),
	number: z.string(),
	product_name: z.string(),
	amount_pence: z.int(),
	vat_pence: z.int(),
	paid_at: z.date(),
	seller_name: z.string().nullable(),
	seller_address: z.string().nullable(),
	seller_email: z.string().nullable(),
	seller_vat_number: z.string().nullable(),
	consent_wording: z.string().nullable(),
	consent_at: z.date().nullable(),
	issued_late_at: z.date().nullable(),
	status: z.enum(purchaseStatuses),
})

const refundSchema = z.object({
	kind: z.enum(['refund', 'dispute', 'by hand']),
	amount_pence: z.int(),
	at: z.date(),
})

/** Emails the receipt of a purchase, once unless the server dies meanwhile. A buyer who has deleted their account gets none. */
export async function sendReceipt(
	{ database, mailer, clock, siteUrl }: SendReceiptOptions,
	purchaseId: string,
): Promise<void> {
	const [row] = await database.query(
		sql`
		select u.email, r.number, r.product_name, r.amount_pence, r.vat_pence, r.paid_at,
			r.seller_name, r.seller_address, r.seller_email, r.seller_vat_number, r.consent_wording, r.consent_at,
			r.issued_late_at, p.status
		from public.receipts r join auth.users u on u.id = r.user_id join public.purchases p on p.id = r.purchase_id
		where r.purchase_id = ${purchaseId} and r.mailed_at is null and u.email is not null`,
		rowSchema,
	)
	if (row === undefined) return
	const refunds = await database.query(
		sql`
		select kind, amount_pence, at from public.refunds where purchase_id = ${purchaseId} and stands order by at, id`,
		refundSchema,
	)
	await mailer.send(
		receiptMail({
			to: row.email,
			purchaseId,
			number: row.number,
			productName: row.product_name,
			amountPence: row.amount_pence,
			vatPence: row.vat_pence,
			paidAt: row.paid_at,
			consent:
				row.consent_wording === null || row.consent_at === null
					? undefined
					: { wording: row.consent_wording, at: row.consent_at },
			seller:
				row.seller_name === null
					? undefined
					: [row.seller_name, row.seller_address, row.seller_email]
							.filter((part) => part !== null)
							.join(', '),
			vatNumber: row.seller_vat_number ?? undefined,
			issuedLateAt: row.issued_late_at ?? undefined,
			refunds: refunds.map(({ kind, amount_pence, at }) => ({ kind, amountPence: amount_pence, at })),
			isOwned: row.status === 'completed',
			siteUrl,
		}),
	)
	await database.query(
		sql`update public.receipts set mailed_at = ${clock.now()} where purchase_id = ${purchaseId}`,
	)
}
