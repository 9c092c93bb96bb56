import { once } from 'node:events'
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { marketingClaims } from '#catalogue/marketing-claims.ts'
import { readConfig } from '#server/config/config.ts'
import { checkAdminAnswers, checkOwner } from '#server/operations/doctor/check-admin.ts'
import { checkMarketingClaims } from '#server/operations/doctor/check-claims.ts'
import { checkReplica } from '#server/operations/doctor/check-database.ts'
import {
	checkAnswers,
	checkPages,
	checkSockets,
	checkStranger,
} from '#server/operations/doctor/check-site.ts'
import { examine } from '#server/operations/doctor/examine.ts'
import { type Finding, linesOf } from '#server/operations/doctor/finding.ts'
import { findClusterLocation } from '#server/platform/db/embedded/place.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { setSwitches } from '#test/checkout.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { runStatement } from '#test/run-statement.ts'
import { type ShopProcess, startShopProcess } from '../e2e/shop-process.ts'
import { sandboxKeysOf, stripeOf } from './stripe-of.ts'

let shop: ShopProcess
let database: EmptyDatabase
let admin: { ADMIN_PORT: string; ADMIN_URL: string }
let stripe: Stripe
beforeAll(async () => {
	// The shop sets up a database as docs/operating.md describes: its owner has CREATEROLE and is not a superuser.
	database = await createEmptyDatabase(inject('databaseUrl'))
	const adminPort = String(await freePort())
	admin = { ADMIN_PORT: adminPort, ADMIN_URL: `http://localhost:${adminPort}` }
	shop = await startShopProcess({ DATABASE_URL: database.ownerUrl, ...admin })
	stripe = stripeOf({ ...shop, keys: await sandboxKeysOf(shop.dataDir) })
})
afterAll(async () => {
	await shop.dispose()
	await database.drop()
})

function examineWith(settings: Record<string, string> = {}): Promise<Finding[]> {
	return examine(
		readConfig({
			PORT: new URL(shop.url).port,
			SANDBOX_PORT: new URL(shop.sandboxUrl).port,
			SITE_URL: shop.url,
			DATA_DIR: shop.dataDir,
			DATABASE_URL: database.ownerUrl,
			...admin,
			...settings,
		}),
		() => {},
	)
}

function errorsIn(findings: readonly Finding[]): string[] {
	return findings.filter(({ level }) => level === 'error').map(({ about, says }) => `${about}: ${says}`)
}

test('a new shop passes every check', async () => {
	const findings = await examineWith()
	expect(errorsIn(findings)).toEqual([])
	expect(new Set(findings.map(({ about }) => about))).toEqual(
		new Set([
			'Settings',
			'Site',
			'Database',
			'Files',
			'Alerts',
			'Stripe',
			'Prices',
			'Webhook',
			'Live updates',
			'Paid files',
			'Pages',
			'Admin',
			'Mail',
			'Backups',
			'Claims',
			'Clock',
		]),
	)
	expect(linesOf(findings).join('\n')).toContain('ok      Live updates: pages can open a socket')
	expect(linesOf(findings).join('\n')).toContain('ok      Mail: an email has arrived in the sandbox mailbox')
})

test('reports a webhook that is disabled or misses an event the shop needs', async () => {
	const [endpoint] = (await stripe.webhookEndpoints.list()).data
	await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['checkout.session.completed'] })
	expect(errorsIn(await examineWith())).toEqual([expect.stringContaining('does not send our webhook')])
	await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['*'], disabled: true })
	expect(errorsIn(await examineWith())).toEqual(['Stripe: has disabled our webhook endpoint'])
	await stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: false })
})

