import { request } from 'node:http'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config/config.ts'
import { loadKeys } from '#server/config/local-keys.ts'
import { examine } from '#server/operations/doctor/examine.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { rehearsalCookie } from '#server/platform/http/rehearsal-gate.ts'
import { claimDatabase, findQuarantine } from '#server/shop/live-site.ts'
import { cv } from '#test/checkout.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { confirmationLink, mailTo } from '../e2e/people.ts'
import { type ShopProcess, startShopProcess } from '../e2e/shop-process.ts'
import { runStatement } from './run-statement.ts'

// A rehearsal with the sandbox, on a database whose owner has CREATEROLE and is not a superuser.

const rehearsal = {
	STAGE: 'rehearsal',
	REHEARSAL_PASSWORD: 'four quiet harbours',
	REHEARSAL_MAIL_TO: 'ada@student.test, grace@student.test',
}

let shop: ShopProcess
let database: EmptyDatabase
let cookie: string
beforeAll(async () => {
	database = await createEmptyDatabase(inject('databaseUrl'))
	shop = await startShopProcess({ DATABASE_URL: database.ownerUrl, RATE_LIMIT_SCALE: '1', ...rehearsal })
	const keys = await loadKeys(config())
	cookie = rehearsalCookie({
		siteUrl: shop.url,
		password: rehearsal.REHEARSAL_PASSWORD,
		key: keys.authEncryptionKey,
	})
})
afterAll(async () => {
	await shop?.dispose()
	await database.drop()
})

function config() {
	return readConfig({
		PORT: new URL(shop.url).port,
		SANDBOX_PORT: new URL(shop.sandboxUrl).port,
		SITE_URL: shop.url,
		DATA_DIR: shop.dataDir,
		ADMIN_URL: 'none',
		DATABASE_URL: database.ownerUrl,
		...rehearsal,
	})
}

function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
	return fetch(`${shop.url}${path}`, { redirect: 'manual', ...init, headers })
}

const browser = { accept: 'text/html,*/*;q=0.8' }
const form = { ...browser, 'content-type': 'application/x-www-form-urlencoded' }

function enter(path: string, password: string): Promise<Response> {
	return ask(path, form, { method: 'POST', body: new URLSearchParams({ password }) })
}

/** Signs up through the official client, as a page does in a browser that has entered the password. */
async function signUp(email: string): Promise<SupabaseClient> {
	const page = await (await ask('/', { ...browser, cookie })).text()
	const key = /<meta name="publishable-key" content="([^"]+)"/.exec(page)?.[1] ?? ''
	const client = createClient(shop.url, key, {
		auth: { persistSession: false, autoRefreshToken: false },
		global: { headers: { cookie } },
	})
	const { error } = await client.auth.signUp({ email, password: 'quiet-harbour-42' })
	expect(error).toBeNull()
	return client
}

/** Asks for a WebSocket, and returns the status of the answer. */
function upgradeStatus(headers: Record<string, string>): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const asked = request(`${shop.url}/realtime/v1/websocket?vsn=1.0.0`, {
			headers: {
				...headers,
				connection: 'upgrade',
				upgrade: 'websocket',
				'sec-websocket-version': '13',
				'sec-websocket-key': 'c2l4dGVlbiBieXRlcyEhIQ==',
			},
		})
		asked.on('response', (response) => {
			response.resume()
			resolve(response.statusCode)
		})
		asked.on('upgrade', (_response, socket) => {
			socket.destroy()
			resolve(101)
		})
		asked.on('error', reject)
		asked.end()
	})
}

test('only visitors with the password see the site, and search engines are kept out', async () => {
	for (const path of ['/', '/free', '/sitemap.xml', '/made-up', '/checkout/cs_test_x']) {
		const page = await ask(path, browser)
		expect([path, page.status, page.headers.get('x-robots-tag')]).toEqual([path, 403, 'noindex, nofollow'])
		expect(await page.text()).toContain('type="password"')
	}
	const call = await ask('/rest/v1/products', { accept: 'application/json' })
	expect(call.status).toBe(403)
	expect(await call.json()).toMatchObject({ message: expect.stringContaining('rehearsal') })
	expect(await upgradeStatus({})).toBe(403)
	expect(await upgradeStatus({ cookie })).not.toBe(403)
	expect(await (await ask('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')

	const wrong = await enter('/free?from=mail', 'four quiet harbors')
	expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null])
	expect(await wrong.text()).toContain('That’s not the password')
	const right = await enter('//evil.example/?from=mail', rehearsal.REHEARSAL_PASSWORD)
	expect(right.headers.get('location')).toBe('/evil.example/?from=mail')
	expect(right.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/)
	const page = await ask('/free', {
		...browser,
		cookie: right.headers.get('set-cookie')?.split(';')[0] ?? '',
	})
	expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow'])
	expect(await page.text()).toContain('This is a rehearsal.')

	for (let tries = 0; tries < 20; tries += 1) await enter('/', 'a guess of a password')
	const refused = await enter('/', rehearsal.REHEARSAL_PASSWORD)
	expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null])
})

