import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { isBundleSql } from '#server/shop/bundles-on-sale.ts'
import { foldText } from '#shared/fold-text.ts'
import { escapePattern, idIn, purchasesNamed, purchasesNamedInPart, typedAddress } from './typed-names.ts'

export const customerRowSchema = z.object({
	id: z.uuid(),
	email: z.string().nullable(),
	/** In E.164, without the plus sign. */
	phone: z.string().nullable(),
	name: z.string().nullable(),
	joined_at: z.date(),
	/** `joined_at` to the microsecond, as PostgreSQL writes it, to continue the list after this customer. */
	place: z.string(),
	confirmed: z.boolean(),
	last_sign_in_at: z.date().nullable(),
	banned_until: z.date().nullable(),
	guides: z.int(),
	paid_pence: z.int(),
})

export type CustomerRow = z.infer<typeof customerRowSchema>

interface Page {
	/** Lists only the customers after this place in the list, which are those who joined earlier. */
	before: { at: string; id: string } | undefined
	limit: number
}

/** Lists the customers, the newest first. */
export async function listCustomers(
	database: Pick<Database, 'query'>,
	{ before, limit }: Page,
): Promise<CustomerRow[]> {
	return await select(
		database,
		before === undefined
			? sql`true`
			: sql`(u.created_at, u.id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
		limit,
	)
}

/**
 * Finds customers, the newest first, whatever the case and accents. Looks for exact matches first: the whole address, the phone
 * number, the number of a receipt, or the id of the account, a purchase, a Checkout Session, a payment, a refund or a dispute. If
 * there are none, looks for addresses and names that begin with the text, then for the text anywhere in them, then for a part of
 * an id. A text of fewer than three characters is looked for only at the beginning of the words of a name, unless it may be part of
 * an address.
 */
export async function searchCustomers(
	database: Pick<Database, 'query'>,
	text: string,
	limit: number,
): Promise<CustomerRow[]> {
	const id = idIn(text)
	const address = typedAddress(text)
	const inAddress = escapePattern(address)
	// A mark or an invisible character alone folds to nothing, which every name would contain.
	const folded = foldText(text) || text
	const inName = escapePattern(folded)
	// One `select` for each index: if the conditions were joined by `or`, PostgreSQL would read all purchases.
	const conditions = [
		sql`u.id in (
			select id from auth.users where email = ${address}
			union all select id from auth.users where id = ${id}
			union all select id from auth.users where phone = ${phoneIn(text)}
			union all select user_id from public.purchases where id in (${purchasesNamed(text)})
		)`,
		sql`u.id in (
			(select id from auth.users where email like ${`${inAddress}%`} limit ${mostFound})
			union (select u.id from auth.users u where ${foldedName} like ${`${inName}%`} limit ${mostFound})
		)`,
		// A text without spaces that contains a digit or one of these characters may be part of an address. It is therefore looked for
		// in addresses before it is looked for in names.
		...(/^\S*[@._\d]\S*$/.test(text) ? [hasInAddress(inAddress)] : []),
		// The index consists of groups of three characters. A shorter text can only be looked up as the beginning of a word.
		folded.length < 3
			? sql`${foldedName} like ${`% ${inName}%`}`
			: sql`(u.email like ${`%${inAddress}%`} or ${foldedName} like ${`%${inName}%`})`,
	]
	for (const inPart of purchasesNamedInPart(text))
		conditions.push(sql`u.id in (select user_id from public.purchases where id in (${inPart}))`)
	for (const condition of conditions) {
		const found = await select(database, condition, limit)
		if (found.length > 0) return found
	}
	return []
}

/** Finds one customer. */
export async function findCustomer(
	database: Pick<Database, 'query'>,
	id: string,
): Promise<CustomerRow | undefined> {
	const [row] = await select(database, sql`u.id = ${id}`, 1)
	return row
}

/**
 * Returns the digits of a text as a phone number in E.164, without the plus sign. A number that begins with a single 0 is taken
 * as British.
 */
function phoneIn(text: string): string {
	return text
		.replace(/\D/g, '')
		.replace(/^0(?=[1-9])/, '44')
		.replace(/^00/, '')
}

/** At most this many customers are read for one part of an address or name. If more match, the text is too short to be of use. */
const mostFound = 500

/**
 * Returns the condition that the address contains this part, in which `%` and `_` must be escaped. Without the extension
 * `pg_trgm`, PostgreSQL scans the index of addresses, which is small.
 */
function hasInAddress(part: string): Sql {
	return sql`u.email in (select email from auth.users where email like ${`%${part}%`} limit ${mostFound})`
}

/** The expression must be that of the index, or PostgreSQL doesn't use the index. */
const shownName = sql`coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), u.raw_user_meta_data ->> 'full_name')`
const foldedName = sql`shop.fold_for_search(${shownName})`

async function select(
	database: Pick<Database, 'query'>,
	condition: Sql,
	limit: number,
): Promise<CustomerRow[]> {
	return await database.query(statementFor(condition, limit), customerRowSchema)
}

/** Returns the statement that reads the customers who meet a condition on `auth.users u`; all of them if `limit` is null. */
export function statementFor(condition: Sql, limit: number | null): Sql {
	return sql`
		with found as materialized (
			select u.id, u.email, u.phone, u.created_at, u.email_confirmed_at, u.last_sign_in_at, u.banned_until,
				nullif(${shownName}, '') as name
			from auth.users u where ${condition} and u.deleted_at is null
			order by u.created_at desc, u.id desc limit ${limit}
		)
		select u.id, u.email, u.phone, u.name, u.created_at as joined_at, u.created_at::text as place,
			u.email_confirmed_at is not null as confirmed, u.last_sign_in_at, u.banned_until, bought.guides, paid.pence - paid.returned as paid_pence
		from found u
		cross join lateral (
			select count(*)::integer as guides from public.purchases p where p.user_id = u.id and p.status = 'completed' and not ${isBundleSql(sql`p.catalogue_id`)}
		) bought
		cross join lateral (
			select coalesce(sum(r.amount_pence), 0)::integer as pence, coalesce(sum(
				(select sum(f.amount_pence) from public.refunds f where f.purchase_id = r.purchase_id and f.stands)
			), 0)::integer as returned
			from public.receipts r where r.user_id = u.id
		) paid
		order by u.created_at desc, u.id desc`
}
