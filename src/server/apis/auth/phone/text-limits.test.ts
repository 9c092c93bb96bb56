import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { bookText } from '#server/apis/auth/phone/text-limits.ts'
import { sql } from '#server/platform/db/sql.ts'
import { TextRefused } from '#server/shop/text-messages/text-gateway.ts'
import { callAuth, confirmedUser, sendWaitingEmails, tokensIn } from '#test/auth.ts'
import { fictionNumber, newestCode, otherThan, signInByPhone, textedCodes } from '#test/phone.ts'
import { createWorld, useWorld } from '#test/world.ts'

const perCountry = 36
const world = await useWorld({
	rateLimitScale: 1,
	trustedProxies: ['127.0.0.1'],
	phone: {
		countries: ['GB', 'IE'],
		textsPerCountry: perCountry,
		prices: new Map([
			['IE', 40],
			['*', 5],
		]),
		budgetPencePerDay: 1_000,
	},
	gateway: {
		channels: new Set(['sms']),
		send: async (message) => {
			if (failure !== undefined) throw failure
			world.texts.push(message)
		},
	},
})
/** The error that the gateway throws, if set. */
let failure: Error | undefined

beforeEach(async () => {
	failure = undefined
	await world.runJobs()
	// Each test begins at the start of a new day, as the shop's limits are per calendar day.
	world.clock.advance(86_400)
	world.clock.advance(86_400 - ((world.clock.now().getTime() / 1000) % 86_400))
})

let used = 0
const newPhone = () => fictionNumber(used++)
let clients = 0

/**
 * Sends a request, from another network each time unless one is given. Uses the real port, because the server recognises a
 * trusted proxy by the address of its connection.
 */
async function call(path: string, body: object, from = `192.0.2.${clients++ % 250}`) {
	const response = await fetch(`${world.url}/auth/v1${path}`, {
		method: 'POST',
		headers: { apikey: world.keys.publishableKey, 'x-forwarded-for': from },
		body: JSON.stringify(body),
	})
	const answer: Record<string, unknown> = JSON.parse(await response.text())
	return { status: response.status, body: answer, retryAfter: Number(response.headers.get('retry-after')) }
}

async function sentToday() {
	const [row] = await world.database.query(sql`
		select sum(to_known)::integer as known, sum(to_others)::integer as others, sum(cost_pence)::float8 as pence,
			sum(used)::integer as used, sum(failed)::integer as failed, sum(refused)::integer as refused
		from auth.texts_sent where day = ${world.clock.now().toISOString().slice(0, 10)}::date`)
	return row
}

test('a number gets one text a minute and ten a day, then one an hour if it has a user', async () => {
	const [known, unknown] = [newPhone(), newPhone()]
	await signInByPhone(world, known)
	for (const phone of [known, unknown])
		for (let asked = 0; asked < 12; asked += 1) {
			expect((await call('/otp', { phone })).status).toBe(200)
			expect((await call('/otp', { phone })).status).toBe(200)
			await world.runJobs()
			world.clock.advance(61)
		}
	expect(await textedCodes(world, known)).toHaveLength(10)
	expect(await textedCodes(world, unknown)).toHaveLength(10)
	world.clock.advance(3_601)
	for (const phone of [known, unknown]) await call('/otp', { phone })
	expect(await textedCodes(world, known)).toHaveLength(11)
	expect(await textedCodes(world, unknown)).toHaveLength(10)
})

