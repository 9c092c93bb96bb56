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

test('when the fonts of a first visit arrive, what is seen stays where it is', async ({ page }) => {
	await page.addInitScript(() => localStorage.removeItem('headstart-fonts'))
	const moved: Record<string, number> = {}
	// Where lines break differently in the stand-ins that this browser has.
	for (const [path, width] of [
		['/products/cv-secrets', 360],
		['/money', 375],
		['/free', 375],
		['/premium', 1280],
	] as const) {
		await page.setViewportSize({ width, height: 750 })
		await page.goto(path)
		await untilFonts(page)
		moved[`${path}, ${width} pixels`] = await page.evaluate(
			() =>
				new Promise<number>((resolve) => {
					new PerformanceObserver((list) =>
						resolve(
							list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0),
						),
					).observe({ type: 'layout-shift', buffered: true })
					setTimeout(resolve, 300, 0)
				}),
		)
	}
	expect(Object.entries(moved).filter(([, score]) => score > 0.02)).toEqual([])
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
