import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { type Mail, MailRefused } from '#server/shop/emails/mailer.ts'
import { adminContextOf, runAdmin, runForJson } from '#test/admin-cli.ts'
import { callAuth, confirmedUser } from '#test/auth.ts'
import {
	askToBeTold,
	awaited,
	mailsTo,
	noticeToken,
	release,
	sendReleaseNotices,
	waitToBeTold,
} from '#test/release-notices.ts'
import { createWorld, type World } from '#test/world.ts'

/** What the mail server does with the next email. By default it accepts the email. */
let next: 'take' | 'die after taking' | 'be down' | 'refuse for good' = 'take'
const mails: Mail[] = []
let world: World
let email = ''
let count = 0

beforeAll(async () => {
	const opened = await createWorld({
		mailer: {
			send: async (mail) => {
				const what = next
				if (what === 'refuse for good') throw new MailRefused('the mail server did not accept it: 550')
				if (!/is out$/.test(mail.subject)) {
					mails.push(mail)
					return
				}
				next = 'take'
				if (what === 'be down') throw new Error('the mail server cannot be reached')
				mails.push(mail)
				if (what === 'die after taking') throw new Error('the server died')
			},
			close: () => {},
		},
	})
	world = { ...opened, mails }
})
afterAll(async () => await world.close())
beforeEach(() => {
	count += 1
	next = 'take'
	email = `waits.${count}@student.test`
})
afterEach(async () => {
	await world.database.query(sql`delete from shop.release_notices`)
	await release(world, awaited.id, true)
})

const releaseMails = async (address = email) =>
	(await mailsTo(world, address)).filter(({ subject }) => subject === `${awaited.title} is out`)
const retryNow = async () => {
	await world.database.query(sql`
		select from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`)
	await world.runJobs()
}

describe('when a product is released', () => {
	test('each confirmed address receives one email, and other addresses receive none', async () => {
		await waitToBeTold(world, email)
		await askToBeTold(world, `asked.${email}`)
		await waitToBeTold(world, `another.${email}`, '5')
		await waitToBeTold(world, `stopped.${email}`)
		const stop = (await mailsTo(world, `stopped.${email}`))[0]?.unsubscribeUrl ?? ''
		await world.request(stop.slice(world.url.length), { method: 'POST' })
		await sendReleaseNotices(world)
		expect(await releaseMails()).toEqual([])

		await release(world)
		// Several servers run this job, one after another or at the same time.
		for (let run = 0; run < 3; run++) await sendReleaseNotices(world)
		await Promise.all([sendReleaseNotices(world), sendReleaseNotices(world)])
		const [mail, ...others] = await releaseMails()
		expect(others).toEqual([])
		expect(mail?.text).toContain(`${world.url}/products/north-east-money`)
		expect(mail?.unsubscribeUrl).toMatch(/\/functions\/v1\/cancel-release-notices\?token=/)
		for (const one of ['asked', 'another', 'stopped'])
			expect(await releaseMails(`${one}.${email}`)).toEqual([])
	})

	test('nothing is sent within five minutes of a release, so that it can be taken back', async () => {
		await waitToBeTold(world, email)
		await release(world)
		world.clock.advance(-100)
		await sendReleaseNotices(world)
		expect(await releaseMails()).toEqual([])
		world.clock.advance(100)
		await sendReleaseNotices(world)
		expect(await releaseMails()).toHaveLength(1)
	})

	test('a release taken back before its email is sent is not announced until the product is out again', async () => {
		await waitToBeTold(world, email)
		await release(world)
		await world.runJob('queue-mailings', {})
		await release(world, awaited.id, true)
		await retryNow()
		expect(await releaseMails()).toEqual([])
		await release(world)
		await sendReleaseNotices(world)
		expect(await releaseMails()).toHaveLength(1)
	})

	test('the emails are queued a second apart', async () => {
		for (const name of ['a', 'b', 'c']) await waitToBeTold(world, `${name}.${email}`)
		await release(world)
		await world.runJob('queue-mailings', {})
		const [spread] = await world.database.query(
			sql`
			select extract(epoch from max(run_at) - min(run_at))::float as seconds from graphile_worker.jobs
			where task_identifier = 'send-release-notice'`,
			z.object({ seconds: z.number() }),
		)
		expect(spread?.seconds).toBeCloseTo(2, 0)
		await retryNow()
	})

	test('the email about a release is not lost if the mail server is down', async () => {
		await waitToBeTold(world, email)
		await release(world)
		next = 'be down'
		await sendReleaseNotices(world)
		expect(await releaseMails()).toEqual([])
		await retryNow()
		expect(await releaseMails()).toHaveLength(1)
		await sendReleaseNotices(world)
		expect(await releaseMails()).toHaveLength(1)
	})

	test('a notice sent twice after a crash has one message id, and either copy can unsubscribe', async () => {
		await waitToBeTold(world, email)
		await release(world)
		next = 'die after taking'
		await sendReleaseNotices(world)
		await retryNow()
		const copies = await releaseMails()
		expect(copies).toHaveLength(2)
		expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
		for (const { unsubscribeUrl = '' } of copies)
			expect((await world.request(unsubscribeUrl.slice(world.url.length), { method: 'POST' })).status).toBe(
				200,
			)
	})

	test('an email that the mail server refuses is listed without the address and sent on a later try', async () => {
		await waitToBeTold(world, email)
		await release(world)
		next = 'refuse for good'
		await sendReleaseNotices(world)
		next = 'take'
		const listed = await runAdmin(adminContextOf(world), 'refused-mails')
		expect(listed?.join()).toMatch(/send-release-notice/)
		expect(listed?.join()).not.toContain(email)
		await retryNow()
		expect(await releaseMails()).toHaveLength(1)
	})

	test('deleting a mistyped address removes it from the owner’s list of refused emails', async () => {
		next = 'refuse for good'
		await askToBeTold(world, email)
		await world.runJobs()
		const listed = async () => (await runAdmin(adminContextOf(world), 'refused-mails')).join()
		expect(await listed()).toMatch(/send-notice-confirmation/)
		world.clock.advance(8 * 86_400)
		await world.runJob('purge-expired', {})
		expect(await listed()).toBe('None.')
	})

	test('an address is deleted thirty days after its email, and can be unsubscribed until then', async () => {
		await waitToBeTold(world, email)
		await waitToBeTold(world, email, '5')
		await release(world)
		await sendReleaseNotices(world)
		const token = await noticeToken(world, email, 'stop')
		world.clock.advance(29 * 86_400)
		await world.runJob('purge-expired', {})
		const path = `/functions/v1/cancel-release-notices?token=${token}`
		expect((await world.request(path, { method: 'POST' })).status).toBe(200)
		world.clock.advance(2 * 86_400)
		await world.runJob('purge-expired', {})
		expect(await world.database.query(sql`select from shop.release_notices where email is not null`)).toEqual(
			[],
		)
		expect(
			await world.database.query(sql`select from shop.release_notices where sent_at is not null`),
		).toHaveLength(1)
	})
})

