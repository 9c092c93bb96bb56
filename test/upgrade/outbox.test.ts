import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { sendWaitingEmails } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'
import { ids, sampleRows } from '../row-level-security.table.ts'

// Servers of release 0.1.0 queue and send emails about editions and reviews with the tables `edition_notices` and `review_requests`,
// beside servers that use the outbox. Each statement named `old` is one of theirs.

const world = await useWorld()
// Dropped at the end, when its connections have been closed.
let migrated: EmptyDatabase | undefined
afterAll(async () => await migrated?.drop())
afterEach(async () => {
	world.mails.length = 0
	await world.database.query(sql`delete from auth.users`)
})

const edition = '2099-05-01'

/** Makes a user who has had the free guide for eight days and asked for emails about its editions, of which a new one is out. */
async function reader(): Promise<{ id: string; email: string }> {
	const client = await signedInClient(world)
	const { data } = await client.auth.updateUser({
		data: { edition_notices_since: '2026-02-01', no_review_requests: false },
	})
	await client.from('purchases').insert(freeGuide())
	const anHourAgo = new Date(world.clock.now().getTime() - 3_600_000)
	await world.database.query(
		sql`update public.products set edition = ${edition}, updated_at = ${anHourAgo} where id = '1'`,
	)
	world.mails.length = 0
	return { id: data.user?.id ?? '', email: data.user?.email ?? '' }
}

const old = {
	queueEditions: sql`
		insert into shop.edition_notices (user_id, catalogue_id, edition, queued_at)
		select distinct p.user_id, p.catalogue_id, product.edition, now()
		from public.products product
		join public.purchases p on p.catalogue_id = product.id
		join auth.users u on u.id = p.user_id
		where not product.withdrawn and not product.coming_soon
			and p.status = 'completed' and to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') < product.edition
			and u.email is not null and u.email_confirmed_at is not null
			and product.edition >= u.raw_user_meta_data ->> 'edition_notices_since'
			and not exists (
				select from shop.edition_notices n
				where n.user_id = p.user_id and n.catalogue_id = p.catalogue_id and n.edition = product.edition
			)
		limit 300 on conflict do nothing returning id`,
	claimEdition: (id: string, token: string) => sql`
		update shop.edition_notices n set stop_hashes = (${[hashToken(token)]}::bytea[] || n.stop_hashes)[1:8]
		from public.products product, auth.users u
		where n.id = ${id} and n.mailed_at is null and u.id = n.user_id
			and product.id = n.catalogue_id and product.edition = n.edition and not product.withdrawn
		returning u.email`,
	editionMailed: (id: string) => sql`update shop.edition_notices set mailed_at = now() where id = ${id}`,
	findByEditionToken: (token: string) =>
		sql`select user_id from shop.edition_notices where stop_hashes @> ${[hashToken(token)]}::bytea[]`,
	queueReviews: sql`
		insert into shop.review_requests (user_id, catalogue_id, asked_at)
		select distinct on (p.user_id) p.user_id, p.catalogue_id, now()
		from shop.purchase_history h
		join public.purchases p on p.id = h.purchase_id
		join auth.users u on u.id = p.user_id
		where h.to_status = 'completed' and p.status = 'completed' and not exists (
			select from shop.review_requests other
			where other.user_id = p.user_id and (other.catalogue_id = p.catalogue_id or other.asked_at > now() - interval '7 days')
		)
		order by p.user_id, h.at limit 300 on conflict do nothing returning user_id, catalogue_id`,
	claimReview: (userId: string, token: string) => sql`
		update shop.review_requests r set stop_hashes = (${[hashToken(token)]}::bytea[] || r.stop_hashes)[1:8]
		from auth.users u
		where r.user_id = ${userId} and r.catalogue_id = '1' and r.mailed_at is null and u.id = r.user_id
		returning u.email`,
	reviewMailed: (userId: string) =>
		sql`update shop.review_requests set mailed_at = now() where user_id = ${userId} and catalogue_id = '1'`,
}

/** Runs what is queued now or later, and returns the emails of the mailing lists, by the list. */
async function sent(): Promise<[list: string, to: string, stop: string][]> {
	await sendWaitingEmails(world)
	await world.runJobs()
	return world.mails
		.splice(0)
		.flatMap(({ messageId, to, unsubscribeUrl = '' }) =>
			unsubscribeUrl === '' ? [] : [[messageId.slice(1, 7), to, unsubscribeUrl]],
		)
}

async function oneWeekLater<T>(work: () => Promise<T>): Promise<T> {
	world.clock.advance(8 * 86_400)
	const result = await work()
	world.clock.advance(-8 * 86_400)
	return result
}

const noticeOf = async (userId: string) =>
	await one(
		world.database,
		sql`
		select n.id, n.mailed_at, m.mailed_at as new_mailed_at, n.stop_hashes = m.stop_hashes as same_links
		from shop.edition_notices n join shop.outbox m on m.id = n.id where n.user_id = ${userId}`,
		z.object({
			id: z.string(),
			mailed_at: z.date().nullable(),
			new_mailed_at: z.date().nullable(),
			same_links: z.boolean(),
		}),
	)

