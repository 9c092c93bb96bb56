import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
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
	await page.goto('/products/student-guide', { waitUntil: 'commit' })
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
	await page.goto('/auth', { waitUntil: 'commit' })
	await fillSignIn(page, person)
	await expect(page.locator('html')).not.toHaveAttribute('data-ready')
	letThrough()
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	expect(addresses.filter((address) => address.includes('password'))).toEqual([])
})

test('a link pressed before hydration is followed immediately', async ({ page }) => {
	await delayScripts(page)
	await page.goto('/', { waitUntil: 'commit' })
	await page.getByRole('link', { name: 'Get Free Resources' }).click()
	await expect(page).toHaveURL('/free')
})
