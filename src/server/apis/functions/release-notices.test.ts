import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	askToBeTold,
	awaited,
	callFunction,
	mailsTo,
	noticeToken,
	release,
	sendReleaseNotices,
	waitToBeTold,
} from '#test/release-notices.ts'
import { useWorld } from '#test/world.ts'

const day = 86_400
const world = await useWorld()
let email = ''
let count = 0

beforeEach(() => {
	count += 1
	email = `waits.${count}@student.test`
})

const noticesOf = (address: string) =>
	world.database.query(sql`select * from shop.release_notices where email = ${address} order by asked_at`)
const confirm = async (token: string) => await callFunction(world, 'confirm-release-notice', { token })
const oneClick = async (url: string) =>
	await world.request(url.slice(world.url.length), {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: 'List-Unsubscribe=One-Click',
	})

describe('asking', () => {
	test('sends one email, whose link confirms the address once', async () => {
		expect((await askToBeTold(world, email.toUpperCase())).status).toBe(200)
		const [mail, ...others] = await mailsTo(world, email)
		expect(others).toEqual([])
		expect(mail?.text).toContain(awaited.title)
		expect(await noticesOf(email)).toMatchObject([{ confirmed_at: null, catalogue_id: awaited.id }])
		const token = await noticeToken(world, email, 'confirm')
		const confirmed = await confirm(token)
		expect(confirmed.status).toBe(200)
		expect(await confirmed.json()).toEqual({ productId: awaited.id })
		expect(await noticesOf(email)).toMatchObject([{ confirmed_at: expect.any(Date) }])
		const again = await confirm(token)
		expect(again.status).toBe(403)
		expect(await again.json()).toMatchObject({ code: 'otp_expired' })
	})

	test('stores no token, neither in the table nor in the queue', async () => {
		await askToBeTold(world, email)
		const jobs = await world.database.query(
			sql`select payload from graphile_worker._private_jobs where task_id = (
				select id from graphile_worker._private_tasks where identifier = 'send-notice-confirmation')`,
		)
		expect(JSON.stringify(jobs)).not.toContain(email)
		const tokens = [await noticeToken(world, email, 'confirm'), await noticeToken(world, email, 'stop')]
		const stored = JSON.stringify(await world.database.query(sql`select n::text from shop.release_notices n`))
		for (const token of tokens) {
			expect(stored).not.toContain(token)
			expect(stored).not.toContain(Buffer.from(token).toString('hex'))
		}
	})

	test('gets the same answer whether or not the address is on the list, and sends nothing to a confirmed address', async () => {
		await waitToBeTold(world, email)
		world.clock.advance(2 * day)
		const sent = (await mailsTo(world, email)).length
		const answers = [await askToBeTold(world, email), await askToBeTold(world, `not.${email}`)]
		const told = await Promise.all(
			answers.map(async (answer) => ({ status: answer.status, body: await answer.text() })),
		)
		expect(told).toEqual([
			{ status: 200, body: '{}' },
			{ status: 200, body: '{}' },
		])
		expect(await mailsTo(world, email)).toHaveLength(sent)
		expect(await mailsTo(world, `not.${email}`)).toHaveLength(1)
		expect(await noticesOf(email)).toMatchObject([{ confirmed_at: expect.any(Date) }])
	})

	test('sends an address one email a day for a product, however often anyone enters it', async () => {
		await Promise.all(Array.from({ length: 5 }, () => askToBeTold(world, email)))
		await world.runJobs()
		await askToBeTold(world, email)
		expect(await mailsTo(world, email)).toHaveLength(1)
		world.clock.advance(day + 1)
		await askToBeTold(world, email)
		expect(await mailsTo(world, email)).toHaveLength(2)
	})

	test('sends no second email on the same day to an address that has unsubscribed', async () => {
		await askToBeTold(world, email)
		await oneClick((await mailsTo(world, email)).at(-1)?.unsubscribeUrl ?? '')
		await world.runJob('purge-expired', {})
		await askToBeTold(world, email)
		expect(await mailsTo(world, email)).toHaveLength(1)
	})

	test.each([
		['an empty text', ''],
		['half an address', 'amara@'],
		['a name with the address', 'Amara <amara@student.test>'],
		['two addresses', 'a@student.test,b@student.test'],
		['a line break', 'a@student.test\r\nBcc: b@student.test'],
		['500 characters', `${'a'.repeat(490)}@student.test`],
		['a script', '<script>alert(1)</script>@student.test'],
		['text from right to left', '‮amara@student.test'],
		['a list', ['amara@student.test']],
		['a missing field', undefined],
	])('%s instead of an address is refused in the API’s format', async (_what, odd) => {
		const answer = await askToBeTold(world, odd)
		expect(answer.status).toBe(400)
		expect(await answer.json()).toMatchObject({ code: 'validation_failed', request_id: expect.any(String) })
	})

	test.each(['2', '99', '', 'x'.repeat(500), 4, null])('product %j is refused', async (productId) => {
		const answer = await askToBeTold(world, email, { productId })
		expect([400, 404]).toContain(answer.status)
		expect(await answer.json()).toMatchObject({
			code: expect.stringMatching(/unknown_product|validation_failed/),
		})
		expect(await noticesOf(email)).toEqual([])
	})

	test('needs an API key', async () => {
		const answer = await world.request('/functions/v1/request-release-notice', { method: 'POST', body: '{}' })
		expect(answer.status).toBe(401)
	})

	test('a page of another site cannot ask through a visitor’s browser', async () => {
		const ask = async (site: string) =>
			await world.request('/functions/v1/request-release-notice', {
				method: 'POST',
				headers: {
					apikey: world.keys.publishableKey,
					'content-type': 'application/json',
					'sec-fetch-site': site,
				},
				body: JSON.stringify({ email, productId: awaited.id }),
			})
		for (const site of ['cross-site', 'same-site']) expect((await ask(site)).status).toBe(403)
		expect(await noticesOf(email)).toEqual([])
		expect((await ask('same-origin')).status).toBe(200)
	})

	test('a link works for seven days; an address that is not confirmed by then is deleted', async () => {
		await askToBeTold(world, email)
		const token = await noticeToken(world, email, 'confirm')
		world.clock.advance(7 * day - 60)
		await world.runJob('purge-expired', {})
		expect(await noticesOf(email)).toHaveLength(1)
		world.clock.advance(120)
		expect((await confirm(token)).status).toBe(403)
		await world.runJob('purge-expired', {})
		expect(await noticesOf(email)).toEqual([])
	})

	test.each(['', 'x', 'x'.repeat(43), `${'x'.repeat(42)}'`, 'x'.repeat(500), 7])(
		'the token %j neither confirms nor stops a request',
		async (token) => {
			const answers = [
				await confirm(String(token)),
				await callFunction(world, 'confirm-release-notice', { token }),
				await oneClick(`${world.url}/functions/v1/cancel-release-notices?token=${encodeURIComponent(token)}`),
			]
			for (const { status } of answers) expect([400, 403]).toContain(status)
		},
	)
})

