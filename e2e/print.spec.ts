import type { Page } from '@playwright/test'
import { expect, onlyPhone, test } from './journey.ts'
import { ready } from './sign-in.ts'

/** How many of the page's pictures have not come. */
function missing(page: Page): Promise<number> {
	return page
		.locator('main img')
		.evaluateAll(
			(pictures) =>
				pictures.filter((img) => !(img instanceof HTMLImageElement) || img.naturalWidth === 0).length,
		)
}

for (const [way, print] of [
	[
		'the browser says that it is about to print',
		(page: Page) => page.evaluate(() => void dispatchEvent(new Event('beforeprint'))),
	],
	['only its paper tells', (page: Page) => page.emulateMedia({ media: 'print' })],
] as const) {
	test(`printed before it is scrolled, a page has all its pictures: ${way}`, onlyPhone, async ({ page }) => {
		for (const path of ['/', '/products/cv-secrets', '/products/budget-planner', '/premium']) {
			await page.emulateMedia({ media: 'screen' })
			await page.goto(path)
			await ready(page)
			expect(await missing(page), `${path}, not scrolled yet`).toBeGreaterThan(0)
			await print(page)
			await expect.poll(() => missing(page), path).toBe(0)
		}
	})
}

test(
	'on paper nothing is left of what can only be pressed, and nothing waits for the screen',
	onlyPhone,
	async ({ page }) => {
		await page.goto('/')
		await ready(page)
		await page.emulateMedia({ media: 'print' })
		await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0)
		// Backgrounds are not printed, so that what stands on one has to be dark itself.
		await expect(page.getByRole('link', { name: 'Get Free Resources' })).toHaveCSS('color', 'rgb(23, 34, 28)')
		// As in a page printed before its first paint, in a tab that was never looked at.
		await page.evaluate(() => delete document.documentElement.dataset.painted)
		await expect(page.locator('main img').last()).toBeVisible()
	},
)
