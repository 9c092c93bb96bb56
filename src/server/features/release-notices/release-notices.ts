import { z } from 'zod'
import { defineMailingList, mailsPerMinute } from '#server/features/mailing-lists/mailing-list.ts'
import { waitsForRelease } from '#server/features/products/list-products.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withLink } from '#server/platform/tokens.ts'
import { mailButton, mailCover, mailNote, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import { noNews } from '#server/shop/failed-job-words.ts'
import { formatPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'
import { stopNotices } from './notices.ts'

/**
 * How long the shop waits after the last start of a server, and after a release by an owner, before it announces a product. Both
 * set the product's `updated_at`. Until then the link in the email might lead to a server of the previous version, and an owner
 * can still take back a mistaken release.
 */
const settledMs = 5 * 60_000

/**
 * The emails about releases, one to each confirmed address that asked, unless an owner holds them back. They need no account, so
 * they are not in the outbox: the request of an address says itself how far it is. If the product is no longer offered, the address
 * goes on waiting.
 */
export const releaseNotices = defineMailingList({
	name: 'releases',
	job: 'send-release-notice',
	whenFailed: { what: 'Someone was not told by email that a guide is out', ...noNews },
	payload: z.object({ noticeId: z.uuid() }),
	queue: (now) => sql`
		update shop.release_notices set queued_at = ${now} where id in (
			select n.id from shop.release_notices n join public.products p on p.id = n.catalogue_id
			where ${waitsForRelease}
				and not p.coming_soon and not p.withdrawn and p.updated_at <= ${new Date(now.getTime() - settledMs)}
				and not exists (select from shop.release_emails e where e.catalogue_id = n.catalogue_id and e.waits)
			order by n.confirmed_at limit ${mailsPerMinute} for update of n skip locked
		) returning id as "noticeId"`,
	claim: ({ noticeId }, { token }) => sql`
		update shop.release_notices n set stop_hashes = ${withLink(sql`stop_hashes`, token)}
		from public.products p
		where n.id = ${noticeId} and p.id = n.catalogue_id and n.email is not null
			and n.confirmed_at is not null and n.sent_at is null and n.unsubscribed_at is null
			and not p.coming_soon and not p.withdrawn
		returning n.id, n.email, p.title, p.slug, p.is_free, p.price_pence`,
	facts: z.object({
		id: z.string(),
		email: z.string(),
		title: z.string(),
		slug: z.string(),
		is_free: z.boolean(),
		price_pence: z.int().nullable(),
	}),
	record: ({ noticeId }, now) => sql`update shop.release_notices set sent_at = ${now} where id = ${noticeId}`,
	leaveOut: ({ noticeId }) =>
		sql`update shop.release_notices set queued_at = null where id = ${noticeId} and sent_at is null`,
	stop: stopNotices,
	texts: (all) => all.release_notice,
	letter: ({ facts, words, product, siteUrl }) => ({
		id: `release-${facts.id}`,
		subject: words.subject,
		title: words.title,
		preheader: words.lead,
		body: [
			mailParagraph(words.lead),
			mailCover({
				product,
				title: facts.title,
				facts: [
					facts.is_free || facts.price_pence === null ? 'Free' : `${formatPounds(facts.price_pence)}, once`,
				],
			}),
			mailButton({ href: `${siteUrl}${productPath(facts)}`, label: words.button }),
			mailNote(words.last),
		],
	}),
})