test('the owner sees how many addresses wait, but no address', async () => {
	const count = async () => await runForJson(adminContextOf(world), 'release-notices')
	expect(await count()).toEqual({ rows: [] })
	await waitToBeTold(world, email)
	await waitToBeTold(world, `two.${email}`)
	await askToBeTold(world, `three.${email}`)
	const stop = (await mailsTo(world, `two.${email}`))[0]?.unsubscribeUrl ?? ''
	await world.request(stop.slice(world.url.length), { method: 'POST' })
	const counts = { product: awaited.title, waiting: 1, asked: 3, confirmed: 2, sent: 0, unsubscribed: 1 }
	expect(await count()).toEqual({ rows: [counts] })
	await release(world)
	await sendReleaseNotices(world)
	expect(await count()).toEqual({ rows: [{ ...counts, waiting: 0, sent: 1 }] })
})

describe('release notices', () => {
	test('appear only in their own user’s export, and are deleted with the account', async () => {
		const person = await confirmedUser(world)
		const other = await confirmedUser(world)
		await waitToBeTold(world, person.email)
		await askToBeTold(world, person.email, { productId: '5' })
		await waitToBeTold(world, other.email)
		const exported = await callAuth(world, '/account/export', { bearer: person.accessToken, body: {} })
		expect(exported.body?.release_notices).toEqual([
			expect.objectContaining({ catalogue_id: awaited.id, confirmed_at: expect.any(String), sent_at: null }),
			expect.objectContaining({ catalogue_id: '5', confirmed_at: null }),
		])
		const removed = await callAuth(world, '/account/delete', { bearer: person.accessToken, body: {} })
		expect(removed.status).toBe(200)
		const left = await world.database.query(sql`select email from shop.release_notices`)
		expect(left).toEqual([{ email: other.email }])
		await release(world)
		await sendReleaseNotices(world)
		expect(await releaseMails(person.email)).toEqual([])
		expect(await releaseMails(other.email)).toHaveLength(1)
	})

	test('outlive an account that never confirmed the address', async () => {
		await waitToBeTold(world, email)
		await callAuth(world, '/signup', { body: { email, password: 'quiet-harbour-42' } })
		world.clock.advance(31 * 86_400)
		await world.runJob('purge-expired', {})
		await release(world)
		await sendReleaseNotices(world)
		expect(await releaseMails()).toHaveLength(1)
	})
})
