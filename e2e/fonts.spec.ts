import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

test('a first visit requests the fonts after the first paint, and the next page requests them before it', async ({
	page,
}) => {
	await page.goto('/about')
	expect(await untilFonts(page)).toEqual(['after the first paint', 'after the first paint'])
	await page.goto('/contact')
	expect(await untilFonts(page)).toEqual(['before the first paint', 'before the first paint'])
})

test('without scripts the fonts are loaded too', async ({ browser, shop }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
	const page = await context.newPage()
	await Promise.all([
		...[/bricolage.*\.woff2/, /serif.*\.woff2/].map((font) => page.waitForResponse(font)),
		page.goto('/about'),
	])
	await context.close()
})

/** Waits until the page uses both fonts. For each, returns whether the page requested it before or after the first paint. */
async function untilFonts(page: Page): Promise<string[]> {
	for (const [selector, family] of [
		['h1', 'Bricolage Grotesque'],
		['body', 'Source Serif 4'],
	] as const) {
		await expect(page.locator(selector).first()).toHaveCSS('font-family', new RegExp(`^"${family}"`))
		await page.waitForFunction(
			(name) =>
				[...document.fonts].some(({ family, status }) => family.includes(name) && status === 'loaded'),
			family,
		)
	}
	return await page.evaluate(() => {
		const firstPaint = performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN
		return performance
			.getEntriesByType('resource')
			.filter(({ name }) => name.endsWith('.woff2'))
			.map(({ startTime }) => `${startTime < firstPaint ? 'before' : 'after'} the first paint`)
	})
}
