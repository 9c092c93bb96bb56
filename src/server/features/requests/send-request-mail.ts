import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { titlesIn } from '#server/shop/bundles-on-sale.ts'
import type { MailContext } from '#server/shop/emails/mailer.ts'
import { moneyNoticeMail } from '#server/shop/emails/send-refund-notice.ts'
import { readProducts } from '#server/shop/products.ts'
import type { MailTexts } from '#shared/mail-texts.ts'
import { kindsOfRequest } from '#shared/refund-terms.ts'
import { mailOnce, type RequestMail } from './mail-once.ts'

const rowSchema = z.object({
	kind: z.enum(kindsOfRequest),
	said: z.string(),
	asked_at: z.date(),
	answer: z.string().nullable(),
	catalogue_id: z.string(),
	product_name: z.string(),
	amount_pence: z.int(),
	email: z.string(),
	raw_user_meta_data: z.unknown(),
	receipt: z.string().nullable(),
	guides: z.array(z.string()),
})

type Notice = Extract<
	keyof MailTexts,
	'refund_asked' | 'cancellation_asked' | 'help_asked' | 'request_answered'
>

/** Emails a buyer that their request has arrived, with its words and its time to the second. Sends it once. */
export async function acknowledgeRequest(context: MailContext, requestId: string): Promise<void> {
	await send(context, requestId, 'acknowledged_at')
}

/** Emails a buyer the owner's answer to their request. Sends it once. */
export async function sendAnswer(context: MailContext, requestId: string): Promise<void> {
	await send(context, requestId, 'answer_mailed_at')
}

async function send(context: MailContext, requestId: string, mailed: RequestMail): Promise<void> {
	const { database, siteUrl, texts } = context
	await mailOnce(context, {
		requestId,
		mailed,
		select: (isWanted) => sql`
			select q.kind, q.said, q.asked_at, q.answer, p.catalogue_id, p.product_name,
				coalesce(r.amount_pence, c.amount_paid_pence, c.due_pence, p.price_pence) as amount_pence, u.email, u.raw_user_meta_data,
				r.number as receipt, array(${titlesIn(sql`p.catalogue_id`)}) as guides
			from shop.requests q
			join public.purchases p on p.id = q.purchase_id
			join shop.checkouts c on c.purchase_id = p.id
			join auth.users u on u.id = q.user_id
			left join public.receipts r on r.purchase_id = p.id
			where ${isWanted} and u.email is not null`,
		row: rowSchema,
		write: async (row) => {
			const notice: Notice = mailed === 'answer_mailed_at' ? 'request_answered' : `${row.kind}_asked`
			const products = await readProducts(database)
			return moneyNoticeMail({
				notice,
				refundId: requestId,
				to: row.email,
				userMetadata: row.raw_user_meta_data,
				product: products.find(({ id }) => id === row.catalogue_id),
				productName: row.product_name,
				guides: row.guides,
				amountPence: row.amount_pence,
				at: row.asked_at,
				toTheSecond: true,
				quoted: (notice === 'request_answered' ? row.answer : row.said) ?? '',
				receipt: row.receipt,
				siteUrl,
				texts,
			})
		},
	})
}