test('monitoring and the payment provider pass without the password', async () => {
	expect((await ask('/healthz')).status).toBe(200)
	expect((await ask('/readyz')).status).toBe(200)
	// 400 means that the request reached the webhook, which refused it because it has no signature.
	expect((await ask('/functions/v1/stripe-webhook', {}, { method: 'POST', body: '{}' })).status).toBe(400)
})

test('only listed addresses are emailed, and the other emails are listed for the owner', async () => {
	await signUp('grace+second@student.test')
	await mailTo(shop, 'grace+second@student.test', /confirm/i)
	await signUp('stranger@student.test')
	const withheld = () => runStatement(database.superuserUrl, 'select job, reason from shop.refused_mails')
	await expect.poll(withheld).toEqual([
		{
			job: 'send-one-time-token',
			reason: 'withheld: this is a rehearsal, and REHEARSAL_MAIL_TO does not list the address',
		},
	])
	expect(await (await fetch(`${shop.sandboxUrl}/mailbox.json?to=stranger@student.test`)).json()).toEqual([])
})

test('a visitor buys a guide on the sandbox’s checkout page, under the address of the shop', async () => {
	const client = await signUp('ada@student.test')
	const link = new URL(confirmationLink(await mailTo(shop, 'ada@student.test', /confirm/i)))
	const tokenHash = link.searchParams.get('token_hash') ?? ''
	expect((await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })).error).toBeNull()
	const { data } = await client.functions.invoke('create-payment', { body: cv })
	const { url } = z.object({ url: z.url() }).parse(data)
	expect(url).toMatch(new RegExp(`^${shop.url}/checkout/cs_test_`))
	const { pathname } = new URL(url)
	const page = await (await ask(pathname, { ...browser, cookie })).text()
	expect(page).toContain('Pay Headstart')
	// The page's files are under the same path. The shop shows nothing else of the sandbox.
	const files = [...page.matchAll(/(?:href|action)="(\/[^"#]*)/g)].map(([, file]) => file ?? '')
	expect(files.filter((file) => !file.startsWith('/checkout/'))).toEqual([])
	for (const file of files) expect((await ask(file, { cookie })).status).toBe(200)
	expect((await ask('/mailbox', { ...browser, cookie })).status).toBe(404)
	expect((await ask('/checkout/%2e%2e/mailbox.json', { ...browser, cookie })).status).toBe(404)

	const payment = {
		email: 'ada@student.test',
		name: 'Ada',
		card: '4242424242424242',
		expiry: '12/50',
		cvc: '123',
	}
	const body = () => new URLSearchParams({ ...payment, terms: 'on' })
	const headers = { ...form, cookie }
	const foreign = await ask(
		pathname,
		{ ...headers, origin: 'https://evil.example' },
		{ method: 'POST', body: body() },
	)
	expect(foreign.status).toBe(403)
	const paid = await ask(pathname, { ...headers, origin: shop.url }, { method: 'POST', body: body() })
	expect(paid.headers.get('location')).toMatch(new RegExp(`^${shop.url}/payment-success\\?`))
	await expect
		.poll(async () => (await client.from('purchases').select('status')).data)
		.toEqual([{ status: 'completed' }])
})

test('the doctor finds no error in a rehearsal, and lists what is needed to go live', async () => {
	const findings = await examine(config(), () => {})
	expect(findings.filter(({ level }) => level === 'error')).toEqual([])
	expect(findings).toContainEqual(
		expect.objectContaining({
			level: 'warning',
			says: expect.stringMatching(/missing: .*STRIPE_SECRET_KEY/),
		}),
	)
	expect(findings).toContainEqual(expect.objectContaining({ level: 'ok', about: 'Rehearsal' }))
})

test('a rehearsal counts no page views, and its database cannot become a live site’s', async () => {
	const viewed = await ask('/page-views', { 'content-type': 'text/plain' }, { method: 'POST', body: '/free' })
	expect(viewed.status).toBe(204)
	// When a shop stops, it writes the page views that it has counted but not yet written.
	await shop.stop()
	expect(await runStatement(database.superuserUrl, 'select * from shop.page_views')).toEqual([])

	const logins = preparedLogins({ ownerUrl: database.ownerUrl })
	const opened = openDatabase({ ...logins, onError: () => {} })
	try {
		const live = { siteUrl: 'https://shop.example', isPublic: true, isRehearsal: false }
		await expect(claimDatabase(opened, live)).rejects.toThrow(/that of the rehearsal of .* STAGE=rehearsal\./)
		expect(await findQuarantine(opened, live)).toMatchObject({ mayEnd: false })
		await runStatement(database.superuserUrl, 'update shop.live_site set is_rehearsal = false')
		expect(await claimDatabase(opened, live)).toBeUndefined()
		await expect(claimDatabase(opened, { ...live, isRehearsal: true })).rejects.toThrow(
			/the database is that of a shop/,
		)
	} finally {
		await opened.close()
	}
})