test('reports missing terms of service as an error and a differing price as a warning', async () => {
	await setSwitches(shop, { termsMissing: true })
	expect(errorsIn(await examineWith())).toEqual([expect.stringContaining('opens no checkout')])
	await setSwitches(shop, { termsMissing: false })
	// The doctor has just made about as many calls as the account may make in a second.
	await pause(1_000)
	const guide = catalogue.find(({ pricePence }) => pricePence !== null)
	const product = await stripe.products.create({ id: guide?.stripeProductId ?? '', name: guide?.title ?? '' })
	const price = await stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: 999 })
	await stripe.products.update(product.id, { default_price: price.id })
	expect(await examineWith()).toContainEqual(
		expect.objectContaining({ level: 'warning', about: 'Prices', says: expect.stringContaining('999 gbp') }),
	)
})

test('reports a Stripe key that Stripe rejects and a webhook secret that the shop rejects', async () => {
	const keys = join(shop.dataDir, 'keys.json')
	await rename(keys, `${keys}.kept`)
	try {
		const errors = errorsIn(await examineWith())
		expect(errors).toContainEqual(expect.stringContaining('Stripe: does not accept our key'))
		expect(errors).toContainEqual('Webhook: answered 400 to an event signed with our secret')
	} finally {
		await rename(`${keys}.kept`, keys)
	}
})

test('warns of an admin without an owner, and reports another program at the admin’s address', async () => {
	expect(await checkOwner(preparedLogins(database).jobsUrl)).toMatchObject({
		level: 'warning',
		todo: expect.stringContaining('add-member'),
	})
	expect(await checkAdminAnswers(shop.url, 'sb_publishable_x')).toMatchObject({
		level: 'error',
		says: `${shop.url} answers with status 200, not with the admin`,
	})
	const page = '<title>Shop admin</title><meta content="sb_publishable_theirs">'
	const theirs = createServer((_request, response) => response.end(page)).listen(0, '127.0.0.1')
	await once(theirs, 'listening')
	onTestFinished(() => void theirs.close())
	const address = theirs.address()
	const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
	expect(await checkAdminAnswers(url, 'sb_publishable_ours')).toMatchObject({
		level: 'error',
		says: `${url} answers with the admin of another shop`,
	})
	expect(await checkAdminAnswers(url, 'sb_publishable_theirs')).toMatchObject({ level: 'ok' })
})

test('warns of a read replica that the shop cannot use, and says why', async () => {
	const logins = preparedLogins(database)
	expect(linesOf(await checkReplica(logins, logins.apiUrl, 2_000)).join('\n')).toMatch(
		/^warning Database: the read replica is not used: it is not a replica\n +-> Check DATABASE_READ_URL/,
	)
})

