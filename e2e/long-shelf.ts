import type { Page } from '@playwright/test'
import { filesOf, renderPages } from '#server/platform/http/render-pages.ts'
import { shopStateOf } from '#test/shop-state.ts'
import { expect } from './journey.ts'
import { ready } from './sign-in.ts'

/** How many copies of each product are on a long shelf: enough for any list to have a search and filters. */
export const copies = 5

const { products } = shopStateOf({})

/** The titles of a long shelf, in order. */
export const longShelf = [
	...products.filter(({ comingSoon }) => !comingSoon),
	...products.filter(({ comingSoon }) => comingSoon),
].flatMap(({ title, isFree, category }) =>
	Array.from({ length: copies }, (_, copy) => ({ title: `${title} ${copy}`, isFree, category })),
)

let files: Promise<ReturnType<typeof filesOf>> | undefined

const paths = { Home: '/_.data', Premium: '/premium.data' }

/**
 * Opens a list of products with several copies of each, because only a long list has a search and filters. The page is reached by
 * a link, because the pages that the shop serves contain its real products.
 */
export async function openLongShelf(page: Page, link: keyof typeof paths): Promise<void> {
	const path = paths[link]
	files ??= renderPages(stateWithCopies()).then(filesOf)
	const body = (await files).get(path)?.text
	if (body === undefined) throw new Error(`${path} was not rendered`)
	let replaced = 0
	await page.route(
		({ pathname }) => pathname === path,
		async (route) => {
			replaced += 1
			await route.fulfill({ body, contentType: 'text/x-script' })
		},
	)
	await page.goto('/about')
	await ready(page)
	await page.locator('footer').getByRole('link', { name: link }).press('Enter')
	await expect(page.getByRole('searchbox')).toBeVisible()
	expect(replaced, 'the page was loaded once').toBe(1)
}

function stateWithCopies() {
	return shopStateOf({
		products: products.flatMap((product) =>
			Array.from({ length: copies }, (_, copy) => ({
				...product,
				id: `${product.id}${copy}`,
				title: `${product.title} ${copy}`,
			})),
		),
	})
}
