import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/decide-purchase.ts'
import { formatPounds } from '#shared/money.ts'

const shown = 20

const userSchema = z.object({
	id: z.uuid(),
	email: z.string().nullable(),
	joined: z.string(),
	confirmed: z.boolean(),
	last_sign_in: z.string().nullable(),
	banned_until: z.string().nullable(),
})

const purchaseSchema = z.object({
	id: z.uuid(),
	day: z.string(),
	product_name: z.string(),
	price_pence: z.int(),
	status: z.string(),
	number: z.string().nullable(),
	mailed: z.boolean().nullable(),
	downloads: z.int(),
	last_download: z.string().nullable(),
	refusal: z.string().nullable(),
})

/**
 * Finds a user by email address or a part of it, by the number of a receipt, or by the id of the account, a purchase, a Checkout
 * Session or a payment. Shows the account and everything it has bought or taken; of several users, only their addresses. Throws
 * `DecisionError` if nobody is found.
 */
export async function findUser(
	{ database }: { database: Pick<Database, 'query'> },
	wanted: string | undefined,
): Promise<string[]> {
	const text = wanted?.trim() ?? ''
	if (text === '')
		throw new DecisionError('Say whom: an email address or a part of it, a receipt number, or an id.')
	const users = await findUsers(database, text)
	const [user] = users
	if (user === undefined)
		throw new DecisionError(
			`No account matches “${text}”. A buyer may have paid with another address: ask for the receipt number.`,
		)
	if (users.length > 1)
		return [
			...users
				.slice(0, shown)
				.map(({ email, id, joined }) => `${email ?? 'no email address'}  joined ${joined}  ${id}`),
			users.length > shown ? `… and others. Give more of the address.` : `${users.length} accounts match.`,
		]
	return [...describeUser(user), ...(await describePurchases(database, user.id))]
}

async function findUsers(
	database: Pick<Database, 'query'>,
	text: string,
): Promise<z.infer<typeof userSchema>[]> {
	const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
	const rows = await database.query(
		sql`
		select u.id, u.email, to_char(u.created_at, 'YYYY-MM-DD') as joined, u.email_confirmed_at is not null as confirmed,
			to_char(u.last_sign_in_at, 'YYYY-MM-DD HH24:MI') as last_sign_in,
			to_char(u.banned_until, 'YYYY-MM-DD HH24:MI') as banned_until
		from auth.users u
		where lower(u.email) like ${part} or u.id::text = ${text} or u.id in (
			select p.user_id from public.purchases p
			left join shop.checkouts c on c.purchase_id = p.id left join public.receipts r on r.purchase_id = p.id
			where ${text} in (p.id::text, p.stripe_session_id, c.payment_intent_id) or r.number = upper(${text})
		)
		order by lower(u.email) = lower(${text}) desc, u.created_at desc limit ${shown + 1}`,
		userSchema,
	)
	const exact = rows.filter(({ email }) => email?.toLowerCase() === text.toLowerCase())
	return exact.length === 1 ? exact : rows
}

function describeUser({
	id,
	email,
	joined,
	confirmed,
	last_sign_in,
	banned_until,
}: z.infer<typeof userSchema>): string[] {
	return [
		`${email ?? 'no email address'}${confirmed ? '' : ' (not confirmed)'}`,
		`Account ${id}, joined ${joined}, last signed in ${last_sign_in === null ? 'never' : `${last_sign_in} UTC`}`,
		...(banned_until === null ? [] : [`Banned until ${banned_until} UTC`]),
	]
}

async function describePurchases(database: Pick<Database, 'query'>, userId: string): Promise<string[]> {
	const purchases = await database.query(
		sql`
		select p.id, to_char(p.created_at, 'YYYY-MM-DD') as day, p.product_name, p.price_pence, p.status, r.number,
			r.mailed_at is not null as mailed, m.reason as refusal,
			count(d.*)::integer as downloads, to_char(max(d.at), 'YYYY-MM-DD HH24:MI') as last_download
		from public.purchases p
		left join public.receipts r on r.purchase_id = p.id
		left join shop.refused_mails m on m.job = 'send-receipt' and m.reference = p.id::text
		left join public.downloads d on d.user_id = p.user_id and d.catalogue_id = p.catalogue_id
		where p.user_id = ${userId} group by p.id, r.number, r.mailed_at, m.reason order by p.created_at`,
		purchaseSchema,
	)
	if (purchases.length === 0) return ['Has neither bought nor taken anything.']
	return purchases.flatMap((purchase) => {
		const { id, day, product_name, price_pence, status, number, mailed, downloads, last_download, refusal } =
			purchase
		const price = price_pence === 0 ? 'free' : formatPounds(price_pence)
		const receipt =
			number === null
				? []
				: [
						`receipt ${number} ${refusal === null ? (mailed ? 'emailed' : 'not emailed yet') : `refused: ${refusal}`}`,
					]
		const fetched =
			downloads === 0 ? 'never downloaded' : `downloaded ${downloads} times, last ${last_download} UTC`
		return [
			'',
			`${day}  ${product_name}, ${price}: ${status}`,
			`  ${[...receipt, fetched].join('; ')}`,
			`  purchase ${id}`,
		]
	})
}
