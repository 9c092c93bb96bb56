import type { Page } from '@playwright/test'
import { partners } from './combine.ts'
import { type Changer, changePages } from './foreign-changes.ts'
import { expect, test } from './journey.ts'
import { makePerson } from './people.ts'
import { fillSignIn, toast } from './sign-in.ts'

/** Holds the page's scripts back until they are released. */
async function delayScripts(page: Page): Promise<() => void> {
	let letThrough = () => {}
	const wait = new Promise<void>((resolve) => {
		letThrough = resolve
	})
	await page.route(/\/assets\/react-[^/]*\.js$/, async (route) => {
		await wait
		await route.continue()
	})
	return letThrough
}

test('a button pressed before hydration works as soon as the page is hydrated', async ({ page }) => {
	const letThrough = await delayScripts(page)
	await page.goto('/products/student-guide', { waitUntil: 'domcontentloaded' })
	await page.getByRole('button', { name: 'Get Free PDF' }).filter({ visible: true }).first().click()
	await expect(page.locator('html')).not.toHaveAttribute('data-ready')
	letThrough()
	await expect(toast(page, 'Please sign in to download PDFs')).toBeVisible()
	await expect(page).toHaveURL(/\/auth\?/)
})

test('a form submitted before hydration is submitted by the page afterwards, not by the browser', async ({
	page,
	person,
}) => {
	const addresses: string[] = []
	page.on('framenavigated', (frame) => addresses.push(frame.url()))
	const letThrough = await delayScripts(page)
	await page.goto('/auth', { waitUntil: 'domcontentloaded' })
	await fillSignIn(page, person)
	await expect(page.locator('html')).not.toHaveAttribute('data-ready')
	letThrough()
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	expect(addresses.filter((address) => address.includes('password'))).toEqual([])
})

test('every way to sign in works if it is pressed before hydration', async ({ page }) => {
	const heading = page.getByRole('heading', { level: 1 })
	let letThrough = await delayScripts(page)
	await page.goto('/auth?redirect=/premium', { waitUntil: 'domcontentloaded' })
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	await expect(page.locator('html')).not.toHaveAttribute('data-ready')
	letThrough()
	await expect(heading).toHaveText('Choose an account')

	await page.unrouteAll({ behavior: 'wait' })
	letThrough = await delayScripts(page)
	await page.goto('/auth/link', { waitUntil: 'domcontentloaded' })
	await page.getByLabel('Email').fill(makePerson().email)
	await page.getByRole('button', { name: 'Email me a link' }).click()
	await expect(page.locator('html')).not.toHaveAttribute('data-ready')
	letThrough()
	await expect(heading).toHaveText('Check your email')
})

test('a link pressed before hydration is followed immediately', async ({ page }) => {
	await delayScripts(page)
	await page.goto('/', { waitUntil: 'commit' })
	await page.getByRole('link', { name: 'Get Free Resources' }).click()
	await expect(page).toHaveURL('/free')
})

/** Denies local storage, as some browsers do, and lets an extension change the page's text before hydration. */
async function changeAndDeny(page: Page, changer: Changer): Promise<void> {
	await page.addInitScript(() => {
		Object.defineProperty(window, 'localStorage', {
			get() {
				throw new DOMException('Access is denied for this document.', 'SecurityError')
			},
		})
	})
	await changePages(page, changer, 'before')
}

/** The page on which a button is pressed, and the page that opens. */
const presses = [
	['/products/student-guide', 'Get Free PDF', /\/auth\?/],
	['/products/cv-secrets', /^Buy/, /\/auth\?/],
	['/', 'Get Free PDF', /\/auth\?/],
] as const
const textChangers = ['replaces', 'moves', 'rewrites', 'splits'] as const

for (const [index, changer] of textChangers.entries())
	test(`a press before hydration isn’t lost where storage is denied and a script ${changer} texts`, async ({
		page,
	}) => {
		await changeAndDeny(page, changer)
		for (const [path, name, next] of partners(presses, index, textChangers.length)) {
			const letThrough = await delayScripts(page)
			await page.goto(path, { waitUntil: 'domcontentloaded' })
			await page.getByRole('button', { name }).filter({ visible: true }).last().click()
			await expect(page.locator('html')).not.toHaveAttribute('data-ready')
			letThrough()
			await expect(page).toHaveURL(next)
			await page.unrouteAll({ behavior: 'wait' })
		}
	})

for (const changer of partners(textChangers, 0, textChangers.length))
	test(`what is typed before hydration is sent where storage is denied and a script ${changer} texts`, async ({
		page,
		person,
	}) => {
		await changeAndDeny(page, changer)
		const letThrough = await delayScripts(page)
		await page.goto('/auth', { waitUntil: 'domcontentloaded' })
		await page.getByRole('tab', { name: 'Sign In' }).click()
		await fillSignIn(page, person)
		await expect(page.locator('html')).not.toHaveAttribute('data-ready')
		letThrough()
		await expect(toast(page, 'Welcome back!')).toBeVisible()
	})

test('of several presses before hydration on a page rendered anew, the last one counts', async ({ page }) => {
	await changeAndDeny(page, 'replaces')
	const letThrough = await delayScripts(page)
	await page.goto('/auth', { waitUntil: 'domcontentloaded' })
	for (const name of ['Sign Up', 'Sign In', 'Sign Up']) await page.getByRole('tab', { name }).click()
	await expect(page.locator('html')).not.toHaveAttribute('data-ready')
	letThrough()
	await expect(page.getByRole('tabpanel').getByLabel('Name')).toBeVisible()
})
