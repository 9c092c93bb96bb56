import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createOwnCounter } from '#server/apis/page-views/own-counter.ts'
import { pageViewRoutes } from '#server/apis/page-views/routes.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { requestFrame } from '#server/platform/http/request-frame.ts'
import { systemClock } from '#shared/clock.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let testDatabase: TestDatabase
let database: Database
let app: Hono<Env>
const log = pino({ level: 'silent' })
const clock = systemClock
const paths = ['/', '/free', '/career', '/payment-success', '/auth/confirm']

function appWith(scale: number): Hono<Env> {
	const sink = createOwnCounter({ database, clock, log, gatherMs: 20 })
	return new Hono<Env>()
		.use(requestFrame({ siteUrl: 'http://shop.test', trustedProxies: [], log }))
		.route('/', pageViewRoutes({ sink, isPage: (path) => paths.includes(path), scale }))
}

beforeAll(async () => {
	testDatabase = await createTestDatabase(inject('databaseUrl'))
	database = openDatabase({ ...testDatabase.logins, onError: () => {} })
	app = appWith(1000)
})
afterAll(async () => {
	await database.close()
	await testDatabase.drop()
})

async function view(body: string, headers: Record<string, string> = {}): Promise<Response> {
	return await app.request('/page-views', { method: 'POST', body, headers })
}

/** Returns the views that have been written so far, by path. */
async function counts(): Promise<Record<string, number>> {
	const rows = await database.query(
		sql`select path, sum(views)::bigint as views from shop.page_views group by path order by path`,
		z.object({ path: z.string(), views: z.number() }),
	)
	return Object.fromEntries(rows.map(({ path, views }) => [path, views]))
}

test('views are counted by path, ignoring case, and unknown paths are counted as one', async () => {
	for (const path of [
		'/',
		'/free',
		'/free',
		'/Career',
		'/career?utm_source=x',
		'/payment-success?session_id=cs_test_SECRET',
	]) {
		expect((await view(path)).status).toBe(204)
	}
	await view('/auth/confirm?token_hash=SECRET#access_token=SECRET')
	await view('/no-such-page')
	await view('/somebody@example.com')
	await expect
		.poll(counts)
		.toEqual({ '(other)': 2, '/': 1, '/auth/confirm': 1, '/career': 2, '/free': 2, '/payment-success': 1 })
	const stored = await database.query(sql`select * from shop.page_views`)
	expect(JSON.stringify(stored)).not.toMatch(/SECRET|example\.com|127\.0\.0\.1/)
	expect(Object.keys(stored[0] ?? {}).toSorted()).toEqual(['day', 'path', 'views'])
})

test('starting a sign-up is counted like a page view', async () => {
	expect((await view('/auth/sign-up-begun')).status).toBe(204)
	expect((await view('/auth/sign-up-begun', { 'sec-gpc': '1' })).status).toBe(204)
	await expect.poll(async () => (await counts())['/auth/sign-up-begun']).toBe(1)
})

test('a browser that asks not to be tracked is not counted', async () => {
	const before = await counts()
	expect((await view('/free', { dnt: '1' })).status).toBe(204)
	expect((await view('/free', { 'sec-gpc': '1' })).status).toBe(204)
	expect((await view('/free', { dnt: '0' })).status).toBe(204)
	await expect.poll(async () => ((await counts())['/free'] ?? 0) - (before['/free'] ?? 0)).toBe(1)
})

test('a page that the browser has only fetched or rendered ahead is not counted', async () => {
	const before = await counts()
	for (const headers of [
		{ 'sec-purpose': 'prefetch' },
		{ 'sec-purpose': 'prefetch;prerender' },
		{ 'sec-purpose': 'prefetch;anonymous-client-ip' },
		{ purpose: 'prefetch' },
	])
		expect((await view('/free', headers)).status).toBe(204)
	expect((await view('/free', { 'sec-purpose': 'other' })).status).toBe(204)
	await expect.poll(async () => ((await counts())['/free'] ?? 0) - (before['/free'] ?? 0)).toBe(1)
})

test.each([
	['an empty body', '', 400],
	['a path without its slash', 'free', 400],
	['another site', '//evil.example/free', 400],
	['a full URL', 'https://evil.example/free', 400],
	['JSON', '{"path":"/free"}', 400],
	['two lines', '/free\n/about', 400],
	['a body that is too long', `/${'a'.repeat(600)}`, 413],
])('%s is refused', async (_name, body, status) => {
	const answer = await view(body)
	expect(answer.status).toBe(status)
	expect(await answer.json()).toMatchObject({ message: expect.any(String) })
})

test('pages of other sites cannot report views; our own can', async () => {
	expect((await view('/free', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
	expect((await view('/free', { 'sec-fetch-site': 'same-origin' })).status).toBe(204)
})

test('no response sets a cookie, and only POST counts', async () => {
	expect((await view('/free')).headers.get('set-cookie')).toBeNull()
	expect((await app.request('/page-views')).status).toBe(404)
})

test('too many views are refused with a Retry-After', async () => {
	const strict = appWith(1)
	const statuses: number[] = []
	for (let index = 0; index < 301; index += 1) {
		const answer = await strict.request('/page-views', { method: 'POST', body: '/free' })
		statuses.push(answer.status)
		if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
	}
	expect(statuses.filter((status) => status === 204)).toHaveLength(300)
	expect(statuses.at(-1)).toBe(429)
})

test('collected views are written before the shop stops', async () => {
	const before = (await counts())['/about'] ?? 0
	const counter = createOwnCounter({ database: database, clock: clock, log, gatherMs: 60_000 })
	for (let index = 0; index < 500; index += 1) counter.record('/about')
	await counter.close()
	expect((await counts())['/about']).toBe(before + 500)
})

test('views survive a short outage of the database and are counted once', async () => {
	const before = (await counts())['/premium'] ?? 0
	let away = true
	const flaky: Pick<Database, 'query'> = {
		query: (statement) => (away ? Promise.reject(new Error('away')) : database.query(statement)),
	}
	const counter = createOwnCounter({ database: flaky, clock: clock, log, gatherMs: 10 })
	counter.record('/premium')
	await new Promise((resolve) => setTimeout(resolve, 60))
	expect((await counts())['/premium'] ?? 0).toBe(before)
	away = false
	counter.record('/premium')
	await expect.poll(async () => (await counts())['/premium']).toBe(before + 2)
	await counter.close()
	expect((await counts())['/premium']).toBe(before + 2)
})

test('two servers that count concurrently lose nothing', async () => {
	const before = (await counts())['/finance'] ?? 0
	const counters = [1, 2].map(() => createOwnCounter({ database: database, clock: clock, log, gatherMs: 1 }))
	await Promise.all(
		counters.map(async (counter) => {
			for (let index = 0; index < 100; index += 1) {
				counter.record('/finance')
				if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
			}
			await counter.close()
		}),
	)
	expect((await counts())['/finance']).toBe(before + 200)
})
