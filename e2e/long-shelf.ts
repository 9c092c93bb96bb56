import type { Page } from '@playwright/test'
import { catalogue } from '#catalogue/index.ts'
import { expect } from './journey.ts'
import { ready } from './sign-in.ts'

/** How many copies of each product are on a long shelf: enough for any list to have a search and filters. */
export const copies = 5

/** The titles of a long shelf, in order. */
export const longShelf = [
	...catalogue.filter(({ comingSoon }) => !comingSoon),
	...catalogue.filter(({ comingSoon }) => comingSoon),
].flatMap(({ title, isFree, category }) =>
	Array.from({ length: copies }, (_, copy) => ({ title: `${title} ${copy}`, isFree, category })),
)

/**
 * Opens a list of products with several copies of each, because only a long list has a search and filters. The page is reached by
 * a link, because the built pages contain the real catalogue.
 */
export async function openLongShelf(page: Page, link: 'Home' | 'Premium'): Promise<void> {
	let replaced = 0
	await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
		// Later scripts are left alone: one may still be loading when the journey ends, and reading its response would then fail.
		if (replaced > 0) return await route.continue()
		const response = await route.fetch()
		const code = await response.text()
		const shelf = shelfIn(code)
		if (shelf === undefined) return await route.fulfill({ response })
		replaced += 1
		await route.fulfill({ response, body: code.replace(shelf, () => `${shelf}.flatMap(${copy})`) })
	})
	await page.goto('/about')
	await ready(page)
	await page.locator('footer').getByRole('link', { name: link }).press('Enter')
	expect(replaced, 'the scripts contain the shelf once').toBe(1)
	await expect(page.getByRole('searchbox')).toBeVisible()
}

/** Runs in the page, on each product. */
const copy = `(product) => Array.from({ length: ${copies} }, (_, copy) => ({ ...product, id: product.id + copy, title: product.title + ' ' + copy }))`

/** Finds the array that the build has made of `catalogue/shelf.ts`. */
function shelfIn(code: string): string | undefined {
	const start = code.search(/\[\{(?:"id"|id):["'`]1["'`],(?:"slug"|slug):["'`]student-guide/)
	if (start === -1) return
	let depth = 0
	for (let end = start; end < code.length; end += 1) {
		if (code[end] === '[') depth += 1
		if (code[end] === ']') depth -= 1
		if (depth === 0) return code.slice(start, end + 1)
	}
}
