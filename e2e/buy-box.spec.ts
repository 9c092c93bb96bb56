import type { Page } from '@playwright/test'
import { catalogue } from '#catalogue/index.ts'
import { detailPath, productPath } from '#shared/paths.ts'
import { partners } from './combine.ts'
import { expect, onlyLaptop, test } from './journey.ts'
import { ready } from './sign-in.ts'

interface Screen {
	width: number
	height: number
	/** The browser's default font size in pixels, if it is not 16. */
	letters?: number
}

/** Phones and tablets both ways up, laptops, short windows, a laptop at 200 % and 400 % zoom, and large letters. */
const screens: readonly Screen[] = [
	{ width: 320, height: 568 },
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
	{ width: 768, height: 1024 },
	{ width: 1024, height: 768 },
	{ width: 1280, height: 800 },
	{ width: 1280, height: 600 },
	{ width: 1280, height: 280 },
	{ width: 1920, height: 1080 },
	{ width: 640, height: 400 },
	{ width: 320, height: 200 },
	{ width: 390, height: 844, letters: 32 },
	{ width: 1280, height: 600, letters: 32 },
]

const products = catalogue.filter((product) => !product.comingSoon)
const paths = products.flatMap((product) => [...new Set([productPath(product), detailPath(product) ?? ''])])

for (const [index, path] of paths.entries()) {
	test(
		`price and button stay uncovered on ${path}, wherever it is scrolled to`,
		onlyLaptop,
		async ({ page }) => {
			test.slow()
			await page.goto(path)
			await ready(page)
			await expectAlwaysShown(page, path, index)
		},
	)
}

test('what a user owns stays on every screen too', onlyLaptop, async ({ page, signedInBuyer }) => {
	test.slow()
	await signedInBuyer()
	await page.goto('/products/cv-secrets')
	await expect(page.getByText('Already Purchased')).toBeVisible()
	await expectAlwaysShown(page, 'owned', paths.length)
})

test(
	'messages, and a banner at the bottom, leave price and button uncovered',
	onlyLaptop,
	async ({ page, signedInMember, allow }) => {
		test.slow()
		allow(/create-payment|status of 500/)
		await signedInMember()
		await page.goto('/products/cv-secrets')
		await ready(page)
		await page.evaluate(() => {
			const banner = document.createElement('section')
			banner.className = 'consent-banner fixed inset-x-0 bottom-(--bar,0px) z-40 bg-sheet'
			banner.style.height = '4.5rem'
			document.body.append(banner)
		})
		await page.route('**/functions/v1/create-payment', (route) => route.fulfill({ status: 500, json: {} }))
		await page.getByRole('button', { name: 'Buy Now' }).click()
		// A message stays while the pointer is over it.
		await page.locator('[data-sonner-toast]').hover()
		await expectAlwaysShown(page, 'with a message and a banner', paths.length + 1)
	},
)

/** Scrolls through a page on its screens, and expects nothing to cover the price or the button, or to cut them off. */
async function expectAlwaysShown(page: Page, state: string, index: number): Promise<void> {
	const settings = await page.context().newCDPSession(page)
	await settings.send('Page.enable')
	for (const { width, height, letters = 16 } of partners(screens, index, 4)) {
		await page.setViewportSize({ width, height })
		await settings.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } })
		const hidden = await page.evaluate(scrollThrough)
		expect.soft(hidden, `${state}, ${width} × ${height}, letters of ${letters}`).toEqual([])
	}
	await settings.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 16 } })
}

/** Runs in the page. Returns the positions at which a part of the buy box can't be seen, with what covers it. */
async function scrollThrough(): Promise<string[]> {
	const hidden: string[] = []
	const frame = () => new Promise(requestAnimationFrame)
	for (let top = 0; ; top += Math.max(80, innerHeight / 3)) {
		scrollTo(0, top)
		// The bar appears in the frames after the box has left the screen.
		let covered = coveredParts()
		for (let tries = 0; tries < 100 && (covered.length > 0 || tries < 2); tries++) {
			await frame()
			covered = coveredParts()
		}
		hidden.push(...covered.map((part) => `at ${Math.round(scrollY)}: ${part}`))
		if (scrollY + innerHeight >= document.documentElement.scrollHeight - 1) return hidden
	}

	function coveredParts(): string[] {
		return ['p', 'button'].flatMap((part) => {
			const element = document.querySelector(`.buy-box .purchase-panel > ${part}`)
			const cover = element === null ? 'missing' : coverOf(element)
			return cover === null ? [] : `${part} ${cover}`
		})
	}

	/** Returns what is at the corners or in the middle of an element instead of it; null if nothing is. */
	function coverOf(element: Element): string | null {
		const { left, right, top, bottom } = element.getBoundingClientRect()
		const [inset, middle] = [3, (left + right) / 2]
		for (const [x, y] of [
			[left + inset, top + inset],
			[right - inset, bottom - inset],
			[middle, (top + bottom) / 2],
		] as const) {
			const found = document.elementFromPoint(x, y)
			if (found === null) return 'off the screen'
			if (!element.contains(found)) return `under ${found.tagName} ${found.className}`
		}
		return null
	}
}
