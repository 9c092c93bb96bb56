import { z } from 'zod'
import { UsageError } from '#server/operations/admin-cli/command.ts'
import { shortened, tableOf } from '#server/operations/admin-cli/table.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/decide-purchase.ts'
import { formatPounds } from '#shared/money.ts'

const shown = 20

const userRow = z.object({
	id: z.uuid(),
	email: z.string().nullable(),
	name: z.string().nullable(),
	joined: z.string(),
	confirmed: z.boolean(),
	last_sign_in: z.string().nullable(),
	banned_until: z.string().nullable(),
})

const refundShape = z.object({
	day: z.string(),
	kind: z.enum(['refund', 'by hand', 'dispute']),
	amount_pence: z.int(),
	/** False if the refund failed or was cancelled, or if the dispute was won later. */
	stands: z.boolean(),
})

const purchaseRow = z.object({
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
	refunds: z.array(refundShape),
})

export const foundSchema = z.object({
	accounts: z.array(
		z.object({
			user_id: z.uuid(),
			email: z.string().nullable(),
			/** The name that they gave themselves. */
			name: z.string().nullable(),
			joined: z.string(),
			confirmed: z.boolean(),
			last_sign_in: z.string().nullable(),
			banned_until: z.string().nullable(),
		}),
	),
	/** Whether more accounts match than are listed. */
	more: z.boolean(),
	/** Of the account, if only one matches. */
	purchases: z.array(
		z.object({
			purchase_id: z.uuid(),
			day: z.string(),
			product: z.string(),
			price_pence: z.int(),
			status: z.string(),
			receipt: z.string().nullable(),
			receipt_emailed: z.boolean(),
			/** Why the mail server refuses the receipt. */
			receipt_refusal: z.string().nullable(),
			downloads: z.int(),
			last_download: z.string().nullable(),
			/** Every refund and lost dispute, oldest first. */
			refunds: z.array(refundShape),
		}),
	),
})

type Found = z.infer<typeof foundSchema>

/**
 * Finds a user by email address or a part of it, by the number of a receipt, or by the id of the account, a purchase, a Checkout
 * Session or a payment, with everything it has bought or taken if only one account matches. Throws `DecisionError` if nobody is found.
 */
export async function findUser(
	{ database }: { database: Pick<Database, 'query'> },
	wanted: string | undefined,
): Promise<Found> {
	const text = wanted?.trim() ?? ''
	if (text === '')
		throw new UsageError('Say whom: an email address or a part of it, a receipt number, or an id.')
	const users = await findUsers(database, text)
	const [user] = users
	if (user === undefined)
		throw new DecisionError(
			`No account matches “${text}”. A buyer may have paid with another address: ask for the receipt number.`,
		)
	return {
		accounts: users.slice(0, shown).map(({ id, ...rest }) => ({ user_id: id, ...rest })),
		more: users.length > shown,
		purchases: users.length > 1 ? [] : await findPurchases(database, user.id),
	}
}

/** Shows one account with its purchases; of several, only their addresses. */
export function linesOfFound({ accounts, more, purchases }: Found): string[] {
	const [account] = accounts
	if (account !== undefined && accounts.length === 1)
		return [
			...describeUser(account),
			...(purchases.length === 0
				? ['Has neither bought nor taken anything.']
				: purchases.flatMap(describePurchase)),
		]
	return [
		...tableOf(
			[{ title: 'Joined' }, { title: 'Account' }, { title: 'Email' }],
			accounts.map(({ email, user_id, joined }) => [joined, user_id, shortened(email ?? 'no email address')]),
		),
		more ? '… and others. Give more of the address.' : `${accounts.length} accounts match.`,
	]
}

