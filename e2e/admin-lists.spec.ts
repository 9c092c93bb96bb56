import { openAdmin } from './admin.ts'
import { expect, test } from './journey.ts'
import { makeBuyer } from './purchases.ts'

test('older sales are added once however often the button is pressed, and a failure to read them can be repaired', async ({
	page,
	shop,
	allow,
	settleErrors,
}) => {
	test.slow()
	for (let sale = 0; sale < 5; sale += 1) await makeBuyer(shop)
	let read = 0
	let isAway = true
	// Two sales at a time, as if there were many.
	await page.route(/\/api\/sales\?/, async (route) => {
		const url = new URL(route.request().url())
		url.searchParams.set('limit', '2')
		if (!url.searchParams.has('before')) return await route.continue({ url: url.href })
		if (isAway) return await route.abort()
		read += 1
		await new Promise((resolve) => setTimeout(resolve, 300))
		await route.continue({ url: url.href })
	})
	await openAdmin(page, shop, { path: '/sales' })
	const rows = page.getByRole('table', { name: /^Sales/ }).locator('[data-row]')
	await expect(rows).toHaveCount(2)
	allow(/failed: |ERR_FAILED/)
	await page.getByRole('button', { name: 'Older' }).click()
	const failed = page.getByRole('alert').filter({ hasText: 'The shop couldn’t be reached' })
	await expect(failed).toBeVisible()
	settleErrors()
	isAway = false
	await failed.getByRole('button', { name: 'Try again' }).click()
	await expect(rows.nth(2)).toBeVisible()
	expect(read).toBe(1)
	await expect(failed).toHaveCount(0)
	await expect(rows).toHaveCount(4)
	await page.getByRole('button', { name: 'Older' }).evaluate((button: HTMLButtonElement) => {
		button.click()
		button.click()
	})
	await expect(rows.nth(4)).toBeVisible()
	await page.waitForTimeout(500)
	expect(read).toBe(2)
	const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
	expect(new Set(addresses).size).toBe(addresses.length)
})
