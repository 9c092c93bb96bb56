import type { Page } from '@playwright/test'
import { catalogue } from '#catalogue/index.ts'
import { expectGoodPage } from './good-page.ts'
import { expect, onlyLaptop, test } from './journey.ts'
import { copies, longShelf, openLongShelf } from './long-shelf.ts'
import { card, ready } from './sign-in.ts'

/** Returns the titles in the grid, in order. */
async function titles(page: Page): Promise<string[]> {
	return await page.locator('.found article :is(h2, h3, h4)').allTextContents()
}

test('a search is kept in the address and announced to screen readers, and Back undoes it step by step', async ({
	page,
}) => {
	await openLongShelf(page, 'Home')
	const all = longShelf.map(({ title }) => title)
	await expect.poll(() => titles(page)).toEqual(all)
	await page.getByRole('searchbox').fill('budget')
	await expect(page).toHaveURL(/\?q=budget$/)
	await expect(
		page.getByRole('status').filter({ hasText: `of ${longShelf.length} guides and templates` }),
	).toBeVisible()
	const planners = all.filter((title) => title.startsWith('Student Budget Planner'))
	expect(planners).toHaveLength(copies)
	await expect.poll(() => titles(page)).toEqual(planners)

	await page.getByRole('button', { name: 'Show all' }).click()
	await expect(page.getByRole('searchbox')).toBeFocused()
	await expect(page).toHaveURL('/')
	await page.getByLabel('Category').selectOption('Career')
	// No visitor is so quick that both choices fall into one frame.
	await expect(page).toHaveURL('/?category=career')
	await page.getByLabel('Sort by').selectOption('Price')
	await expect(page).toHaveURL('/?category=career&sort=price')
	const career = longShelf.filter(({ category }) => category === 'Career').map(({ title }) => title)
	// The list is rendered only after the filter has shown the new choice.
	await expect.poll(() => titles(page)).toEqual(career)
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
	await expect.poll(() => titles(page)).toEqual(all)
	await page.goForward()
	await expect.poll(() => titles(page)).toEqual(planners)
})

test('returning from a guide restores the filter and the scroll position', async ({ page }) => {
	await openLongShelf(page, 'Home')
	const free = longShelf.filter(({ isFree }) => isFree)
	await page.getByLabel('Price').selectOption('Free')
	await expect.poll(() => titles(page)).toHaveLength(free.length)
	const details = card(page, 'The Startup Blueprint: From Idea to Landing Page 0').getByRole('link', {
		name: /Details/,
	})
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

test('a search without results suggests what to do next, and is accessible', async ({ page }) => {
	await openLongShelf(page, 'Premium')
	await expect.poll(() => titles(page)).not.toHaveLength(0)
	const all = await titles(page)
	await page.getByRole('searchbox').pressSequentially('quantum chromodynamics', { delay: 5 })
	await expect(page.getByText('Nothing about “quantum chromodynamics” yet')).toBeVisible()
	await expect(page.getByRole('link', { name: /tell us/ })).toHaveAttribute('href', '/contact')
	await expectGoodPage(page, 'nothing found')
	await page.getByRole('button', { name: 'Show everything' }).click()
	await expect.poll(() => titles(page)).toEqual(all)
})

test('a short list has no search, and ignores a search in the address', async ({ page }) => {
	const scripts: string[] = []
	page.on('request', (request) => scripts.push(request.url()))
	await page.goto('/premium?q=spreadsheet&sort=newest&category=nonsense')
	await ready(page)
	await expect(page.getByRole('searchbox')).toHaveCount(0)
	await expect(page.getByRole('article')).toHaveCount(catalogue.filter(({ isFree }) => !isFree).length)
	expect(scripts.filter((address) => address.includes('guide-finder'))).toEqual([])
})

test(
	'a laptop’s first screen has the first guide with its button, on a tint and not on the colour of its cover',
	onlyLaptop,
	async ({ page }) => {
		for (const [path, guide] of [
			['/free', 'Student Guide'],
			['/premium', 'CV Secrets'],
			['/career', 'Student Guide'],
			['/finance', 'Student Budget Planner'],
		] as const) {
			await page.goto(path)
			await expect(page).toHaveURL(path)
			await expect(card(page, guide).getByRole('link', { name: /^Details/ })).toBeInViewport({ ratio: 1 })
		}
		const band = page.locator('.band')
		await expect(band.getByRole('heading', { level: 1 })).toHaveText('Finance')
		const shade = await band.evaluate((element) => {
			const { backgroundColor, backgroundImage, color } = getComputedStyle(element)
			return { cloth: backgroundColor, isTinted: backgroundImage !== 'none', text: color }
		})
		// The cover is moss green. Text on a tint of it is as dark as on paper.
		expect(shade).toEqual({ cloth: 'rgb(55, 89, 43)', isTinted: true, text: 'rgb(23, 34, 28)' })
	},
)
