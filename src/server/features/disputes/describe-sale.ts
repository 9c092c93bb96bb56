import { z } from 'zod'
import { wayOfDownload } from '#server/features/customers/openings.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { guidesOf } from '#server/shop/bundles-on-sale.ts'
import { momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'

const factsSchema = z.object({
	product_name: z.string(),
	number: z.string().nullable(),
	amount_pence: z.int(),
	paid_at: z.date().nullable(),
	consent_wording: z.string().nullable(),
	consent_at: z.date().nullable(),
	mailed_at: z.date().nullable(),
	email: z.string().nullable(),
	confirmed_at: z.date().nullable(),
	told: z.string().nullable(),
	downloads: z.array(z.object({ at: z.coerce.date(), file: z.string(), way: z.string().nullable() })),
})

const mostDownloads = 20

/** What the bank is told about a download that nobody pressed for, or that was read in the browser. */
const notes: ReadonlyMap<string | null, string> = new Map([
	['automatic', ' (started by itself after the payment)'],
	['read', ' (read online)'],
])

/**
 * Writes for the bank what the shop's records say about a disputed sale: what was bought, what the buyer agreed to, and when
 * they downloaded it. If the bank was sent an answer at an earlier stage, returns that, so that it can be added to.
 */
export async function describeSale(
	{ database }: { database: Pick<Database, 'query'> },
	disputeId: string,
): Promise<string> {
	const facts = await maybeOne(
		database,
		sql`
		select p.product_name, r.number, coalesce(r.amount_pence, d.amount_pence) as amount_pence, r.paid_at, r.consent_wording, r.consent_at,
			(
				select a.text from shop.dispute_answers a
				where a.dispute_id = d.id and a.stage <> d.stage and a.sent_at is not null order by a.sent_at desc limit 1
			) as told,
			coalesce(r.emailed_before[1], r.mailed_at) as mailed_at, u.email, u.email_confirmed_at as confirmed_at,
			coalesce((
				select json_agg(json_build_object('at', l.at, 'file', l.file_name, 'way', l.way) order by l.at) from (
					select d.at, d.file_name, ${wayOfDownload} as way from public.downloads d
					where d.user_id = p.user_id and d.catalogue_id in (${guidesOf(sql`p.catalogue_id`)}) order by d.at limit ${mostDownloads}
				) l
			), '[]') as downloads
		from shop.disputes d
		join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		join public.purchases p on p.id = c.purchase_id
		left join public.receipts r on r.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		where d.id = ${disputeId} limit 1`,
		factsSchema,
	)
	if (facts === undefined) return ''
	if (facts.told !== null) return facts.told
	const { product_name, number, amount_pence, paid_at, consent_wording, consent_at, mailed_at, email } = facts
	const lines = [
		`“${product_name}” is a digital guide, which the buyer can download at once after paying.`,
		...(paid_at === null
			? []
			: [
					`It was paid on ${momentOf(paid_at)}: ${formatPounds(amount_pence)}${number === null ? '' : `, receipt ${number}`}.`,
				]),
		...(email === null
			? []
			: [
					`The buyer’s account at the shop is ${email}${facts.confirmed_at === null ? '' : `, an address they confirmed on ${momentOf(facts.confirmed_at)}`}.`,
				]),
		...(consent_wording === null || consent_at === null
			? []
			: [`Before paying, on ${momentOf(consent_at)}, they agreed to this: “${consent_wording}”`]),
		...(mailed_at === null
			? []
			: [`The receipt, with the link to the guide, was emailed on ${momentOf(mailed_at)}.`]),
		...(facts.downloads.length === 0
			? ['The shop has no record of a download.']
			: [
					'Downloads by this account:',
					...facts.downloads.map(({ at, file, way }) => `- ${momentOf(at)}: ${file}${notes.get(way) ?? ''}`),
				]),
	]
	return lines.join('\n')
}
