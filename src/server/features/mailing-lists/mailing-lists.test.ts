import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { sendWaitingEmails } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld } from '#test/world.ts'
import { mailsPerMinute } from './mailing-list.ts'

/** When the server dies on its first attempt at each email of a list. */
let dies: 'never' | 'before it is sent' | 'after it is sent' = 'never'
const ofList = /^<(release|edition|announcement|review)-/
const attempted = new Set<string>()
const sent: string[] = []

const mails: Mail[] = []
const opened = await createWorld({
	mailer: {
		send: async (mail) => {
			const { messageId } = mail
			mails.push(mail)
			const isFirst = !attempted.has(messageId)
			attempted.add(messageId)
			const list = ofList.exec(messageId)?.[1]
			if (list === undefined) return
			if (isFirst && dies === 'before it is sent') throw new Error('the server died')
			sent.push(messageId)
			if (isFirst && dies === 'after it is sent') throw new Error('the server died')
		},
		close: () => {},
	},
})
const world = { ...opened, mails }
afterAll(async () => await world.close())
afterEach(async () => {
	dies = 'never'
	attempted.clear()
	mails.length = 0
	sent.length = 0
	await world.database.query(sql`delete from auth.users`)
	await world.database.query(sql`delete from shop.release_notices`)
	await world.database.query(sql`delete from shop.announcements`)
	await runAsSuperuser(world, 'delete from graphile_worker._private_jobs')
})

/** Makes one email due in each of the four lists. */
async function oneDueInEach(): Promise<void> {
	const client = await signedInClient(world)
	const { data } = await client.auth.updateUser({
		data: { edition_notices_since: '2026-02-01', news_since: '2026-02-01', no_review_requests: false },
	})
	await client.from('purchases').insert(freeGuide())
	await world.database.query(sql`update public.products set edition = '2099-05-01' where id = '1'`)
	await world.database.query(sql`
		insert into shop.release_notices (catalogue_id, email, asked_at, confirmed_at) values ('1', 'waits@student.test', now(), now())`)
	await world.database.query(sql`
		with announcement as (
			insert into shop.announcements (subject, body, written_by, saved_at, begun_at)
			values ('Two guides', 'They are out.', 'Ada', now(), now()) returning id
		) insert into shop.outbox (list, user_id, about) select 'news', ${data.user?.id}, id::text from announcement`)
	// Reviews are asked for after a week.
	world.clock.advance(8 * 86_400)
	onTestFinished(() => world.clock.advance(-8 * 86_400))
}

const lists = () => sent.map((messageId) => ofList.exec(messageId)?.[1]).sort()
const everyList = ['announcement', 'edition', 'release', 'review']

test('six servers that work at the same moment send each email once', async () => {
	await oneDueInEach()
	const six = async (work: () => Promise<void>) => await Promise.all(Array.from({ length: 6 }, work))
	await six(() => world.runJob('queue-mailings', {}))
	await sendWaitingEmails(world)
	await six(() => world.runJobs())
	expect(lists()).toEqual(everyList)
	await world.runJob('queue-mailings', {})
	await sendWaitingEmails(world)
	await world.runJobs()
	expect(lists()).toEqual(everyList)
})

test('the link in an email of one list stops no other', async () => {
	await oneDueInEach()
	await world.runJob('queue-mailings', {})
	await sendWaitingEmails(world)
	await world.runJobs()
	const links = mails.flatMap(({ messageId, unsubscribeUrl }) =>
		ofList.test(messageId) && unsubscribeUrl !== undefined ? [new URL(unsubscribeUrl)] : [],
	)
	expect(links).toHaveLength(4)
	const press = async (path: string) => (await world.request(path, { method: 'POST' })).status
	for (const { pathname, search } of links)
		for (const other of links)
			expect(await press(`${other.pathname}${search}`)).toBe(other.pathname === pathname ? 200 : 403)
})

test.each([
	['before it is sent', 4],
	['after it is sent', 8],
] as const)(
	'an email is sent again if the server dies %s, with the same message id',
	async (when, copies) => {
		await oneDueInEach()
		dies = when
		await world.runJob('queue-mailings', {})
		for (let round = 0; round < 3; round += 1) {
			await sendWaitingEmails(world)
			await world.runJobs()
		}
		expect(sent).toHaveLength(copies)
		expect(new Set(sent).size).toBe(4)
		expect([...new Set(lists())]).toEqual(everyList)
	},
)

test('a list whose emails can’t be queued does not hold up the others', async () => {
	await oneDueInEach()
	await runAsSuperuser(world, 'alter table shop.announcements rename to elsewhere')
	try {
		await expect(world.runJob('queue-mailings', {})).rejects.toThrow('shop.announcements')
	} finally {
		await runAsSuperuser(world, 'alter table shop.elsewhere rename to announcements')
	}
	await sendWaitingEmails(world)
	await world.runJobs()
	expect(lists()).toEqual(everyList.filter((list) => list !== 'announcement'))
	await world.runJob('queue-mailings', {})
	await sendWaitingEmails(world)
	await world.runJobs()
	expect(lists()).toEqual(everyList)
})

test('sixty emails of a list are queued a second apart, and the rest a minute later', async () => {
	world.clock.advance(3_600)
	onTestFinished(() => world.clock.advance(-3_600))
	await world.database.query(sql`
		insert into shop.release_notices (catalogue_id, email, asked_at, confirmed_at)
		select '1', 'waits.' || n || '@student.test', now(), now() from generate_series(1, 70) n`)
	await world.runJob('queue-mailings', {})
	const queued = async (name: string) =>
		await one(
			world.database,
			sql`
			select count(*)::integer as count, extract(epoch from max(run_at) - now())::float8 as seconds
			from graphile_worker.jobs where task_identifier = ${name}`,
			z.object({ count: z.int(), seconds: z.number().nullable() }),
		)
	const first = await queued('send-release-notice')
	expect(first.count).toBe(mailsPerMinute)
	expect(first.seconds).toBeCloseTo(mailsPerMinute - 1, -1)
	const again = await queued('queue-mailings')
	expect(again.count).toBe(1)
	expect(again.seconds).toBeCloseTo(60, -1)
	await world.runJob('queue-mailings', {})
	expect(await queued('send-release-notice')).toMatchObject({ count: 70 })
	expect(await queued('queue-mailings')).toMatchObject({ count: 1 })
})