test('reports a shop that does not answer and a mail server that cannot be reached', async () => {
	const errors = errorsIn(
		await examineWith({ SITE_URL: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' }),
	)
	expect(errors).toContainEqual(expect.stringMatching(/^Site: does not answer at http:\/\/127\.0\.0\.1:9/))
	expect(errors).toContainEqual(
		expect.stringContaining('Mail: The mail server 127.0.0.1:9 in SMTP_URL cannot be used'),
	)
})

test('reports a missing database as one error, and a missing file of a guide', async () => {
	const errors = errorsIn(
		await examineWith({ DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:9/nowhere' }),
	)
	expect(errors).toEqual([expect.stringMatching(/^Database: /)])
	const files = join(shop.dataDir, 'files')
	await rename(files, `${files}.kept`)
	try {
		expect(errorsIn(await examineWith())).toContainEqual(
			expect.stringMatching(/^Files: none of the \d+ files on offer can be read; .*StudentGuide\.pdf/),
		)
	} finally {
		await rename(`${files}.kept`, files)
	}
})

test('reports a run-time login that cannot sign in or that bypasses row level security', async () => {
	const { apiUrl } = preparedLogins(database)
	const { username, password } = new URL(apiUrl)
	const change = (to: string) => runStatement(database.superuserUrl, `alter role "${username}" ${to}`)
	// Only errors of the database are compared: whether the shop is ready depends on when its pool next signs in.
	const databaseErrors = async () =>
		errorsIn(await examineWith()).filter((error) => error.startsWith('Database: '))
	await change("password 'another'")
	expect(await databaseErrors()).toEqual([
		expect.stringMatching(/^Database: the API login \w+_api cannot sign in: password authentication failed/),
	])
	await change(`password '${decodeURIComponent(password)}' bypassrls`)
	expect(await databaseErrors()).toEqual([`Database: row level security does not apply to ${username}`])
	await change('nobypassrls')
	expect(await databaseErrors()).toEqual([])
})

test('a stopped shop is reported as stopped, and Stripe and the mail server are not blamed', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'headstart-stopped-'))
	// If the tests run as root, PostgreSQL's own user must be able to enter this folder.
	await chmod(dataDir, 0o755)
	onTestFinished(() => rm(dataDir, { recursive: true }))
	const port = String(await freePort())
	const settings = {
		PORT: port,
		SITE_URL: `http://127.0.0.1:${port}`,
		SANDBOX_PORT: String(await freePort()),
	}
	const errorsOfStopped = async () =>
		errorsIn(await examineWith({ ...settings, DATA_DIR: dataDir, DATABASE_URL: '' }))
	expect(await errorsOfStopped()).toContain('Database: the shop has not created it yet')
	await findClusterLocation(dataDir)
	expect(await errorsOfStopped()).toEqual(
		expect.arrayContaining([
			'Database: it runs with the shop, which isn’t running',
			'Stripe: the sandbox that replaces it runs with the shop, which isn’t running',
			'Mail: the sandbox mailbox runs with the shop, which isn’t running',
		]),
	)
})

test('reports a running shop that is not ready, without the advice to start it', async () => {
	const unready = createServer((_request, response) => response.writeHead(503).end())
	await new Promise<void>((resolve) => unready.listen(0, '127.0.0.1', resolve))
	const address = unready.address()
	const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
	const answer = await checkAnswers({
		url,
		publishableKey: 'key',
		webhookSecret: 'whsec_x',
		isLive: false,
		catalogue,
		headers: {},
	})
	unready.close()
	expect(answer).toMatchObject({ level: 'error', says: `runs at ${url}, but is not ready` })
	expect(answer).toMatchObject({ todo: expect.not.stringContaining('npm start') })
})

test('reports a site that gives away a paid file, blocks WebSockets or shows sample text', async () => {
	const leakySite = createServer((request, response) => {
		const isMap = request.url === '/sitemap.xml'
		response.end(
			isMap
				? `<loc>http://any.test/about</loc><loc>http://any.test/free</loc>`
				: 'Sold by [your company]. Lorem ipsum.',
		)
	})
	await new Promise<void>((resolve) => leakySite.listen(0, '127.0.0.1', resolve))
	const address = leakySite.address()
	const port = typeof address === 'object' ? address?.port : undefined
	const site = {
		url: `http://127.0.0.1:${port}`,
		publishableKey: 'key',
		webhookSecret: 'whsec_x',
		isLive: false,
		catalogue,
		headers: {},
	}
	try {
		expect(await checkStranger(site)).toMatchObject({
			level: 'error',
			says: expect.stringContaining('CV.zip'),
		})
		expect(await checkSockets(site)).toMatchObject({
			level: 'warning',
			says: 'pages cannot open a socket (Unexpected server response: 200)',
		})
		const pages = await checkPages(site, true)
		expect(pages).toMatchObject([
			{ level: 'error', says: expect.stringContaining('"[your company]" on 2 pages') },
		])
	} finally {
		leakySite.close()
	}
})

test('warns once about all unconfirmed claims of a public site, and says how to confirm them', () => {
	expect(checkMarketingClaims(marketingClaims, [], true)).toEqual([
		{
			level: 'warning',
			about: 'Claims',
			says: expect.stringContaining('creator-story'),
			todo: expect.stringContaining('CONFIRMED_MARKETING_CLAIMS'),
		},
	])
	expect(checkMarketingClaims(marketingClaims, ['creator-story'], true)[0]?.says).not.toContain(
		'creator-story',
	)
	expect(checkMarketingClaims(marketingClaims, [], false)).toMatchObject([{ level: 'ok' }])
})
