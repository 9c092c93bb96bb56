import { z } from 'zod'
import { refundCountsAt } from '#server/features/sales/movements.ts'
import { findTroubles, type TroubleOptions } from '#server/operations/alerts/find-troubles.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailLines, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, Mailer } from '#server/shop/emails/mailer.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import { dayMs } from '#shared/clock.ts'
import { dayOf, momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'

const summarySchema = z.object({
	sold: z.int(),
	soldPence: z.int(),
	refunded: z.int(),
	refundedPence: z.int(),
	taken: z.int(),
	joined: z.int(),
	reviews: z.int(),
})

type Summary = z.infer<typeof summarySchema>

interface SendOptions extends TroubleOptions {
	mailer: Mailer
	/** Undefined if nobody is to receive it. */
	to: string | undefined
}

/** Emails the owner what happened in the past day, and what waits for them. */
export async function sendSummary({ mailer, to, ...options }: SendOptions): Promise<void> {
	if (to === undefined) return
	const { database, readings, config, now } = options
	const since = new Date(now.getTime() - dayMs)
	const summary = await one(
		database,
		sql`
		select
			(select count(*) from public.receipts where paid_at > ${since}) as "sold",
			(select coalesce(sum(amount_pence), 0) from public.receipts where paid_at > ${since}) as "soldPence",
			-- Only refunds with a receipt count: a payment without one was never a sale.
			(
				select count(*) from public.refunds f join public.receipts r using (purchase_id)
				where ${refundCountsAt} > ${since} and f.stands
			) as "refunded",
			(
				select coalesce(sum(f.amount_pence), 0) from public.refunds f join public.receipts r using (purchase_id)
				where ${refundCountsAt} > ${since} and f.stands
			) as "refundedPence",
			(
				select count(*) from public.purchases
				where created_at > ${since} and price_pence = 0 and part_of is null and status = 'completed'
			) as "taken",
			(select count(*) from auth.users where email_confirmed_at > ${since}) as "joined",
			(select count(*) from public.reviews where created_at > ${since}) as "reviews"`,
		summarySchema,
	)
	const troubles = (await findTroubles(options)).map(({ title }) => title)
	const newestBackup = await readings.newestBackup().catch(() => undefined)
	const shop = await readShopName(database)
	await mailer.send(summaryMail({ to, shop, siteUrl: config.siteUrl, now, summary, troubles, newestBackup }))
}

function inSentence(title: string): string {
	return title.charAt(0).toLowerCase() + title.slice(1)
}

interface SummaryMailOptions {
	to: string
	shop: string
	siteUrl: string
	now: Date
	summary: Summary
	troubles: readonly string[]
	newestBackup: Date | undefined
}

/** Builds the daily email to the owner. */
export function summaryMail({
	to,
	shop,
	siteUrl,
	now,
	summary,
	troubles,
	newestBackup,
}: SummaryMailOptions): Mail {
	const { host, hostname } = new URL(siteUrl)
	const { sold, soldPence, refunded, refundedPence, taken, joined, reviews } = summary
	const sales = `${sold} sold for ${formatPounds(soldPence)}`
	return writeMail({
		shop,
		to,
		subject: `${sales} (${host}, ${dayOf(now)})`,
		messageId: `<summary-${now.toISOString().slice(0, 10)}@${hostname}>`,
		siteUrl,
		title: 'The past day',
		preheader: troubles.length === 0 ? 'Nothing is waiting for you.' : troubles.join('. '),
		body: [
			mailParagraph(`The 24 hours up to ${momentOf(now)}.`),
			mailLines([
				{ label: 'Guides sold', value: `${sold} for ${formatPounds(soldPence)}` },
				{ label: 'Refunds and lost disputes', value: `${refunded} for ${formatPounds(refundedPence)}` },
				{ label: 'Free guides taken', value: String(taken) },
				{ label: 'New accounts', value: String(joined) },
				{ label: 'Reviews', value: String(reviews) },
				{ label: 'Newest backup', value: newestBackup === undefined ? 'none' : momentOf(newestBackup) },
			]),
			mailParagraph(
				troubles.length === 0
					? 'Nothing is waiting for you.'
					: `Waiting for you: ${troubles.map(inSentence).join('; ')}.`,
			),
		],
		closing: `You’re receiving this email because SUMMARY_DAILY_AT of your shop is set, and ALERTS_TO or TRADER_EMAIL is ${to}.`,
	})
}
