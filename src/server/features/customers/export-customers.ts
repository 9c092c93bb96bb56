import { z } from 'zod'
import { csvFile } from '#server/admin-api/csv.ts'
import { defineDownload } from '#server/admin-api/define-file.ts'
import { wantsNews } from '#server/features/announcements/news-readers.ts'
import { dayInLondon } from '#server/features/sales/period.ts'
import { count } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { readInBatches, streamAtOneMoment } from '#server/platform/db/stream.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { customerRowSchema, statementFor } from './list-customers.ts'

/** A customer, and the emails that they asked for or refused. */
const exportedSchema = customerRowSchema.extend({
	news_since: z.string().nullable(),
	editions_since: z.string().nullable(),
	wants_review_requests: z.boolean().nullable(),
})

const isCustomer = sql`u.deleted_at is null`
const customersSql = sql`
	select c.*, u.raw_user_meta_data ->> 'news_since' as news_since, u.raw_user_meta_data ->> 'edition_notices_since' as editions_since,
		u.raw_user_meta_data -> 'no_review_requests' = 'false' as wants_review_requests
	from (${statementFor(sql`true`, null)}) c join auth.users u on u.id = c.id
	order by c.joined_at desc, c.id desc`

const subscriberSchema = z.object({
	list: z.string(),
	email: z.string(),
	since: z.string().nullable(),
	about: z.string(),
})

/** Everybody whom the shop may email about something that they asked for: those who stopped it, or are banned, are left out. */
function subscribersSql(now: Date): Sql {
	return sql`
		select 'news' as list, u.email, u.raw_user_meta_data ->> 'news_since' as since, 'new guides' as about
		from auth.users u where ${wantsNews(now)}
		union all
		select 'editions', u.email, u.raw_user_meta_data ->> 'edition_notices_since', 'new editions of guides they have'
		from auth.users u
		where u.raw_user_meta_data ? 'edition_notices_since' and u.email is not null and u.email_confirmed_at is not null
			and u.deleted_at is null and coalesce(u.banned_until <= ${now}, true)
		union all
		select 'releases', n.email, to_char(n.confirmed_at at time zone 'Europe/London', 'YYYY-MM-DD'), 'the release of ' || p.title
		from shop.release_notices n join public.products p on p.id = n.catalogue_id
		where n.email is not null and n.confirmed_at is not null and n.sent_at is null and n.unsubscribed_at is null`
}

export const exportCustomersOperations = {
	'export-customers': defineDownload(customersApi['export-customers'], {
		does: 'exports every customer as CSV, with what they have, what they paid and what they may be emailed about',
		log: 'Exported the customers',
		roles: ['owner'],
		sensitive: true,
		open: async ({ database, clock }) => {
			const rows = await count(
				database,
				sql`select count(*)::integer as count from auth.users u where ${isCustomer}`,
			)
			const now = clock.now()
			const batches = streamAtOneMoment(database, (tx) => readInBatches(tx, customersSql, exportedSchema))
			return open('customers', now, rows, csvFile(customerColumns, cellsOfEach(batches, now)))
		},
	}),
	'export-subscribers': defineDownload(customersApi['export-subscribers'], {
		does: 'exports as CSV who asked for news, new editions or the release of a guide, and when',
		log: 'Exported the subscribers',
		roles: ['owner'],
		sensitive: true,
		open: async ({ database, clock }) => {
			const now = clock.now()
			const subscribers = subscribersSql(now)
			const rows = await count(
				database,
				sql`select count(*)::integer as count from (${subscribers}) subscribed`,
			)
			const statement = sql`select * from (${subscribers}) subscribed order by list, email, about`
			const batches = streamAtOneMoment(database, (tx) => readInBatches(tx, statement, subscriberSchema))
			return open(
				'subscribers',
				now,
				rows,
				csvFile(['email', 'list', 'about', 'asked_on'], consents(batches)),
			)
		},
	}),
}

function open(name: string, now: Date, rows: number, content: AsyncIterable<string>) {
	const file = `${name}-${now.toISOString().slice(0, 10)}.csv`
	return { details: { rows }, file: { name: file, contentType: 'text/csv; charset=utf-8', rows, content } }
}

const customerColumns = [
	'email',
	'name',
	'phone',
	'joined',
	'address_confirmed',
	'banned',
	'last_sign_in',
	'guides',
	'paid',
	'news_asked_on',
	'editions_asked_on',
	'review_requests',
]

async function* cellsOfEach(batches: AsyncIterable<readonly z.infer<typeof exportedSchema>[]>, now: Date) {
	for await (const rows of batches)
		yield rows.map((row) => [
			row.email ?? '',
			row.name ?? '',
			row.phone ?? '',
			dayOf(row.joined_at),
			yesNo(row.confirmed),
			yesNo(row.banned_until !== null && row.banned_until > now),
			row.last_sign_in_at === null ? '' : dayOf(row.last_sign_in_at),
			{ number: String(row.guides) },
			{ number: (row.paid_pence / 100).toFixed(2) },
			row.news_since ?? '',
			row.editions_since ?? '',
			row.wants_review_requests === null ? '' : row.wants_review_requests ? 'agreed' : 'refused',
		])
}

async function* consents(batches: AsyncIterable<readonly z.infer<typeof subscriberSchema>[]>) {
	for await (const rows of batches)
		yield rows.map(({ email, list, about, since }) => [email, list, about, since ?? ''])
}

function dayOf(time: Date): string {
	return dayInLondon(time).toISOString().slice(0, 10)
}

function yesNo(is: boolean): string {
	return is ? 'yes' : 'no'
}