describe('stopping', () => {
	test('a mail program can unsubscribe with one POST, without a key or a session', async () => {
		await waitToBeTold(world, email)
		const [mail] = await mailsTo(world, email)
		const answer = await oneClick(mail?.unsubscribeUrl ?? '')
		expect(answer.status).toBe(200)
		expect(await noticesOf(email)).toMatchObject([{ unsubscribed_at: expect.any(Date) }])
		// A mail program may repeat the request.
		expect((await oneClick(mail?.unsubscribeUrl ?? '')).status).toBe(200)
	})

	test('a scanner that opens the address changes nothing and is led to a page that asks for confirmation', async () => {
		await waitToBeTold(world, email)
		const [mail] = await mailsTo(world, email)
		const path = (mail?.unsubscribeUrl ?? '').slice(world.url.length)
		for (const method of ['GET', 'HEAD']) {
			const answer = await world.request(path, { method, redirect: 'manual' })
			expect(answer.status).toBe(303)
			expect(answer.headers.get('location')).toBe(
				`/notice/stop?token=${await noticeToken(world, email, 'stop')}`,
			)
		}
		expect(await noticesOf(email)).toMatchObject([{ unsubscribed_at: null }])
	})

	test('stops every notice to the address, and none to other addresses', async () => {
		await waitToBeTold(world, email)
		await waitToBeTold(world, email, '5')
		await waitToBeTold(world, `other.${email}`)
		await oneClick((await mailsTo(world, email))[0]?.unsubscribeUrl ?? '')
		const rows = await noticesOf(email)
		expect(rows).toHaveLength(2)
		for (const row of rows) expect(row.unsubscribed_at).not.toBeNull()
		expect(await noticesOf(`other.${email}`)).toMatchObject([{ unsubscribed_at: null }])
	})

	test('voids the confirmation link', async () => {
		await askToBeTold(world, email)
		const token = await noticeToken(world, email, 'confirm')
		await oneClick((await mailsTo(world, email))[0]?.unsubscribeUrl ?? '')
		expect((await confirm(token)).status).toBe(403)
	})

	test('erases the address after a day, but keeps the row, so that the request can still be counted', async () => {
		await waitToBeTold(world, email)
		const url = (await mailsTo(world, email))[0]?.unsubscribeUrl ?? ''
		await oneClick(url)
		const all = async () => (await world.database.query(sql`select from shop.release_notices`)).length
		const before = await all()
		world.clock.advance(day + 1)
		await world.runJob('purge-expired', {})
		expect(await noticesOf(email)).toEqual([])
		expect(await all()).toBe(before)
		// The address of the old link was erased, so the link cannot stop a new request and must not claim to.
		await waitToBeTold(world, email)
		expect((await oneClick(url)).status).toBe(403)
	})

	test('asking again after stopping needs a new confirmation', async () => {
		await waitToBeTold(world, email)
		await oneClick((await mailsTo(world, email))[0]?.unsubscribeUrl ?? '')
		world.clock.advance(day - 60)
		await askToBeTold(world, email)
		expect(await noticesOf(email)).toMatchObject([{ confirmed_at: null, unsubscribed_at: null }])
	})
})

test('a request that is confirmed only after the release still gets the notice', async () => {
	await askToBeTold(world, email)
	const token = await noticeToken(world, email, 'confirm')
	await release(world)
	await sendReleaseNotices(world)
	expect(await mailsTo(world, email)).toHaveLength(1)
	expect((await confirm(token)).status).toBe(200)
	await sendReleaseNotices(world)
	expect(await mailsTo(world, email)).toHaveLength(2)
	await release(world, awaited.id, true)
})
