import { test as base, expect, type Page } from '@playwright/test'
import { type Member, makeMember, makePerson, type Person, signUpConfirmed } from './people.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

interface JourneyFixtures {
	/** A page that fails the journey at any console error, uncaught exception, failed request or policy report. */
	page: Page
	/** Someone who has confirmed their address but is not signed in. */
	person: Person
	/** Somebody of whom the browser holds no session yet; asked for where a journey needs one. */
	newMember: () => Promise<Member>
	/** Lets the journey go on although requests to these addresses fail or these console lines appear. */
	allow: (pattern: RegExp) => void
}

interface ShopFixtures {
	shop: ShopProcess
	/** A second shop whose limits are spent at the second try; started for the first journey that asks. */
	strictShop: () => Promise<ShopProcess>
}

/** Marks a journey about something that only one screen has. */
export const onlyPhone = { tag: '@only-phone' }
export const onlyLaptop = { tag: '@only-laptop' }
/** Marks a journey through something that is built differently on a phone and on a laptop, such as the menus. */
export const bothScreens = { tag: '@both-screens' }

/** Tight, and counted by the address a test says it comes from. */
const strictSettings = {
	RATE_LIMIT_SCALE: '1',
	TRUSTED_PROXIES: '127.0.0.1',
	SHUTDOWN_NOTICE_SECONDS: '0',
	RATE_LIMITS:
		'signInFamiliar=1/300, signInStrangers=1/300, verify=1/300, emailAgain=1/300, signedUrl=1/4, signUp=1000/60, email=1000/60',
}

/** The journeys' `test`: one real shop a worker, and a browser that tolerates no trouble it was not told of. */
export const test = base.extend<JourneyFixtures, ShopFixtures>({
	shop: [
		// biome-ignore lint/correctness/noEmptyPattern: the runner asks for a destructured first argument
		async ({}, use) => {
			const shop = await startShopProcess()
			await use(shop)
			await shop.dispose()
		},
		{ scope: 'worker', timeout: 150_000 },
	],
	strictShop: [
		// biome-ignore lint/correctness/noEmptyPattern: as above
		async ({}, use) => {
			let started: Promise<ShopProcess> | undefined
			await use(() => {
				started ??= startShopProcess(strictSettings)
				return started
			})
			await (await started)?.dispose()
		},
		{ scope: 'worker', timeout: 150_000 },
	],
	baseURL: async ({ shop }, use) => await use(shop.url),
	allow: [
		// biome-ignore lint/correctness/noEmptyPattern: as above
		async ({}, use) => {
			const allowed: RegExp[] = []
			await use(Object.assign((pattern: RegExp) => void allowed.push(pattern), { allowed }))
		},
		{ scope: 'test' },
	],
	page: async ({ page, context, allow }, use) => {
		const trouble: string[] = []
		context.on('page', (opened) => watch(opened, trouble))
		watch(page, trouble)
		await use(page)
		const allowed: unknown = Reflect.get(allow, 'allowed')
		const patterns = Array.isArray(allowed) ? allowed.filter((pattern) => pattern instanceof RegExp) : []
		expect(trouble.filter((line) => !patterns.some((pattern) => pattern.test(line)))).toEqual([])
	},
	person: async ({ shop }, use) => {
		const person = makePerson()
		await signUpConfirmed(shop, person)
		await use(person)
	},
	newMember: async ({ shop }, use) => {
		await use(() => makeMember(shop))
	},
})

function watch(page: Page, trouble: string[]): void {
	page.on('console', (message) => {
		if (message.type() === 'error' || /content security policy/i.test(message.text()))
			trouble.push(`console: ${message.text()}`)
	})
	page.on('pageerror', (error) => trouble.push(`exception: ${error.message}`))
	page.on('requestfailed', (request) => {
		// A download, and a page left before it was whole, are cut short by the browser itself.
		if (request.failure()?.errorText !== 'net::ERR_ABORTED') trouble.push(`failed: ${request.url()}`)
	})
	page.on('request', (request) => {
		if (request.url().endsWith('/csp-reports')) trouble.push(`policy report: ${request.postData()}`)
	})
}

export { expect }
