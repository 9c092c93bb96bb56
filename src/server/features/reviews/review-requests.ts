import { z } from 'zod'
import { mailsPerMinute } from '#server/features/mailing-lists/mailing-list.ts'
import { defineUserList, recipient } from '#server/features/mailing-lists/user-list.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { mailButton, mailCover, mailNote, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import { askMail } from '#server/shop/failed-job-words.ts'
import { dayMs } from '#shared/clock.ts'
import { productPath } from '#shared/paths.ts'

/** The first and the last day on which a user may be asked to review a guide, counted from the day they got it. */
const asked = { fromDays: 7, toDays: 21 }

// Consent: users who have signed up without seeing the box, such as with Google, haven't been asked yet.
const wantsRequests = sql`u.raw_user_meta_data -> 'no_review_requests' = 'false'`

/**
 * The emails that ask for reviews. Each user is asked once about each guide, at least a week after getting it, and gets at most one of
 * these emails a week. Users who haven't agreed to them, no longer have the guide or have reviewed it get none. Reads the history of purchases, so a
 * sale needs no job of its own for this.
 */
export const reviewRequests = defineUserList({
	name: 'reviews',
	job: 'send-review-request',
	whenFailed: {
		what: 'A customer was not asked for a review',
		means: 'This does the customer no harm.',
		todo: askMail,
	},
	payload: z.object({ userId: z.uuid(), catalogueId: z.string() }),
	which: ({ userId, catalogueId }) => sql`m.user_id = ${userId} and m.about = ${catalogueId}`,
	queue: (now) => {
		const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
		return sql`
			-- Materialised first. Otherwise the limit makes PostgreSQL go through all purchases user by user, in the hope of finding
			-- enough early.
			with completed as materialized (
				select purchase_id, at from shop.purchase_history
				where to_status = 'completed' and at > ${daysAgo(asked.toDays)} and at <= ${daysAgo(asked.fromDays)}
			)
			insert into shop.outbox (list, user_id, about, queued_at)
			select distinct on (p.user_id) 'reviews', p.user_id, p.catalogue_id, ${now}::timestamptz
			from completed h
			join public.purchases p on p.id = h.purchase_id
			join public.products product on product.id = p.catalogue_id
			join auth.users u on u.id = p.user_id
			where p.status = 'completed' and not product.withdrawn and u.email_confirmed_at is not null and ${wantsRequests}
				and not exists (
					select from public.reviews r where r.user_id = p.user_id and r.catalogue_id = p.catalogue_id
				)
				and not exists (
					select from shop.outbox m
					where m.list = 'reviews' and m.user_id = p.user_id
						and (m.about = p.catalogue_id or m.queued_at > ${daysAgo(7)})
				)
			order by p.user_id, h.at
			limit ${mailsPerMinute}
			on conflict do nothing
			returning user_id as "userId", about as "catalogueId"`
	},
	from: sql`public.products product`,
	may: () => sql`
		product.id = m.about and ${wantsRequests}
		and exists (
			select from public.purchases p
			where p.user_id = m.user_id and p.catalogue_id = m.about and p.status = 'completed'
		)
		and not exists (
			select from public.reviews written where written.user_id = m.user_id and written.catalogue_id = m.about
		)`,
	columns: sql`m.user_id || ' ' || m.about as "request", product.title, product.slug`,
	facts: z.object({ ...recipient, request: z.string(), title: z.string(), slug: z.string() }),
	stopped: sql`raw_user_meta_data || '{"no_review_requests": true}'`,
	texts: (all) => all.review_request,
	letter: ({ facts, words, product, siteUrl }) => ({
		// The same for every copy of the email, without revealing its recipient.
		id: `review-${hashToken(facts.request).toString('hex').slice(0, 32)}`,
		subject: words.subject,
		title: words.title,
		preheader: words.lead,
		body: [
			mailParagraph(words.lead),
			mailCover({ product, title: facts.title }),
			mailButton({ href: `${siteUrl}${productPath(facts)}#reviews`, label: words.button }),
			mailNote(words.honest),
		],
	}),
})