test('the upgrade carries over what was queued and what was sent', async () => {
	const database = await createEmptyDatabase(inject('databaseUrl'))
	migrated = database
	const migrate = (upTo: { upTo?: string }) =>
		migrateDatabase({
			ownerUrl: database.ownerUrl,
			apiUrl: undefined,
			jobsUrl: undefined,
			log: () => {},
			...upTo,
		})
	const run = (statement: string) => runStatement(database.superuserUrl, statement)
	await migrate({ upTo: '1795810000000_decisions-in-documents' })
	const there = (await run(`select tablename from pg_tables where schemaname in ('public', 'shop')`)).map(
		({ tablename }) => tablename,
	)
	// Rows of tables that did not exist then are left out.
	const rowsThen = sampleRows.replaceAll(/insert into (?:public|shop)\.(\w+) .*/g, (insert, table) =>
		there.includes(table) ? insert : '',
	)
	await run(
		rowsThen.concat(`
		insert into shop.announcement_mails (announcement_id, user_id, queued_at, left_out_at)
			select id, '${ids.owner}', '2026-11-01', '2026-11-02' from shop.announcements;
		update shop.edition_notices set mailed_at = '2026-11-23', stop_hashes = array[sha256('a')];`),
	)
	const before = 'select id, stop_hashes, mailed_at from shop.edition_notices'
	const notices = await run(before)
	const links = await run('select stop_hashes from shop.review_requests')
	await migrate({})
	expect(await run(before)).toEqual(notices)
	expect(
		await run(
			`select id, stop_hashes, mailed_at from shop.outbox where list = 'editions' and about = '2 2026-11-22'`,
		),
	).toEqual(notices)
	expect(
		await run(
			`select stop_hashes from shop.outbox where list = 'reviews' and about = '2' and queued_at is not null and mailed_at is null`,
		),
	).toEqual(links)
	expect(
		await run(`
			select user_id from shop.outbox m join shop.announcements a on a.id::text = m.about
			where m.list = 'news' and m.queued_at is not null and m.left_out_at is not null`),
	).toEqual([{ user_id: ids.owner }])
})

test('what the last release has queued is sent once by this one, and either stops it', async () => {
	const { id, email } = await reader()
	expect(await world.database.query(old.queueEditions)).toHaveLength(1)
	expect(await world.database.query(old.queueReviews)).toEqual([{ user_id: id, catalogue_id: '1' }])
	// This release queues neither again.
	await oneWeekLater(() => world.runJob('queue-mailings', {}))
	expect(await sent()).toEqual([])
	const notice = await noticeOf(id)
	await world.runJob('send-edition-notice', { noticeId: notice.id })
	await world.runJob('send-review-request', { userId: id, catalogueId: '1' })
	const mails = await sent()
	expect(mails).toEqual([
		['editio', email, expect.any(String)],
		['review', email, expect.any(String)],
	])
	// To the last release both look sent, and it knows the link.
	expect(await world.database.query(old.claimEdition(notice.id, 'a'))).toEqual([])
	expect(await world.database.query(old.claimReview(id, 'a'))).toEqual([])
	expect(await noticeOf(id)).toMatchObject({ same_links: true, mailed_at: expect.any(Date) })
	const token = mails[0]?.[2].split('=').at(-1) ?? ''
	expect(await world.database.query(old.findByEditionToken(token))).toEqual([{ user_id: id }])
})

test('what this release has queued is sent once by the last one, and either stops it', async () => {
	const { id } = await reader()
	await oneWeekLater(() => world.runJob('queue-mailings', {}))
	// The jobs have the names and payloads that the last release knows.
	const queued = z.object({ task_identifier: z.string(), payload: z.record(z.string(), z.string()) })
	const jobs = await world.database.query(
		sql`
		select job.task_identifier, private.payload from graphile_worker.jobs job join graphile_worker._private_jobs private using (id)
		where job.task_identifier like 'send-%' order by job.task_identifier`,
		queued,
	)
	const notice = await noticeOf(id)
	expect(jobs).toEqual([
		{ task_identifier: 'send-edition-notice', payload: { noticeId: notice.id } },
		{ task_identifier: 'send-review-request', payload: { userId: id, catalogueId: '1' } },
	])
	expect(await world.database.query(old.queueEditions)).toEqual([])
	expect(await world.database.query(old.queueReviews)).toEqual([])
	const token = 'a'.repeat(43)
	expect(await world.database.query(old.claimEdition(notice.id, token))).toHaveLength(1)
	await world.database.query(old.editionMailed(notice.id))
	expect(await world.database.query(old.claimReview(id, 'b'))).toHaveLength(1)
	await world.database.query(old.reviewMailed(id))
	expect(await sent()).toEqual([])
	expect(await noticeOf(id)).toMatchObject({ same_links: true, new_mailed_at: expect.any(Date) })
	const path = `/functions/v1/stop-edition-notices?token=${token}`
	expect((await world.request(path, { method: 'POST' })).status).toBe(200)
})

test('both releases that queue at the same moment email each user once', async () => {
	const readers = [await reader(), await reader(), await reader()]
	const atOnce = await Promise.allSettled([
		world.database.query(old.queueEditions),
		world.runJob('queue-mailings', {}),
		world.database.query(old.queueEditions),
		world.runJob('queue-mailings', {}),
	])
	// PostgreSQL may end one of two that wait for each other. Its job is repeated.
	for (const result of atOnce)
		if (result.status === 'rejected') expect(String(result.reason)).toContain('deadlock')
	await world.runJob('queue-mailings', {})
	const rows = await world.database.query(
		sql`select id from shop.outbox where list = 'editions'`,
		z.object({ id: z.string() }),
	)
	expect(rows).toHaveLength(3)
	for (const { id } of rows) await world.runJob('send-edition-notice', { noticeId: id })
	expect((await sent()).map(([, to]) => to).sort()).toEqual(readers.map(({ email }) => email).sort())
})

test('the jobs that queue emails of one list in the last release queue those of all', async () => {
	const { email } = await reader()
	for (const name of ['queue-release-notices', 'queue-edition-notices', 'ask-for-reviews'])
		await world.runJob(name, {})
	expect(await sent()).toEqual([['editio', email, expect.any(String)]])
})
