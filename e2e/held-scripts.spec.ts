import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { fillSignIn, toast } from './sign-in.ts'

/** Keeps the page's scripts on the way until they are let through. */
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

test('a button pressed before the scripts run does its work as soon as they do', async ({ page }) => {
	const letThrough = await delayScripts(page)
	await page.goto('/products/student-guide', { waitUntil: 'commit' })
	await page.getByRole('button', { name: 'Get Free PDF' }).filter({ visible: true }).first().click()
	await expect(page.locator('html')).not.toHaveAttribute('data-ready')
	letThrough()
	await expect(toast(page, 'Please sign in to download PDFs')).toBeVisible()
	await expect(page).toHaveURL(/\/auth\?/)
})

test('a form sent before the scripts run is not sent by the browser, but by the page once it can', async ({
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

test('a link pressed before the scripts run is followed at once', async ({ page }) => {
	await delayScripts(page)
	await page.goto('/', { waitUntil: 'commit' })
	await page.getByRole('link', { name: 'Get Free Resources' }).click()
	await expect(page).toHaveURL('/free')
})
