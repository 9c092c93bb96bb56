import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { dayOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { accountName } from '#shared/names.ts'
import { searchCustomers } from './list-customers.ts'
import { purchasesNamed, purchasesNamedInPart } from './typed-names.ts'

const shown = 20

/**
 * Returns the id of the one customer whom a text finds, as `searchCustomers` finds them. Throws a `DecisionError` that says why there is
 * nobody, or that lists the customers if there are several.
 */
export async function findOneCustomer(database: Pick<Database, 'query'>, text: string): Promise<string> {
	const found = await searchCustomers(database, text, shown + 1)
	const [only] = found
	if (only === undefined) throw new DecisionError(await whyNobody(database, text))
	if (found.length === 1) return only.id
	const count = found.length > shown ? `More than ${shown}` : String(found.length)
	throw new DecisionError(
		[
			`${count} accounts match “${text}”. Say which, or give more of the address:`,
			...found.slice(0, shown).map((account) => `  ${account.id}  ${accountName(account, 'a guest')}`),
		].join('\n'),
	)
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
