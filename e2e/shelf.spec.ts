import type { Page } from '@playwright/test'
import { catalogue } from '#catalogue/index.ts'
import { expect, test } from './journey.ts'
import { card, fillSignIn, ready, toast } from './sign-in.ts'

/** Returns the titles in the grid, in order. */
async function titles(page: Page): Promise<string[]> {
	return await page.locator('.found article :is(h2, h3)').allTextContents()
}

/** Measures how far elements have moved without an action of the visitor (layout shift). */
async function shifts(page: Page): Promise<number> {
	return await page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let total = 0
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) {
						if (Reflect.get(entry, 'hadRecentInput') !== true) total += Number(Reflect.get(entry, 'value'))
					}
				}).observe({ type: 'layout-shift', buffered: true })
				setTimeout(() => resolve(total), 300)
			}),
	)
}

test('a search is in the address and announced, and Back undoes it step by step', async ({ page }) => {
	await page.goto('/')
	await ready(page)
	const all = await titles(page)
	expect(all).toHaveLength(catalogue.length)
	await page.getByRole('searchbox').fill('budget')
	await expect(page).toHaveURL(/\?q=budget$/)
	await expect(
		page.getByRole('status').filter({ hasText: `of ${catalogue.length} guides and templates` }),
	).toBeVisible()
	expect(await titles(page)).toEqual(['Student Budget Planner'])

	await page.getByRole('button', { name: 'Show all' }).click()
	await expect(page.getByRole('searchbox')).toBeFocused()
	await expect(page).toHaveURL('/')
	await page.getByLabel('Category').selectOption('Career')
	await page.getByLabel('Sort by').selectOption('Price')
	await expect(page).toHaveURL('/?category=career&sort=price')
	const specified = catalogue.slice(0, 7).map(({ title }) => title)
	expect((await titles(page)).filter((title) => specified.includes(title))).toEqual([
		'Student Guide',
		'CV Secrets No One Tells You',
		'Be the 1% to Get an Interview (Bundle)',
	])
	const scrolled = await page.evaluate(() => window.scrollY)
	expect(scrolled).toBeGreaterThan(0)

	await page.goBack()
	await expect(page).toHaveURL('/?category=career')
	await expect(page.getByLabel('Sort by')).toHaveValue('')
	await page.goBack()
	await expect(page).toHaveURL('/')
	await page.goBack()
	await expect(page.getByRole('searchbox')).toHaveValue('budget')
	await page.goBack()
	await expect(page.getByRole('searchbox')).toHaveValue('')
	expect(await titles(page)).toEqual(all)
	await page.goForward()
	await expect.poll(() => titles(page)).toEqual(['Student Budget Planner'])
})

test('returning from a guide restores the filter and the scroll position', async ({ page }) => {
	const free = catalogue.filter(({ isFree }) => isFree)
	await page.goto('/?price=free')
	await ready(page)
	await expect.poll(() => titles(page)).toHaveLength(free.length)
	const details = card(page, 'The Startup Blueprint').getByRole('link', { name: /Details/ })
	await details.hover()
	// Compares the position on the screen. The scroll position may differ because of pictures loaded since.
	const top = () => details.evaluate((element) => element.getBoundingClientRect().top)
	const place = await top()
	await details.click()
	await expect(page).toHaveURL('/startup-blueprint')
	await page.goBack()
	await expect(page).toHaveURL('/?price=free')
	await expect.poll(() => titles(page)).toHaveLength(free.length)
	await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(2)
})

test('an address with a search shows its results without layout shift', async ({ page }) => {
	await page.goto('/premium?q=spreadsheet&sort=newest&category=nonsense')
	await ready(page)
	await expect(page.getByRole('searchbox')).toHaveValue('spreadsheet')
	await expect.poll(() => titles(page)).toEqual(['Student Budget Planner'])
	expect(await shifts(page)).toBeLessThan(0.01)
})

test('a search without results suggests what to do next', async ({ page }) => {
	await page.goto('/premium')
	await ready(page)
	await page.getByRole('searchbox').pressSequentially('quantum chromodynamics', { delay: 5 })
	await expect(page.getByText('Nothing about “quantum chromodynamics” yet')).toBeVisible()
	await expect(page.getByRole('link', { name: /tell us/ })).toHaveAttribute('href', '/contact')
	await page.getByRole('button', { name: 'Show everything' }).click()
	await expect.poll(() => titles(page)).toHaveLength(catalogue.filter(({ isFree }) => !isFree).length)
})

test('signing in from a card returns to that card', async ({ page, person }) => {
	await page.goto('/')
	await card(page, 'The Startup Blueprint').getByRole('button', { name: 'Get Free PDF' }).click()
	await expect(toast(page, 'Please sign in to download PDFs')).toBeVisible()
	await fillSignIn(page, person)
	await expect(page).toHaveURL('/#product-7')
	await expect(card(page, 'The Startup Blueprint')).toBeInViewport()
})
