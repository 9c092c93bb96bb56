import type { Browser, Page } from '@playwright/test'
import { bothScreens, expect, test } from './journey.ts'
import { card } from './sign-in.ts'
import type { Shop } from './start-shops.ts'

/** Opens a page in a browser with JavaScript switched off. */
async function withoutScripts(
	browser: Browser,
	shop: Shop,
	run: (page: Page) => Promise<void>,
): Promise<void> {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
	try {
		await run(await context.newPage())
	} finally {
		await context.close()
	}
}

/** Returns the visible text of the page. Playwright's own matchers ignore the content of `noscript`. */
function readable(page: Page): Promise<string> {
	// biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
	return page.getByRole('main').evaluate((main: HTMLElement) => main.innerText)
}

test('a buyer without JavaScript learns that the payment is safe and what to do', async ({
	browser,
	shop,
}) => {
	await withoutScripts(browser, shop, async (page) => {
		await page.goto('/payment-success?session_id=cs_test_1')
		await expect(page).toHaveURL('/payment-success?session_id=cs_test_1')
		const main = page.getByRole('main')
		await expect(main.getByRole('heading', { level: 1 })).toHaveText('Your guide needs JavaScript')
		expect(await readable(page)).toContain('If you paid, your payment is recorded')
		expect(await readable(page)).toContain('Switch it on for this site, then load the page again')
		expect(await readable(page)).not.toContain('Processing')
		await expect(main.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/contact')
	})
})

for (const path of ['/account', '/account/guides']) {
	test(`${path} explains that it needs JavaScript instead of seeming to load`, async ({ browser, shop }) => {
		await withoutScripts(browser, shop, async (page) => {
			await page.goto(path)
			const main = page.getByRole('main')
			expect(await readable(page)).toContain('This page needs JavaScript')
			await expect(main.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/contact')
			await expect(main.getByText(/^Loading your/)).toBeHidden()
			await expect(main.locator('.bg-rule').filter({ visible: true })).toHaveCount(0)
		})
	})
}

test('each page of products has one list of links to the shelves', async ({ browser, shop }) => {
	await withoutScripts(browser, shop, async (page) => {
		for (const path of ['/', '/premium', '/free']) {
			await page.goto(path)
			await expect(page.getByRole('navigation', { name: 'Shelves' }), path).toHaveCount(1)
		}
	})
})

test('buttons that need scripts are disabled', async ({ browser, shop }) => {
	await withoutScripts(browser, shop, async (page) => {
		for (const [path, words] of [
			['/products/cv-secrets', 'You need JavaScript to buy this guide'],
			['/products/student-guide', 'You need JavaScript to take this guide'],
			['/premium', 'You need JavaScript to buy this guide'],
			['/free', 'You need JavaScript to take this guide'],
			['/money', null],
		] as const) {
			await page.goto(path)
			const main = page.getByRole('main')
			await expect(main.locator('button:not([disabled])').filter({ visible: true }), path).toHaveCount(0)
			if (words === null) continue
			expect(await readable(page), path).toContain(words)
			await expect(main.getByRole('link', { name: 'write to us' }).first()).toHaveAttribute(
				'href',
				'/contact',
			)
		}
	})
})

test(
	'content, prices, shelves and the category menu need no scripts',
	bothScreens,
	async ({ browser, shop, isMobile }) => {
		const context = await browser.newContext({
			javaScriptEnabled: false,
			viewport: { width: isMobile ? 390 : 1280, height: 800 },
		})
		const page = await context.newPage()
		await page.goto(shop.url)
		await expect(card(page, 'CV Secrets No One Tells You')).toContainText('£14.99')
		await expect(page.getByRole('searchbox')).toBeHidden()
		await expect(page.getByRole('navigation', { name: 'Shelves' }).getByRole('link')).toHaveCount(7)
		await page.locator('header summary').filter({ visible: true }).first().click()
		await page.locator('header').getByRole('link', { name: 'Finance' }).filter({ visible: true }).click()
		await expect(page).toHaveURL(/\/finance$/)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finance')
		await page.goto(`${shop.url}/privacy`)
		await expect(page.getByText('your visits aren’t counted')).toBeVisible()
		await context.close()
	},
)
