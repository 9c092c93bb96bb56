import { z } from 'zod'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeToken, withLink } from '#server/platform/tokens.ts'
import { mailButton, mailCover, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { readProducts } from '#server/shop/products.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { stopAddresses } from '#shared/stop-links.ts'

const rowSchema = z.object({
	edition: z.string(),
	email: z.string(),
	userMetadata: z.unknown(),
	title: z.string(),
	slug: z.string(),
})

/**
 * Tells a user of a new edition by email. Sends nothing if they no longer have the guide or have stopped these emails, or if a
 * newer edition has come out since this email was queued. Sends the email once, unless the server dies between sending and
 * recording it; the second copy then has the same message id. The token is made only now, so that neither the database nor the
 * queue contains one.
 */
export async function sendEditionNotice(
	{ database, mailer, clock, siteUrl, texts }: MailContext,
	noticeId: string,
): Promise<void> {
	const token = makeToken()
	const row = await maybeOne(
		database,
		sql`
		update shop.edition_notices n set stop_hashes = ${withLink(sql`n.stop_hashes`, token)}
		from public.products product, auth.users u
		where n.id = ${noticeId} and n.mailed_at is null and u.id = n.user_id
			and product.id = n.catalogue_id and product.edition = n.edition and not product.withdrawn
			and u.email is not null and u.email_confirmed_at is not null
			and u.raw_user_meta_data ->> 'edition_notices_since' is not null
			and exists (
				select from public.purchases p
				where p.user_id = n.user_id and p.catalogue_id = n.catalogue_id and p.status = 'completed'
			)
		returning n.edition, u.email, u.raw_user_meta_data as "userMetadata", product.title, product.slug`,
		rowSchema,
	)
	if (row === undefined) return
	const product = (await readProducts(database)).find(({ slug }) => slug === row.slug)
	await mailer.send(editionNoticeMail({ ...row, product, noticeId, token, to: row.email, siteUrl, texts }))
	await database.query(sql`update shop.edition_notices set mailed_at = ${clock.now()} where id = ${noticeId}`)
}

interface NoticeMailOptions extends Pick<z.infer<typeof rowSchema>, 'edition' | 'title'> {
	noticeId: string
	to: string
	/** The product, for its cover and what its editions changed. */
	product: (Product & Partial<Pick<OfferedProduct, 'ownerEdition'>>) | undefined
	/** Token of the link that stops these emails. */
	token: string
	userMetadata: unknown
	siteUrl: string
	texts: MailTexts
}

/** Builds the email about a new edition. */
export function editionNoticeMail({
	noticeId,
	to,
	token,
	edition,
	product,
	siteUrl,
	texts,
	...options
}: NoticeMailOptions): Mail {
	const site = new URL(siteUrl)
	const { subject, title, lead, button, stop, why } = fillTexts(texts.edition_notice, {
		address: to,
		site: site.host,
		product: options.title,
	})
	const editions = [product?.ownerEdition, product?.edition, ...(product?.earlierEditions ?? [])]
	const changes = editions.find((one) => one?.date === edition)?.changes
	return writeMail({
		to,
		subject,
		messageId: `<edition-${noticeId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: lead,
		userMetadata: options.userMetadata,
		body: [
			mailParagraph(lead),
			...(changes === undefined ? [] : [mailParagraph(changes)]),
			mailCover({ product, title: options.title }),
			mailButton({ href: `${siteUrl}/account/guides`, label: button }),
		],
		closing: why,
		unsubscribe: { label: stop, ...stopAddresses(siteUrl, 'editions', token) },
	})
}
