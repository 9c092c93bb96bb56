import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { formatPounds } from '#shared/money.ts'
import { searchCustomers } from './list-customers.ts'
import { type CustomerPurchase, readPurchases } from './read-customer.ts'
import { purchasesNamed, purchasesNamedInPart } from './typed-names.ts'

const shown = 20

const refundShape = z.object({
	day: z.string(),
	kind: z.enum(['refund', 'by hand', 'dispute']),
	amount_pence: z.int(),
	/** False if the refund failed or was cancelled, or if the dispute was won later. */
	stands: z.boolean(),
})

export const foundSchema = z.object({
	accounts: z.array(
		z.object({
			user_id: z.uuid(),
			email: z.string().nullable(),
			/** In E.164, without the plus sign. */
			phone: z.string().nullable(),
			/** The name that the user chose. */
			name: z.string().nullable(),
			joined: z.string(),
			confirmed: z.boolean(),
			last_sign_in: z.string().nullable(),
			banned_until: z.string().nullable(),
		}),
	),
	/** Whether more accounts match than are listed. */
	more: z.boolean(),
	/** The purchases of the account, if only one account matches. */
	purchases: z.array(
		z.object({
			purchase_id: z.uuid(),
			day: z.string(),
			product: z.string(),
			price_pence: z.int(),
			/** What was really paid: less than the price if a promotion code was used. */
			paid_pence: z.int(),
			status: z.string(),
			receipt: z.string().nullable(),
			receipt_emailed: z.boolean(),
			/** Why the mail server refuses the receipt; null if it doesn't. */
			receipt_refusal: z.string().nullable(),
			/** Its guides, and how often the user downloaded each or read it online. */
			opened: z.array(
				z.object({
					guide: z.string(),
					opened: z.int(),
					last_opened: z.string().nullable(),
					/** How often a page started the download by itself. */
					automatic: z.int(),
				}),
			),
			/** Every refund and lost dispute, oldest first. */
			refunds: z.array(refundShape),
		}),
	),
})

export type Found = z.infer<typeof foundSchema>

/**
 * Finds a user by all or part of their email address or name, by phone number, by the number of a receipt, or by the id of the
 * account, a purchase, a Checkout Session or a payment. If only one account matches, returns everything that it has bought or
 * taken. Throws `DecisionError` if nobody is found.
 */
export async function findUser(
	{ database }: { database: Pick<Database, 'query'> },
	text: string,
): Promise<Found> {
	const users = await searchCustomers(database, text, shown + 1)
	const [user] = users
	if (user === undefined) throw new DecisionError(await whyNobody(database, text))
	return {
		accounts: users.slice(0, shown).map(({ id, email, phone, name, confirmed, ...times }) => ({
			user_id: id,
			email,
			phone,
			name,
			confirmed,
			joined: dayOf(times.joined_at),
			last_sign_in: minuteOf(times.last_sign_in_at),
			banned_until: minuteOf(times.banned_until),
		})),
		more: users.length > shown,
		purchases:
			users.length > 1 ? [] : (await readPurchases(database, user.id)).map(presentPurchase).reverse(),
	}
}

const saleSchema = z.object({
	product_name: z.string(),
	price_pence: z.int(),
	status: z.string(),
	created_at: z.date(),
	receipt: z.string().nullable(),
})

async function whyNobody(database: Pick<Database, 'query'>, text: string): Promise<string> {
	const find = async (named: Sql) =>
		await database.query(
			sql`
			select p.product_name, p.price_pence, p.status, p.created_at, r.number as receipt
			from public.purchases p left join public.receipts r on r.purchase_id = p.id
			where p.user_id is null and p.id in (${named})`,
			saleSchema,
		)
	let sale: z.infer<typeof saleSchema> | undefined
	for (const named of [purchasesNamed(text), ...purchasesNamedInPart(text)]) sale ??= (await find(named))[0]
	if (sale === undefined)
		return `No account matches “${text}”. A buyer may have paid with another address: ask for the receipt number.`
	const { product_name, price_pence, status, created_at, receipt } = sale
	const named = [product_name, formatPounds(price_pence), ...(receipt === null ? [] : [receipt])].join(', ')
	return `“${text}” is a sale without an account: ${named}, ${dayOf(created_at)}, ${status}. The account was deleted, or the payment was never attached to one. The sale can still be refunded.`
}

function presentPurchase({
	id,
	at,
	receipt_emailed_at,
	opened,
	refunds,
	payment: _payment,
	discount_pence,
	discount_code: _code,
	...purchase
}: CustomerPurchase): Found['purchases'][number] {
	return {
		...purchase,
		purchase_id: id,
		paid_pence: purchase.price_pence - (discount_pence ?? 0),
		day: dayOf(at),
		receipt_emailed: receipt_emailed_at !== null,
		opened: opened.map(({ opened_at, ...guide }) => ({ ...guide, last_opened: minuteOf(opened_at) })),
		refunds: refunds.map(({ at: refundedAt, ...refund }) => ({
			...refund,
			day: dayOf(new Date(refundedAt)),
		})),
	}
}

/** Returns the day in UTC, like all times in the admin CLI. */
function dayOf(at: Date): string {
	return at.toISOString().slice(0, 10)
}

function minuteOf(at: Date | null): string | null {
	return at === null ? null : at.toISOString().slice(0, 16).replace('T', ' ')
}
