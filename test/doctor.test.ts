import { rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { checkClaims } from '#server/operations/doctor/check-settings.ts'
import { checkPages, checkStranger } from '#server/operations/doctor/check-site.ts'
import { examine } from '#server/operations/doctor/examine.ts'
import { type Finding, linesOf } from '#server/operations/doctor/finding.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'
import { type ShopProcess, startShopProcess } from '../e2e/shop-process.ts'
import { stripeOf } from './stripe-of.ts'

let shop: ShopProcess
let database: EmptyDatabase
let stripe: Stripe
beforeAll(async () => {
	// The shop sets up a database as docs/operating.md describes: its owner has CREATEROLE and is not a superuser.
	database = await createEmptyDatabase(inject('databaseUrl'))
	shop = await startShopProcess({ DATABASE_URL: database.ownerUrl })
	stripe = await stripeOf(shop.dataDir, shop.sandboxUrl)
}, 90_000)
afterAll(async () => {
	await shop.dispose()
	await database.drop()
}, 30_000)

function examineWith(settings: Record<string, string> = {}): Promise<Finding[]> {
	return examine(
		readConfig({
			PORT: new URL(shop.url).port,
			SANDBOX_PORT: new URL(shop.sandboxUrl).port,
			SITE_URL: shop.url,
			DATA_DIR: shop.dataDir,
			DATABASE_URL: database.ownerUrl,
			...settings,
		}),
		() => {},
	)
}

function faultsIn(findings: readonly Finding[]): string[] {
	return findings.filter(({ level }) => level === 'fault').map(({ about, says }) => `${about}: ${says}`)
}

async function switches(change: object): Promise<void> {
	await fetch(`${shop.sandboxUrl}/stripe/switches`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(change),
	})
}

test('a shop as it comes is well in every part that is looked at', { timeout: 60_000 }, async () => {
	const findings = await examineWith()
	expect(faultsIn(findings)).toEqual([])
	expect(new Set(findings.map(({ about }) => about))).toEqual(
		new Set([
			'Settings',
			'Site',
			'Database',
			'Files',
			'Stripe',
			'Prices',
			'Webhook',
			'Paid files',
			'Pages',
			'Mail',
			'Claims',
		]),
	)
	expect(linesOf(findings).join('\n')).toContain('ok      Mail: one has arrived in the sandbox mailbox')
})

test('a webhook that is off, or does not send all that is needed, is a fault that says which', {
	timeout: 60_000,
}, async () => {
	const [endpoint] = (await stripe.webhookEndpoints.list()).data
	await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['checkout.session.completed'] })
	expect(faultsIn(await examineWith())).toEqual([expect.stringContaining('does not send our webhook')])
	await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['*'], disabled: true })
	expect(faultsIn(await examineWith())).toEqual(['Stripe: has switched our webhook endpoint off'])
	await stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: false })
})

test('an account without terms of service opens no checkout, and a price that drifted is told', {
	timeout: 60_000,
}, async () => {
	await switches({ termsMissing: true })
	expect(faultsIn(await examineWith())).toEqual([expect.stringContaining('opens no checkout')])
	await switches({ termsMissing: false })
	const guide = catalogue.find(({ pricePence }) => pricePence !== null)
	const product = await stripe.products.create({ id: guide?.stripeProductId ?? '', name: guide?.title ?? '' })
	const price = await stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: 999 })
	await stripe.products.update(product.id, { default_price: price.id })
	expect(await examineWith()).toContainEqual(
		expect.objectContaining({ level: 'warning', about: 'Prices', says: expect.stringContaining('999 gbp') }),
	)
})

test('a key Stripe does not take, and a secret that is not the shop’s, are faults', {
	timeout: 60_000,
}, async () => {
	const keys = join(shop.dataDir, 'keys.json')
	await rename(keys, `${keys}.kept`)
	try {
		const faults = faultsIn(await examineWith())
		expect(faults).toContainEqual(expect.stringContaining('Stripe: does not take our key'))
		expect(faults).toContainEqual('Webhook: answered 400 to an event signed with our secret')
	} finally {
		await rename(`${keys}.kept`, keys)
	}
})

test('a shop that does not answer, and a mail server that is not there, are faults', {
	timeout: 60_000,
}, async () => {
	const faults = faultsIn(
		await examineWith({ SITE_URL: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' }),
	)
	expect(faults).toContainEqual(expect.stringMatching(/^Site: does not answer at http:\/\/127\.0\.0\.1:9/))
	expect(faults).toContainEqual(
		expect.stringContaining('Mail: The mail server 127.0.0.1:9 in SMTP_URL cannot be used'),
	)
})

test('a database that is not there, or whose files are gone, is a fault', { timeout: 60_000 }, async () => {
	const [missing] = faultsIn(
		await examineWith({ DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:9/nowhere' }),
	)
	expect(missing).toMatch(/^Database: /)
	const files = join(shop.dataDir, 'files')
	await rename(files, `${files}.kept`)
	try {
		expect(faultsIn(await examineWith())).toContainEqual(expect.stringContaining('Files: StudentGuide.pdf'))
	} finally {
		await rename(`${files}.kept`, files)
	}
})

test('a run-time login that cannot sign in, or that bypasses row level security, is a fault', {
	timeout: 60_000,
}, async () => {
	const { apiUrl } = preparedLogins(database)
	const { username, password } = new URL(apiUrl)
	const change = (to: string) => runStatement(database.superuserUrl, `alter role "${username}" ${to}`)
	// Whether the shop is ready meanwhile depends on when its pool next signs in.
	const databaseFaults = async () =>
		faultsIn(await examineWith()).filter((fault) => fault.startsWith('Database: '))
	await change("password 'another'")
	expect(await databaseFaults()).toEqual([
		expect.stringMatching(/^Database: the API login \w+_api cannot sign in: password authentication failed/),
	])
	await change(`password '${decodeURIComponent(password)}' bypassrls`)
	expect(await databaseFaults()).toEqual([`Database: row level security does not apply to ${username}`])
	await change('nobypassrls')
	expect(await databaseFaults()).toEqual([])
})

test('a site that gives a paid file away, or still reads as a sample, is found out', async () => {
	const careless = createServer((request, response) => {
		const isMap = request.url === '/sitemap.xml'
		response.end(isMap ? `<loc>http://any.test/about</loc>` : 'Sold by [your company]. Lorem ipsum.')
	})
	await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve))
	const address = careless.address()
	const port = typeof address === 'object' ? address?.port : undefined
	const site = {
		url: `http://127.0.0.1:${port}`,
		publishableKey: 'key',
		webhookSecret: 'whsec_x',
		isLive: false,
		catalogue,
	}
	try {
		expect(await checkStranger(site)).toMatchObject({
			level: 'fault',
			says: expect.stringContaining('CV.zip'),
		})
		const [page] = await checkPages(site, true)
		expect(page).toMatchObject({ level: 'fault', says: expect.stringContaining('"[your company]"') })
	} finally {
		careless.close()
	}
})

test('on a public site each claim not confirmed is named, with how to confirm it', () => {
	const findings = checkClaims([], true)
	expect(findings.length).toBeGreaterThan(5)
	expect(findings[0]).toMatchObject({
		level: 'warning',
		todo: expect.stringContaining('CONFIRMED_MARKETING_CLAIMS'),
	})
	expect(checkClaims(['creator-story'], true)).toHaveLength(findings.length - 1)
	expect(checkClaims([], false)).toMatchObject([{ level: 'ok' }])
})
