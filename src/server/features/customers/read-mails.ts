import type { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { queuedJobs } from '#server/platform/jobs/queue.ts'
import { guidesOf } from '#server/shop/bundles-on-sale.ts'
import { mailSchema } from '#shared/admin/customers.ts'
import { type MailTexts, securityNotices } from '#shared/mail-texts.ts'

type SentMail = z.infer<typeof mailSchema>

const most = 30

/**
 * Reads the newest emails to a user, as far as the shop has records of them. Links and codes leave no record once they have been
 * used. For a security notice, the shop records only when it was queued; it was sent if its job is no longer in the queue.
 */
export async function readMails(
	{ database, mailTexts }: { database: Pick<Database, 'query'>; mailTexts: MailTexts },
	userId: string,
): Promise<SentMail[]> {
	const subjects = Object.fromEntries(securityNotices.map((notice) => [notice, mailTexts[notice].subject]))
	return await readSent(
		database,
		sql`
		${aboutSales(sql`r.user_id = ${userId}`, sql`f.user_id = ${userId}`, sql`p.user_id = ${userId}`)}
		union all
		select 'notice', ${JSON.stringify(subjects)}::jsonb ->> e.action, e.created_at, null, 'send-security-notice', e.id::text
		from auth.audit_log_entries e
		where e.user_id = ${userId} and e.notice_to like '%@%' and e.action = any (${securityNotices})
		union all
		select 'link', t.token_type, t.sent_at, t.sent_at, 'send-one-time-token', t.id::text
		from auth.one_time_tokens t where t.user_id = ${userId} and t.sent_at is not null and t.relates_to like '%@%'
		union all
		${fromLists(sql`m.user_id = ${userId}`)}`,
	)
}

/** Reads the newest emails about one purchase and its guide, or the guides of a bundle. */
export async function readMailsAbout(
	database: Pick<Database, 'query'>,
	{
		id,
		user_id: userId,
		catalogue_id: product,
	}: { id: string; user_id: string | null; catalogue_id: string },
): Promise<SentMail[]> {
	const guides = guidesOf(sql`${product}::text`)
	return await readSent(
		database,
		sql`
		${aboutSales(sql`r.purchase_id = ${id}`, sql`f.purchase_id = ${id}`, sql`p.id = ${id}`)}
		union all
		${fromLists(sql`m.user_id = ${userId} and split_part(m.about, ' ', 1) in (${guides})`)}`,
	)
}

/**
 * Selects the emails with receipts that meet the condition `receipts`, the emails about refunds that meet `refunds`, and those about
 * payments that take days or are on hold, for purchases that meet `orders`. The conditions call a receipt `r`, a refund `f` and a purchase `p`.
 */
function aboutSales(receipts: Sql, refunds: Sql, orders: Sql): Sql {
	return sql`
		select 'receipt' as mail, r.number || ' (' || r.product_name || ')' as about, coalesce(r.mailed_at, r.queued_again_at, r.paid_at) as at,
			r.mailed_at as emailed_at, 'send-receipt' as job, r.purchase_id::text as reference
		from public.receipts r where ${receipts}
		union all
		select 'receipt', r.number || ' (' || r.product_name || ')', before, before, 'send-receipt', null
		from public.receipts r cross join unnest(r.emailed_before) before where ${receipts}
		union all
		select 'refund', p.product_name, coalesce(f.withdrawal_mailed_at, f.mailed_at, f.at),
			coalesce(f.withdrawal_mailed_at, f.mailed_at), 'send-refund-notice', f.id
		from public.refunds f join public.purchases p on p.id = f.purchase_id where ${refunds}
		union all
		select notice.mail, p.product_name, coalesce(notice.emailed_at, p.settling_since, p.created_at), notice.emailed_at, 'send-payment-notice',
			p.id || ' payment_' || notice.mail
		from public.purchases p join shop.checkouts c on c.purchase_id = p.id
		cross join lateral (
			values ('pending', c.pending_mailed_at), ('failed', c.failed_mailed_at), ('held', c.held_mailed_at)
		) as notice (mail, emailed_at)
		where ${orders} and (p.settling_since is not null or notice.mail = 'held')`
}

/** Selects the emails of mailing lists that meet a condition on the outbox `m`. */
function fromLists(condition: Sql): Sql {
	return sql`
		select list.mail, coalesce(p.title, a.subject, split_part(m.about, ' ', 1)), coalesce(m.mailed_at, m.queued_at, a.begun_at),
			m.mailed_at, list.job, case m.list when 'reviews' then m.user_id || ' ' || m.about else m.id::text end
		from shop.outbox m
		join (
			values ('reviews', 'review', 'send-review-request'), ('editions', 'edition', 'send-edition-notice'),
				('news', 'news', 'send-announcement')
		) as list (name, mail, job) on list.name = m.list
		left join public.products p on p.id = split_part(m.about, ' ', 1)
		left join shop.announcements a on a.id::text = m.about
		where ${condition}`
}

async function readSent(database: Pick<Database, 'query'>, sent: Sql): Promise<SentMail[]> {
	return await database.query(
		sql`
		select sent.mail, sent.about, sent.at, sent.emailed_at, refused.reason as refusal,
			sent.emailed_at is null and refused.reason is null and (sent.mail <> 'notice' or sent.reference in (
				select job.payload ->> 'entryId' from ${queuedJobs} job where job.name = 'send-security-notice'
			)) as waits
		from (${sent}) sent
		left join shop.refused_mails refused on refused.job = sent.job and refused.reference = sent.reference
		-- Leaves out what was never sent, such as a notice about a refund that failed before its email was due.
		where sent.emailed_at is not null or refused.reason is not null or sent.mail in ('receipt', 'notice')
		order by sent.at desc limit ${most}`,
		mailSchema,
	)
}
