import { z } from 'zod'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeToken, withLink } from '#server/platform/tokens.ts'
import {
	type CoveredProduct,
	mailButton,
	mailCover,
	mailNote,
	mailParagraph,
} from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { readProducts } from '#server/shop/products.ts'
import { formatPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'
import { stopAddresses } from '#shared/stop-links.ts'

const rowSchema = z.object({
	email: z.string(),
	title: z.string(),
	slug: z.string(),
	is_free: z.boolean(),
	price_pence: z.int().nullable(),
})

/**
 * Tells one address by email that the product it asked about is out. Sends the email once, unless the server dies between sending
 * and recording it; the second copy then has the same message id. Sends nothing if the emails were stopped, or if the product is
 * no longer offered. In the second case, the address goes on waiting.
 */
export async function sendReleaseNotice(
	{ database, mailer, clock, siteUrl, texts }: MailContext,
	noticeId: string,
): Promise<void> {
	const token = makeToken()
	const row = await maybeOne(
		database,
		sql`
		update shop.release_notices n set stop_hashes = ${withLink(sql`stop_hashes`, token)}
		from public.products p
		where n.id = ${noticeId} and p.id = n.catalogue_id and n.email is not null
			and n.confirmed_at is not null and n.sent_at is null and n.unsubscribed_at is null
			and not p.coming_soon and not p.withdrawn
		returning n.email, p.title, p.slug, p.is_free, p.price_pence`,
		rowSchema,
	)
	if (row === undefined) {
		await database.query(
			sql`update shop.release_notices set queued_at = null where id = ${noticeId} and sent_at is null`,
		)
		return
	}
	const product = (await readProducts(database)).find(({ slug }) => slug === row.slug)
	await mailer.send(releaseNoticeMail({ noticeId, to: row.email, ...row, product, token, siteUrl, texts }))
	await database.query(sql`update shop.release_notices set sent_at = ${clock.now()} where id = ${noticeId}`)
}

interface ReleaseMailOptions
	extends Pick<z.infer<typeof rowSchema>, 'title' | 'slug' | 'is_free' | 'price_pence'> {
	noticeId: string
	to: string
	/** The product, for its cover. */
	product: CoveredProduct | undefined
	/** Token of the link that stops further emails of this kind. */
	token: string
	siteUrl: string
	texts: MailTexts
}

/** Builds the one email about a release. */
export function releaseNoticeMail(options: ReleaseMailOptions): Mail {
	const { noticeId, to, token, siteUrl, texts } = options
	const site = new URL(siteUrl)
	const { subject, title, lead, button, last, stop, why } = fillTexts(texts.release_notice, {
		address: to,
		site: site.host,
		product: options.title,
	})
	const page = `${siteUrl}${productPath(options)}`
	const stopping = stopAddresses(siteUrl, 'releases', token)
	const price =
		options.is_free || options.price_pence === null ? 'Free' : `${formatPounds(options.price_pence)}, once`
	return writeMail({
		to,
		subject,
		messageId: `<release-${noticeId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: lead,
		body: [
			mailParagraph(lead),
			mailCover({
				product: options.product,
				title: options.title,
				facts: [price],
			}),
			mailButton({ href: page, label: button }),
			mailNote(last),
		],
		closing: why,
		unsubscribe: { label: stop, ...stopping },
	})
}
