import { z } from 'zod'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, makeToken, withLink } from '#server/platform/tokens.ts'
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
import { productPath } from '#shared/paths.ts'
import { stopAddresses } from '#shared/stop-links.ts'

interface Request {
	userId: string
	catalogueId: string
}

const rowSchema = z.object({
	email: z.string(),
	userMetadata: z.unknown(),
	title: z.string(),
	slug: z.string(),
})

/**
 * Asks a user by email for a review of a guide. Sends nothing if they no longer have the guide, have reviewed it, or have stopped
 * these emails since this one was queued. Sends the email once, unless the server dies between sending and recording it. Creates
 * the token only now, so that neither the database nor the queue contains it.
 */
export async function sendReviewRequest(
	{ database, mailer, clock, siteUrl, texts }: MailContext,
	{ userId, catalogueId }: Request,
): Promise<void> {
	const token = makeToken()
	const row = await maybeOne(
		database,
		sql`
		update shop.review_requests r set stop_hashes = ${withLink(sql`r.stop_hashes`, token)}
		from public.products product, auth.users u
		where r.user_id = ${userId} and r.catalogue_id = ${catalogueId} and r.mailed_at is null
			and product.id = r.catalogue_id and u.id = r.user_id
			and u.email is not null and u.email_confirmed_at is not null
			and u.raw_user_meta_data -> 'no_review_requests' is distinct from 'true'
			and exists (
				select from public.purchases p
				where p.user_id = r.user_id and p.catalogue_id = r.catalogue_id and p.status = 'completed'
			)
			and not exists (
				select from public.reviews written where written.user_id = r.user_id and written.catalogue_id = r.catalogue_id
			)
		returning u.email, u.raw_user_meta_data as "userMetadata", product.title, product.slug`,
		rowSchema,
	)
	if (row === undefined) return
	const product = (await readProducts(database)).find(({ slug }) => slug === row.slug)
	await mailer.send(
		reviewRequestMail({
			...row,
			product,
			to: row.email,
			token,
			requestId: requestId(userId, catalogueId),
			siteUrl,
			texts,
		}),
	)
	await database.query(sql`
		update shop.review_requests set mailed_at = ${clock.now()}
		where user_id = ${userId} and catalogue_id = ${catalogueId}`)
}

/** Returns an id that is the same for every copy of the email and does not reveal its recipient. */
function requestId(userId: string, catalogueId: string): string {
	return hashToken(`${userId} ${catalogueId}`).toString('hex').slice(0, 32)
}

interface RequestMailOptions extends Pick<z.infer<typeof rowSchema>, 'title' | 'slug'> {
	requestId: string
	to: string
	/** The product, for its cover. */
	product: CoveredProduct | undefined
	/** Token of the link that stops these emails. */
	token: string
	userMetadata: unknown
	siteUrl: string
	texts: MailTexts
}

/** Builds the email that asks for a review. */
export function reviewRequestMail({
	requestId,
	to,
	token,
	siteUrl,
	texts,
	...options
}: RequestMailOptions): Mail {
	const site = new URL(siteUrl)
	const { subject, title, lead, button, honest, stop, why } = fillTexts(texts.review_request, {
		address: to,
		site: site.host,
		product: options.title,
	})
	return writeMail({
		to,
		subject,
		messageId: `<review-${requestId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: lead,
		userMetadata: options.userMetadata,
		body: [
			mailParagraph(lead),
			mailCover({ product: options.product, title: options.title }),
			mailButton({ href: `${siteUrl}${productPath(options)}#reviews`, label: button }),
			mailNote(honest),
		],
		closing: why,
		unsubscribe: { label: stop, ...stopAddresses(siteUrl, 'reviews', token) },
	})
}
