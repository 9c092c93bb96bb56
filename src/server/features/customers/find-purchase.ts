import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isBundleSql } from '#server/shop/bundles-on-sale.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { formatPounds } from '#shared/money.ts'
import { idIn, isReceipt, typedAddress } from './typed-names.ts'

const purchaseSchema = z.object({
	id: z.uuid(),
	product_name: z.string(),
	price_pence: z.int(),
	/** What was really paid: less than the price if a promotion code was used. */
	paid_pence: z.int(),
	status: z.string(),
	is_bundle: z.boolean(),
	number: z.string().nullable(),
	user_id: z.uuid().nullable(),
	email: z.string().nullable(),
	payment_intent_id: z.string().nullable(),
})

/** A purchase that a command is about, with its receipt's number and its buyer. */
export type Subject = z.infer<typeof purchaseSchema>

/** The condition that one of a buyer's purchases was paid, whatever became of it. */
const wasPaid = sql`p.price_pence > 0 and p.status in ('completed', 'held', 'disputed', 'refunded')`

interface Wanted {
	/** An id, the number of a receipt, or the whole email address of the buyer. */
	who: string | undefined
	/** Part of the product's name, or its slug, if the buyer has several purchases. */
	product?: string | undefined
}

/**
 * Finds the one purchase that a command is about. Throws `DecisionError` if there is none. If there are several, throws a
 * `DecisionError` whose message lists them.
 */
export async function resolvePurchase(
	database: Pick<Database, 'query'>,
	{ who = '', product }: Wanted,
): Promise<Subject> {
	const text = who.trim()
	const id = idIn(text)
	const isNamed =
		id === null
			? sql`p.id in (
			select r.purchase_id from public.receipts r where ${isReceipt(text)}
			union all
			select id from public.purchases where user_id = (select id from auth.users where email = ${typedAddress(text)})
		) and (r.${isReceipt(text)} or p.part_of is null and ${wasPaid} and (
			${product ?? null}::text is null or pr.slug = lower(${product ?? ''})
			or position(shop.fold_for_search(${product ?? ''}) in shop.fold_for_search(p.product_name)) > 0
		))`
			: sql`p.id = ${id}`
	const found = await database.query(
		sql`
		select p.id, p.product_name, p.price_pence, coalesce(c.amount_paid_pence, p.price_pence) as paid_pence, p.status, ${isBundleSql(sql`p.catalogue_id`)} as is_bundle, r.number, p.user_id, u.email, c.payment_intent_id
		from public.purchases p
		left join public.products pr on pr.id = p.catalogue_id
		left join public.receipts r on r.purchase_id = p.id
		left join shop.checkouts c on c.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		where ${isNamed} order by p.created_at limit 50`,
		purchaseSchema,
	)
	const [purchase] = found
	if (purchase === undefined)
		throw new DecisionError(
			`No purchase matches “${text}”${product === undefined ? '' : ` and “${product}”`}. Give the id of the purchase, which npm run admin -- held-purchases shows, the number of its receipt, or the buyer’s whole email address.`,
		)
	if (found.length > 1)
		throw new DecisionError(
			[
				`${text} has ${found.length} purchases. Say which one by its receipt number or its id, or add --product:`,
				...found.map(
					({ id, number, product_name, paid_pence, status }) =>
						`  ${number ?? id}  ${formatPounds(paid_pence)}  ${status}  ${product_name}`,
				),
			].join('\n'),
		)
	return purchase
}

const accountSchema = z.object({
	id: z.uuid(),
	email: z.string().nullable(),
	/** In E.164, without the plus sign. */
	phone: z.string().nullable(),
	banned_until: z.date().nullable(),
})

export type Account = z.infer<typeof accountSchema>

/**
 * Finds an account by its id, its whole email address or the number of one of its receipts. Throws `DecisionError` if there is
 * none.
 */
export async function findAccount(database: Pick<Database, 'query'>, who = ''): Promise<Account> {
	const text = who.trim()
	const account = await maybeOne(
		database,
		sql`
		select u.id, u.email, u.phone, u.banned_until from auth.users u
		where u.id = ${idIn(text)} or u.email = ${typedAddress(text)}
			or u.id = (select user_id from public.receipts where ${isReceipt(text)})`,
		accountSchema,
	)
	if (account === undefined)
		throw new DecisionError(
			`No account matches “${text}”. Give its whole email address, its id, or the number of a receipt.`,
		)
	return account
}

/** Names a purchase by its guide, its receipt and its buyer. */
export function purchaseInWords({ product_name, number, email }: Subject): string {
	return `${product_name} (${[number, email ?? 'no account'].filter((part) => part !== null).join(', ')})`
}
