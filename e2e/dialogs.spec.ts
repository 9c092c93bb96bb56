import type { Page } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { bothScreens, expect, onlyLaptop, test } from './journey.ts'
import { openFirstPreview, ready } from './sign-in.ts'

for (const [button, field] of [
	['Preview', false],
	['Tell me when', true],
] as const)
	test(`Back closes “${button}” and leaves the page as it was`, bothScreens, async ({ page }) => {
		await page.goto('/about')
		await page.goto('/')
		await ready(page)
		const opener = page.getByRole('button', { name: new RegExp(`^${button}`) }).first()
		const dialog = page.getByRole('dialog')
		await opener.click()
		await expect(dialog).toBeVisible()
		if (field) await expect(dialog.getByLabel('Email')).toBeFocused()
		const scrolled = await page.evaluate(() => window.scrollY)
		await page.goBack()
		await expect(dialog).toHaveCount(0)
		await expect(page).toHaveURL('/')
		await expect(opener).toBeFocused()
		await expect
			.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - scrolled))
			.toBeLessThan(2)

		// Back also leaves the page when the dialog has been closed in another way, however often.
		for (const _ of [1, 2]) {
			await opener.click()
			await dialog.getByRole('button', { name: 'Close' }).click()
			await expect(dialog).toHaveCount(0)
		}
		await page.goBack()
		await expect(page).toHaveURL('/about')
		await page.goForward()
		await expect(page).toHaveURL('/')
	})

/** Delays what a page needs, so that a navigation takes longer than anything that closing a dialog might still do. */
async function slowDown(page: Page): Promise<void> {
	await page.route(/\.js(\?|$)|\/api\//, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500))
		await route.continue()
	})
}

test('a navigation that begins as a dialog closes is not undone', bothScreens, async ({ page }) => {
	await page.goto('/about')
	const dialog = await openFirstPreview(page)
	await expect(dialog).toBeVisible()
	await slowDown(page)
	const link = page.locator('footer').getByRole('link', { name: 'Refunds', includeHidden: true })
	await dialog.getByRole('button', { name: 'Close' }).click()
	await link.evaluate((element: HTMLElement) => element.click())
	await expect(page).toHaveURL('/refunds')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(/refund/i)
	await page.waitForTimeout(300)
	await expect(page).toHaveURL('/refunds')
	await page.goBack()
	await expect(page).toHaveURL('/')
	await page.goForward()
	await expect(page).toHaveURL('/refunds')
	// Two steps at a time lead to the page's first entry, and not beyond it.
	await page.evaluate(() => history.go(-2))
	await expect(page).toHaveURL('/')
	await page.waitForTimeout(300)
	await expect(page).toHaveURL('/')
	await page.goBack()
	await expect(page).toHaveURL('/about')
})

test('the list that follows a customer’s deletion stays, and Back leads to the customer', async ({
	page,
	shop,
	newMember,
	allow,
}) => {
	test.slow()
	const { session } = await newMember()
	await openAdmin(page, shop, { path: `/customers/${session.user.id}` })
	await page.getByRole('button', { name: 'Delete the account …' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Why').fill('Asked for it')
	await expect(dialog.getByRole('button', { name: 'Delete the account' })).toBeEnabled()
	await slowDown(page)
	await dialog.getByRole('button', { name: 'Delete the account' }).click()
	await expect(page.getByText('The account is deleted.')).toBeVisible()
	await expect(page).toHaveURL(`${shop.adminUrl}/customers`)
	await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeVisible()
	await page.waitForTimeout(300)
	await expect(page).toHaveURL(`${shop.adminUrl}/customers`)
	allow(/404/)
	await page.goBack()
	await expect(page).toHaveURL(`${shop.adminUrl}/customers/${session.user.id}`)
})

test('a preview says once that everything is planned', async ({ page }) => {
	const dialog = await openFirstPreview(page)
	await expect(dialog.getByText('Planned, so it may still change.')).toHaveCount(1)
	await expect(dialog.getByText('Planned:')).toHaveCount(0)
	await expect(dialog.getByRole('listitem').first()).toHaveText(/^[A-Z]/)
	expect(
		await dialog
			.getByRole('list')
			.first()
			.evaluate((list) => getComputedStyle(list).listStyleType),
	).toBe('none')
})

test('two buttons lead through the pages of a guide', onlyLaptop, async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' })
	await page.goto('/products/cv-secrets')
	await ready(page)
	const [back, on] = [
		page.getByRole('button', { name: 'Previous pages' }),
		page.getByRole('button', { name: 'Next pages' }),
	]
	const row = page.getByRole('list', { name: 'Pages to look at' })
	await expect(back).toHaveAttribute('aria-disabled', 'true')
	await on.focus()
	for (let press = 0; (await on.getAttribute('aria-disabled')) === null && press < 12; press += 1) {
		await page.keyboard.press('Enter')
		await page.waitForTimeout(120)
	}
	await expect(on).toHaveAttribute('aria-disabled', 'true')
	await expect(on).toBeFocused()
	await expect
		.poll(() => row.evaluate((list) => list.scrollLeft + list.clientWidth - list.scrollWidth))
		.toBeGreaterThan(-3)
	await back.click()
	await expect(on).not.toHaveAttribute('aria-disabled', 'true')
	// Every page but the cover has a note.
	for (const item of await row.getByRole('listitem').all())
		await expect(item.locator('figcaption')).toHaveText(/\w/)
	for (const name of await row
		.getByRole('link')
		.evaluateAll((links) => links.map(({ textContent }) => textContent)))
		expect(name).not.toMatch(/\. ,/)
})

test('the viewer shows the page’s thumbnail until the large picture is there', async ({ page }) => {
	await page.goto('/products/cv-secrets')
	await ready(page)
	const link = page.locator('.page-row a').first()
	await link.scrollIntoViewIfNeeded()
	await expect
		.poll(() => link.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
		.toBeGreaterThan(0)
	const thumbnail = await link
		.locator('img')
		.evaluate((picture: HTMLImageElement) => new URL(picture.currentSrc).pathname)
	let release = () => {}
	const held = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route(/-(1280|960|1810)[^/]*\.(avif|webp)/, async (route) => {
		await held
		await route.continue()
	})
	await link.click()
	const sheet = page.locator('.viewer-sheet')
	await expect(sheet).toBeVisible()
	await expect
		.poll(() => sheet.evaluate((element) => getComputedStyle(element).backgroundImage))
		.toContain(thumbnail)
	release()
	await expect
		.poll(() => sheet.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
		.toBeGreaterThan(0)
})
