import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, makeToken } from '#server/platform/tokens.ts'
import { titlesIn } from '#server/shop/bundles-on-sale.ts'
import type { MailContext } from '#server/shop/emails/mailer.ts'
import { moneyNoticeMail } from '#server/shop/emails/send-refund-notice.ts'
import { readProducts } from '#server/shop/products.ts'
import { dayMs } from '#shared/clock.ts'
import { requestLinkHours, secondsBetweenEmails } from '#shared/message-rules.ts'
import { type DataAsker, dataMail } from './data-requests.ts'

/** What a buyer who is signed out has entered: the address, and the number of the receipt, which is empty if there is none yet. */
export interface EnteredPurchase {
	email: string
	receipt: string
}

const purchaseSchema = z.object({
	id: z.uuid(),
	user_id: z.uuid(),
	catalogue_id: z.string(),
	product_name: z.string(),
	amount_pence: z.int(),
	ordered_at: z.date(),
	receipt: z.string().nullable(),
	raw_user_meta_data: z.unknown(),
	guides: z.array(z.string()),
})

/**
 * Emails the link to a purchase, if the address and the number belong together, and no more than once a minute. Without a number, the
 * link is to the newest order that has not been delivered. The token is made only here, so that the queue contains none.
 */
export async function sendRequestLink(
	{ database, mailer, clock, siteUrl, texts }: MailContext,
	{ email, receipt }: EnteredPurchase,
): Promise<void> {
	const now = clock.now()
	const row = await maybeOne(
		database,
		sql`
		select p.id, p.user_id, p.catalogue_id, p.product_name, p.created_at as ordered_at, r.number as receipt, u.raw_user_meta_data,
			coalesce(r.amount_pence, c.amount_paid_pence, c.due_pence, p.price_pence) as amount_pence,
			array(${titlesIn(sql`p.catalogue_id`)}) as guides
		from auth.users u
		join public.purchases p on p.user_id = u.id
		join shop.checkouts c on c.purchase_id = p.id
		left join public.receipts r on r.purchase_id = p.id
		where u.email = ${email} and p.part_of is null and p.price_pence > 0
			and case when ${receipt} = ''
				then r.id is null and (p.status = 'held' or p.status = 'pending' and p.settling_since is not null)
				else r.number = ${receipt}
			end
			and not exists (
				select from shop.request_links l
				where l.purchase_id = p.id and l.mailed_at > ${new Date(now.getTime() - secondsBetweenEmails * 1000)}
			)
		order by p.created_at desc limit 1`,
		purchaseSchema,
	)
	if (row === undefined) return
	const token = makeToken()
	await database.query(sql`
		insert into shop.request_links (token_hash, purchase_id, user_id, email, expires_at)
		values (${hashToken(token)}, ${row.id}, ${row.user_id}, ${email}, ${new Date(now.getTime() + requestLinkHours * 3_600_000)})`)
	const products = await readProducts(database)
	await mailer.send(
		moneyNoticeMail({
			notice: 'refund_link',
			refundId: `${row.id}-${now.getTime()}`,
			to: email,
			userMetadata: row.raw_user_meta_data,
			product: products.find(({ id }) => id === row.catalogue_id),
			productName: row.product_name,
			guides: row.guides,
			amountPence: row.amount_pence,
			at: row.ordered_at,
			receipt: row.receipt,
			path: `/account/refund?link=${token}`,
			siteUrl,
			texts,
		}),
	)
	await database.query(
		sql`update shop.request_links set mailed_at = ${now} where token_hash = ${hashToken(token)}`,
	)
}

/** Emails a link for requests about personal data to an address, whether or not an account has it, and no more than once a minute. */
export async function sendDataLink(
	{ database, mailer, clock, siteUrl, texts }: MailContext,
	{ email }: { email: string },
): Promise<void> {
	const now = clock.now()
	const isAgain = await exists(
		database,
		sql`
		select from shop.request_links
		where email = ${email} and purchase_id is null and mailed_at > ${new Date(now.getTime() - secondsBetweenEmails * 1000)}`,
	)
	if (isAgain) return
	const token = makeToken()
	await database.query(sql`
		insert into shop.request_links (token_hash, email, expires_at)
		values (${hashToken(token)}, ${email}, ${new Date(now.getTime() + requestLinkHours * 3_600_000)})`)
	await mailer.send(
		dataMail({
			notice: 'data_link',
			requestId: randomUUID(),
			to: email,
			at: now,
			quoted: '',
			path: `/account/refund?link=${token}`,
			siteUrl,
			texts,
		}),
	)
	await database.query(
		sql`update shop.request_links set mailed_at = ${now} where token_hash = ${hashToken(token)}`,
	)
}

/** Returns who may ask about their data by a link: the account with its address, or the address alone; undefined if it is no such link. */
export async function readDataLink(
	tx: Pick<Transaction, 'query'>,
	{ token, now }: { token: string; now: Date },
): Promise<DataAsker | undefined> {
	return await maybeOne(
		tx,
		sql`
		select l.email, (select u.id from auth.users u where u.email = l.email order by u.created_at limit 1) as "userId"
		from shop.request_links l
		where l.token_hash = ${hashToken(token)} and l.expires_at > ${now} and l.purchase_id is null`,
		askerSchema,
	)
}

const askerSchema = z.object({ email: z.string(), userId: z.uuid().nullable() })

const linkSchema = z.object({ purchaseId: z.uuid(), userId: z.uuid() })

/** Returns the purchase that a link is for. A link can be opened as often as needed until it expires, and changes nothing. */
export async function readRequestLink(
	tx: Pick<Transaction, 'query'>,
	{ token, now }: { token: string; now: Date },
): Promise<z.infer<typeof linkSchema> | undefined> {
	return await maybeOne(
		tx,
		sql`
		select l.purchase_id as "purchaseId", l.user_id as "userId" from shop.request_links l
		join auth.users u on u.id = l.user_id and u.email = l.email
		join public.purchases p on p.id = l.purchase_id and p.user_id = l.user_id
		where l.token_hash = ${hashToken(token)} and l.expires_at > ${now}`,
		linkSchema,
	)
}

/** How long a request about data is kept after its answer, if the person has no account. */
const yearMs = 365 * dayMs

/** Deletes the links that have expired, and old requests about data of people without an account. */
export async function purgeRequestLinks(tx: Pick<Transaction, 'query'>, now: Date): Promise<void> {
	await tx.query(sql`delete from shop.request_links where expires_at <= ${now}`)
	await tx.query(sql`
		delete from shop.requests where email is not null and answered_at <= ${new Date(now.getTime() - yearMs)}`)
}