test('one client can request one text a minute for a number, and thirty an hour in total', async () => {
	const [known, unknown] = [newPhone(), newPhone()]
	await signInByPhone(world, known)
	for (const phone of [known, unknown]) {
		const from = `198.51.100.${used}`
		expect((await call('/otp', { phone, create_user: false }, from)).status).toBe(200)
		const again = await call('/otp', { phone, create_user: false }, from)
		expect(again).toMatchObject({ status: 429, body: { error_code: 'over_sms_send_rate_limit' } })
		expect(again.body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
		expect(again.retryAfter).toBeGreaterThan(0)
	}
	const statuses = []
	for (let asked = 0; asked < 31; asked += 1)
		statuses.push(
			(await call('/otp', { phone: fictionNumber(900 + asked), create_user: false }, '203.0.113.9')).status,
		)
	expect(statuses).toEqual([...Array(30).fill(200), 429])
})

test('texts that signed-in users send to new numbers count towards the network’s limit', async () => {
	const limited = await createWorld({
		rateLimitScale: 1,
		rateLimits: new Map([['text', { points: 4, seconds: 3600 }]]),
		auth: { anonymousUsers: true },
		phone: {},
	})
	try {
		const statuses: number[] = []
		for (let round = 0; round < 3; round += 1) {
			const bearer = String((await callAuth(limited, '/signup', { body: {} })).body?.access_token)
			const phone = newPhone()
			statuses.push((await callAuth(limited, '/user', { method: 'PUT', body: { phone }, bearer })).status)
		}
		const { accessToken: bearer } = await confirmedUser(limited)
		for (let round = 0; round < 2; round += 1) {
			const { body } = await callAuth(limited, '/factors', {
				body: { factor_type: 'phone', phone: newPhone(), friendly_name: `${round}` },
				bearer,
			})
			statuses.push((await callAuth(limited, `/factors/${body?.id}/challenge`, { body: {}, bearer })).status)
		}
		expect(statuses).toEqual([200, 200, 200, 200, 429])
	} finally {
		await limited.close()
	}
})

test('SMS pumping stops at a country’s daily limit, with a quarter kept for known numbers', async () => {
	const known = newPhone()
	await signInByPhone(world, known)
	const before = world.texts.length
	for (let asked = 0; asked < perCountry; asked += 1)
		expect((await call('/otp', { phone: fictionNumber(500 + asked) })).status).toBe(200)
	await world.runJobs()
	// The first message to the known number counted as a stranger's, as the number had no account yet.
	expect(world.texts).toHaveLength(before + perCountry * 0.75 - 1)
	expect(await sentToday()).toMatchObject({ others: 27, pence: 135, used: 1, refused: 10 })
	world.clock.advance(61)
	for (let asked = 0; asked < 9; asked += 1) {
		expect((await call('/otp', { phone: known })).status).toBe(200)
		await world.runJobs()
		world.clock.advance(61)
	}
	const spent = await call('/otp', { phone: known })
	expect(spent).toMatchObject({
		status: 429,
		body: { error_code: 'over_sms_send_rate_limit', msg: 'SMS rate limit exceeded' },
	})
	// Another country has its own limit.
	expect((await call('/otp', { phone: '353861234567' })).status).toBe(200)
})

test('the daily budget counts what a message to each country costs', async () => {
	const before = world.texts.length
	for (let asked = 0; asked < 25; asked += 1) await call('/otp', { phone: `3538612345${10 + asked}` })
	await world.runJobs()
	// Unconfirmed numbers may use three quarters of the £10, which pays for 18 messages at 40p.
	expect(world.texts).toHaveLength(before + 18)
	expect(await sentToday()).toMatchObject({ pence: 720, refused: 7 })
})

test('concurrent messages do not exceed the daily budget', async () => {
	const settings = { prices: new Map([['*', 600]]), budgetPencePerDay: 1_000, textsPerCountry: perCountry }
	const book = (country: string, then?: () => Promise<void>) =>
		world.database.asServer(async (tx) => {
			const booking = { phone: newPhone(), country, use: 'sign_in', userId: country, isKnown: true } as const
			const booked = await bookText(tx, { ...booking, now: world.clock.now() }, settings)
			await then?.()
			return booked
		})
	let second: Promise<string> | undefined
	const first = await book('FR', async () => {
		let isDone = false
		second = book('DE').finally(() => {
			isDone = true
		})
		// Other tests have databases on the same server.
		const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
			and database = (select oid from pg_database where datname = current_database())`
		while (!isDone && (await world.database.query(waiting)).length === 0) await setTimeout(10)
	})
	expect([first, await second]).toEqual(['booked', 'spent'])
})

test('a stranger’s wrong codes for a number are limited per day and do not lock the user out', async () => {
	const phone = newPhone()
	const home = '198.51.100.200'
	const verify = async (token: string, from?: string) =>
		(await call('/verify', { type: 'sms', phone, token }, from)).status
	const ask = async (from: string) => {
		world.clock.advance(61)
		await call('/otp', { phone }, from)
		return await newestCode(world, phone)
	}
	expect(await verify(await ask(home), home)).toBe(200)

	// The network that asked for a code has its own five tries. All other networks share five.
	const first = await ask('198.51.100.199')
	for (let tries = 0; tries < 6; tries += 1) expect(await verify(otherThan(first))).toBe(403)
	expect(await verify(first)).toBe(403)
	expect(await verify(first, '198.51.100.199')).toBe(200)

	const second = await ask('198.51.100.201')
	for (let tries = 0; tries < 20; tries += 1) expect(await verify(otherThan(second))).toBe(403)
	// The guesses of the day are used up. From now on a code is accepted only from the network that asked for it, and from
	// networks that the number's user has signed in from.
	const third = await ask('198.51.100.202')
	expect(await verify(third, '198.51.100.203')).toBe(403)
	expect(await verify(third, '198.51.100.202')).toBe(200)
	expect(await verify(await ask('198.51.100.204'), home)).toBe(200)
	// Such a code has two tries.
	const fourth = await ask('198.51.100.205')
	for (let tries = 0; tries < 2; tries += 1)
		expect(await verify(otherThan(fourth), '198.51.100.205')).toBe(403)
	expect(await verify(fourth, '198.51.100.205')).toBe(403)
	world.clock.advance(86_400)
	const fifth = await ask('198.51.100.206')
	expect(await verify(fifth)).toBe(200)
})

test('if several users want one number, only the newest code works, for the user who requested it', async () => {
	const phone = newPhone()
	const [thief, user] = [await confirmedUser(world), await confirmedUser(world)]
	const [theirs, own] = ['198.51.100.210', '198.51.100.211']
	const ask = async ({ accessToken }: { accessToken: string }, from: string) => {
		world.clock.advance(61)
		const headers = {
			apikey: world.keys.publishableKey,
			authorization: `Bearer ${accessToken}`,
			'x-forwarded-for': from,
		}
		const body = JSON.stringify({ phone })
		expect((await fetch(`${world.url}/auth/v1/user`, { method: 'PUT', headers, body })).status).toBe(200)
		return await newestCode(world, phone)
	}
	const codes = [await ask(thief, theirs), await ask(user, own)]
	const type = (token = '') => call('/verify', { type: 'phone_change', phone, token }, own)
	expect((await type(codes[0])).status).toBe(codes[0] === codes[1] ? 200 : 403)
	const changed = await type(codes[1])
	expect(changed.status).toBe(200)
	expect(tokensIn(changed.body).id).toBe(user.id)
})

test('wrong codes from one network are limited, whichever numbers they are for', async () => {
	const sprayed = []
	for (let tries = 0; tries < 31; tries += 1)
		sprayed.push(
			(
				await call(
					'/verify',
					{ type: 'sms', phone: fictionNumber(700 + tries), token: '123456' },
					'203.0.113.77',
				)
			).status,
		)
	expect(sprayed).toEqual([...Array(30).fill(403), 429])
})

test('a message waits while the gateway is down, until its code expires or the gateway refuses it', async () => {
	const [late, patient, refused] = [newPhone(), newPhone(), newPhone()]
	failure = new Error('the text gateway cannot be reached')
	await call('/otp', { phone: patient })
	await world.runJobs()
	failure = undefined
	await sendWaitingEmails(world)
	const token = await newestCode(world, patient)
	expect((await call('/verify', { type: 'sms', phone: patient, token })).status).toBe(200)

	failure = new Error('the text gateway cannot be reached')
	await call('/otp', { phone: late })
	await world.runJobs()
	failure = undefined
	world.clock.advance(601)
	await sendWaitingEmails(world)
	expect(await textedCodes(world, late)).toEqual([])

	failure = new TextRefused('it did not take a message')
	await call('/otp', { phone: refused })
	await world.runJobs()
	failure = undefined
	await sendWaitingEmails(world)
	expect(await textedCodes(world, refused)).toEqual([])
	expect(await sentToday()).toMatchObject({ others: 3, used: 1, failed: 2 })
})
