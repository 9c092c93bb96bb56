import { z } from 'zod'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { mailsPerMinute } from '#server/features/mailing-lists/mailing-list.ts'
import { defineUserList, recipient } from '#server/features/mailing-lists/user-list.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type MailPart, mailLink, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { noNews } from '#server/shop/failed-job-words.ts'
import { hadNews, isUnderWay, wantsNews } from './news-readers.ts'

/** The emails of announcements. Sending one puts them into the outbox; users who no longer want news, or have had other news, get none. */
export const news = defineUserList({
	name: 'news',
	job: 'send-announcement',
	whenFailed: { what: 'A customer was not emailed an announcement', ...noNews },
	payload: z.object({ mailId: z.uuid() }),
	which: ({ mailId }) => sql`m.id = ${mailId}`,
	queue: (now) => sql`
		-- An announcement of which nothing waits any more has ended. A statement sees no change of its own, so that is one run after
		-- its last emails were queued.
		with ended as (
			update shop.announcements a set ended_at = ${now} where ${isUnderWay} and not exists (
				select from shop.outbox m where m.list = 'news' and m.about = a.id::text and m.queued_at is null
			)
		)
		update shop.outbox set queued_at = ${now} where id in (
			select m.id from shop.outbox m join shop.announcements a on a.id::text = m.about
			where m.list = 'news' and m.queued_at is null and ${isUnderWay}
			order by m.id limit ${mailsPerMinute} for update of m skip locked
		) returning id as "mailId"`,
	from: sql`shop.announcements a`,
	may: (now) => sql`
		a.id::text = m.about and a.stopped_at is null and ${wantsNews(now)} and not ${hadNews(now)}`,
	columns: sql`m.id, a.subject, a.body`,
	facts: z.object({ ...recipient, id: z.string(), subject: z.string(), body: z.string() }),
	stopped: sql`raw_user_meta_data - 'news_since'`,
	texts: (all) => all.announcement,
	letter: ({ facts: { id, subject, body } }) => {
		// An empty line separates paragraphs.
		const paragraphs = body
			.split(/\n\s*\n/)
			.map((paragraph) => paragraph.trim().replaceAll(/\s+/g, ' '))
			.filter((paragraph) => paragraph !== '')
		return {
			id: `announcement-${id}`,
			subject,
			title: subject,
			preheader: paragraphs[0]?.slice(0, longestPreheader) ?? '',
			body: paragraphs.map((paragraph) => mailParagraph(...linked(paragraph))),
		}
	},
})

const longestPreheader = 140

/** Turns https addresses in a text into links. Punctuation at the end of an address belongs to the sentence, not to the link. */
function linked(text: string): (string | MailPart)[] {
	const parts = text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’”])/)
	return parts.map((part, index) => (index % 2 === 1 ? mailLink({ href: part, label: part }) : part))
}

/** Returns the email as a recipient without a name would receive it. */
export async function exampleOf(
	{ config: { siteUrl }, readMailTexts }: AdminDependencies,
	{ subject, body }: { subject: string; body: string },
	to: string,
): Promise<Mail> {
	const facts = { id: 'preview', email: to, userMetadata: {}, subject, body }
	return news.mail({ facts, token: '', siteUrl, texts: await readMailTexts() })
}