async function findUsers(
	database: Pick<Database, 'query'>,
	text: string,
): Promise<z.infer<typeof userRow>[]> {
	const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
	const rows = await database.query(
		sql`
		select u.id, u.email, nullif(coalesce(u.raw_user_meta_data ->> 'display_name', u.raw_user_meta_data ->> 'full_name'), '') as name, to_char(u.created_at, 'YYYY-MM-DD') as joined, u.email_confirmed_at is not null as confirmed,
			to_char(u.last_sign_in_at, 'YYYY-MM-DD HH24:MI') as last_sign_in,
			to_char(u.banned_until, 'YYYY-MM-DD HH24:MI') as banned_until
		from auth.users u
		where lower(u.email) like ${part} or u.id::text = ${text} or u.id in (
			select p.user_id from public.purchases p
			left join shop.checkouts c on c.purchase_id = p.id left join public.receipts r on r.purchase_id = p.id
			where ${text} in (p.id::text, p.stripe_session_id, c.payment_intent_id) or r.number = upper(${text})
		)
		order by lower(u.email) = lower(${text}) desc, u.created_at desc limit ${shown + 1}`,
		userRow,
	)
	const exact = rows.filter(({ email }) => email?.toLowerCase() === text.toLowerCase())
	return exact.length === 1 ? exact : rows
}

function describeUser({
	user_id,
	email,
	name,
	joined,
	confirmed,
	last_sign_in,
	banned_until,
}: Found['accounts'][number]): string[] {
	return [
		`${email ?? 'no email address'}${confirmed ? '' : ' (not confirmed)'}`,
		...(name === null ? [] : [`Name: ${shortened(name, 70)}`]),
		`Account ${user_id}`,
		`Joined ${joined}, last signed in ${last_sign_in === null ? 'never' : `${last_sign_in} UTC`}`,
		...(banned_until === null ? [] : [`Banned until ${banned_until} UTC`]),
	]
}

async function findPurchases(database: Pick<Database, 'query'>, userId: string): Promise<Found['purchases']> {
	const rows = await database.query(
		sql`
		select p.id, to_char(p.created_at, 'YYYY-MM-DD') as day, p.product_name, p.price_pence, p.status, r.number,
			r.mailed_at is not null as mailed, m.reason as refusal,
			count(d.*)::integer as downloads, to_char(max(d.at), 'YYYY-MM-DD HH24:MI') as last_download,
			array(
				select jsonb_build_object(
					'day', to_char(f.at, 'YYYY-MM-DD'), 'kind', f.kind, 'amount_pence', f.amount_pence, 'stands', f.stands
				) from public.refunds f where f.purchase_id = p.id order by f.at, f.id
			) as refunds
		from public.purchases p
		left join public.receipts r on r.purchase_id = p.id
		left join shop.refused_mails m on m.job = 'send-receipt' and m.reference = p.id::text
		left join public.downloads d on d.user_id = p.user_id and d.catalogue_id = p.catalogue_id
		where p.user_id = ${userId} group by p.id, r.number, r.mailed_at, m.reason order by p.created_at`,
		purchaseRow,
	)
	return rows.map(({ id, product_name, number, mailed, refusal, ...rest }) => ({
		...{ purchase_id: id, product: product_name, receipt: number, ...rest },
		receipt_emailed: mailed === true,
		receipt_refusal: refusal,
	}))
}

function describePurchase({
	purchase_id,
	day,
	product,
	price_pence,
	status,
	receipt,
	receipt_emailed,
	receipt_refusal,
	downloads,
	last_download,
	refunds,
}: Found['purchases'][number]): string[] {
	const price = price_pence === 0 ? 'free' : formatPounds(price_pence)
	const sent =
		receipt_refusal === null
			? receipt_emailed
				? 'emailed'
				: 'not emailed yet'
			: `refused: ${receipt_refusal}`
	const fetched =
		downloads === 0 ? 'never downloaded' : `downloaded ${downloads} times, last ${last_download} UTC`
	return [
		'',
		`${day}  ${product}, ${price}: ${status}`,
		`  ${[...(receipt === null ? [] : [`receipt ${receipt} ${sent}`]), fetched].join('; ')}`,
		...refunds.map((refund) => `  ${describeRefund(refund)}`),
		`  purchase ${purchase_id}`,
	]
}

function describeRefund({ day, kind, amount_pence, stands }: z.infer<typeof refundShape>): string {
	const amount = formatPounds(amount_pence)
	if (kind === 'dispute')
		return `${amount} lost in a dispute on ${day}${stands ? '' : ', and won back since'}`
	return stands
		? `${amount} refunded${kind === 'by hand' ? ' by hand' : ''} on ${day}`
		: `${amount} refunded on ${day}, but that failed: the buyer has not got it`
}
