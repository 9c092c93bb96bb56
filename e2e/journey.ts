import { test as base, expect, type Page } from '@playwright/test'
import { watchMovements } from './layout-shift.ts'
import { type Member, makeMember, makePerson, type Person, signUpConfirmed } from './people.ts'
import { type Buyer, makeBuyer } from './purchases.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { comeBackAs } from './sign-in.ts'
import { type Shop, shopOfWorker } from './start-shops.ts'

interface JourneyFixtures {
	/**
	 * A page that fails the journey at any console error, uncaught exception, failed request or policy report, and if anything in it
	 * jumps.
	 */
	page: Page
	/** A user with a confirmed address who is not signed in. */
	person: Person
	/** Creates a user without a session in this browser. */
	newMember: () => Promise<Member>
	/** Creates a user and signs this browser in as them. */
	signedInMember: () => Promise<Member>
	/** Creates a user who has bought CV Secrets, and signs this browser in as them. */
	signedInBuyer: () => Promise<Buyer>
	/** Tolerates errors that match, such as a line in the console or the address of a failed request. */
	allow: (pattern: RegExp) => void
	/**
	 * Fails if there has been an error that is not allowed. Then forgets the errors and what was allowed. Also runs at the end of a
	 * journey.
	 */
	settleErrors: () => void
	watched: { errors: string[]; allowed: RegExp[] }
}

interface ShopFixtures {
	shop: Shop
	/** A second shop with rate limits that refuse the second attempt. Started for the first journey that uses it. */
	strictShop: () => Promise<ShopProcess>
}

/** Marks a journey about something that only one screen has. */
export const onlyPhone = { tag: '@only-phone' }
export const onlyLaptop = { tag: '@only-laptop' }
/** Marks a journey about something that differs between phone and laptop, such as the menus. */
export const bothScreens = { tag: '@both-screens' }

/** Strict rate limits, which count by the IP address that a test puts into a header. */
const strictSettings = {
	RATE_LIMIT_SCALE: '1',
	TRUSTED_PROXIES: '127.0.0.1',
	SHUTDOWN_NOTICE_SECONDS: '0',
	RATE_LIMITS:
		'signInFamiliar=1/300, signInStrangers=1/300, verify=1/300, emailAgain=1/300, signedUrl=1/25, signUp=1000/60, email=1000/60',
}

/** The `test` of the journeys: a real shop that no other worker uses, and a browser in which unexpected errors fail the journey. */
export const test = base.extend<JourneyFixtures, ShopFixtures>({
	shop: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
		async ({}, use, { parallelIndex }) => await use(shopOfWorker(parallelIndex)),
		{ scope: 'worker' },
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
	// biome-ignore lint/correctness/noEmptyPattern: as above
	watched: async ({}, use) => await use({ errors: [], allowed: [] }),
	allow: async ({ watched }, use) => await use((pattern) => void watched.allowed.push(pattern)),
	settleErrors: async ({ watched }, use) => {
		await use(() => {
			const allowed = watched.allowed.splice(0)
			const errors = watched.errors.splice(0)
			expect(errors.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([])
		})
	},
	page: async ({ page, context, watched, settleErrors }, use) => {
		await watchMovements(context)
		context.on('page', (opened) => watch(opened, watched.errors))
		watch(page, watched.errors)
		await use(page)
		settleErrors()
	},
	person: async ({ shop }, use) => {
		const person = makePerson()
		await signUpConfirmed(shop, person)
		await use(person)
	},
	newMember: async ({ shop }, use) => {
		await use(() => makeMember(shop))
	},
	signedInMember: async ({ page, shop, newMember }, use) => {
		await use(async () => {
			const member = await newMember()
			await comeBackAs(page, shop, member)
			return member
		})
	},
	signedInBuyer: async ({ page, shop }, use) => {
		await use(async () => {
			const buyer = await makeBuyer(shop)
			await comeBackAs(page, shop, buyer)
			return buyer
		})
	},
})

/**
 * Creates the `test` of journeys that share a shop of their own, because they need other settings or change what other journeys
 * check. They run in one worker, so that only one such shop is started.
 */
export function withOwnShop(start: () => Promise<ShopProcess>) {
	const ownTest = test.extend<object, { shop: ShopProcess }>({
		shop: [
			// biome-ignore lint/correctness/noEmptyPattern: as above
			async ({}, use) => {
				const shop = await start()
				await use(shop)
				await shop.dispose()
			},
			{ scope: 'worker', timeout: 150_000 },
		],
	})
	ownTest.describe.configure({ mode: 'default' })
	return ownTest
}

/** What browsers say because `watchMovements` isn't run in the frame of an email, in which no script runs. */
const notInEmails = /^Blocked script execution in 'about:(?:srcdoc|blank)'/

function watch(page: Page, errors: string[]): void {
	page.on('console', (message) => {
		if (notInEmails.test(message.text())) return
		if (message.type() === 'error' || /content security policy/i.test(message.text()))
			errors.push(`console: ${message.text()} (${message.location().url})`)
	})
	page.on('pageerror', (error) => {
		// The router reports this of a page that is left while its data is still arriving, if the machine is slow.
		if (error.message !== 'BodyStreamBuffer was aborted') errors.push(`exception: ${error.message}`)
	})
	page.on('requestfailed', (request) => {
		// The browser also reports `ERR_ABORTED` for each download, and for the unfinished requests of a page that is left.
		if (request.failure()?.errorText !== 'net::ERR_ABORTED') errors.push(`failed: ${request.url()}`)
	})
	page.on('request', (request) => {
		if (request.url().endsWith('/csp-reports')) errors.push(`policy report: ${request.postData()}`)
	})
}

export { expect }
