import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { Seller, ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'

interface IssueOptions {
	/** Undefined on a local run, where nothing is sold. */
	seller: Seller | undefined
	paidAt: Date
	/** Set if the receipt is written long after the sale. */
	issuedLateAt?: Date
}

/**
 * Writes the receipt of a completed purchase: what was paid, who sold it and what the buyer agreed to, as of the sale.
 * A purchase has one receipt, however often this is called.
 */
async function issueReceipt(
	tx: Transaction,
	purchaseId: string,
	{ seller, paidAt, issuedLateAt }: IssueOptions,
): Promise<void> {
	await tx.execute(sql`
		insert into public.receipts (
			purchase_id, user_id, product_name, amount_pence, vat_pence, currency,
			seller_name, seller_address, seller_email, seller_vat_number, consent_wording, consent_at, paid_at,
			issued_late_at
		)
		select p.id, p.user_id, p.product_name, coalesce(c.amount_paid_pence, p.price_pence), c.vat_pence, p.currency,
			${seller?.name ?? null}::text, ${seller?.address ?? null}::text, ${seller?.email ?? null}::text,
			${seller?.vatNumber ?? null}::text,
			case when c.consent_at is not null then c.consent_wording end, c.consent_at, ${paidAt}::timestamptz,
			${issuedLateAt ?? null}::timestamptz
		from public.purchases p join shop.checkouts c on c.purchase_id = p.id
		where p.id = ${purchaseId}
		on conflict (purchase_id) do nothing`)
}

interface SendOptions {
	paidAt: Date
	shop: Pick<ShopContext, 'seller' | 'faultPoint'>
}

/** Writes the receipt of a purchase that was just completed, and enqueues its email. */
export async function issueAndSendReceipt(
	tx: Transaction,
	purchaseId: string,
	{ paidAt, shop }: SendOptions,
): Promise<void> {
	await issueReceipt(tx, purchaseId, { seller: shop.seller, paidAt })
	await addJob(tx, 'send-receipt', { purchaseId })
	await shop.faultPoint('fulfil/moved')
}

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
