import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { catalogue } from '#catalogue/index.ts'
import { freePort } from '#test/free-port.ts'
import { bothScreens, expect, test } from './journey.ts'
import { startShopProcess } from './shop-process.ts'
import { card, fillSignIn, toast } from './sign-in.ts'

/** The titles on the shelf, in the order they stand. */
async function titles(page: Page): Promise<string[]> {
	return await page.locator('.found article :is(h2, h3)').allTextContents()
}

/** Waits until the page's scripts answer. */
async function ready(page: Page): Promise<void> {
	await expect(page.locator('html')).toHaveAttribute('data-ready', '')
}

/** Adds up how far things have moved without the visitor's doing. */
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

test('a search is in the address, is said aloud, and Back undoes it step by step', async ({ page }) => {
	await page.goto('/')
	await ready(page)
	const all = await titles(page)
	expect(all).toHaveLength(7)
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
	expect(await titles(page)).toEqual([
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

test('coming back from a guide finds the shelf as it was left: filter and place', async ({ page }) => {
	await page.goto('/?price=free')
	await ready(page)
	await expect.poll(() => titles(page)).toHaveLength(2)
	const details = card(page, 'The Startup Blueprint').getByRole('link', { name: /Details/ })
	await details.hover()
	// Where it stands on the screen: how far down the page that is, pictures drawn meanwhile may change.
	const top = () => details.evaluate((element) => element.getBoundingClientRect().top)
	const place = await top()
	await details.click()
	await expect(page).toHaveURL('/startup-blueprint')
	await page.goBack()
	await expect(page).toHaveURL('/?price=free')
	await expect.poll(() => titles(page)).toHaveLength(2)
	await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(2)
})

test('an address with a search shows what it asks for, and nothing on the page moves', async ({ page }) => {
	await page.goto('/premium?q=spreadsheet&sort=newest&category=nonsense')
	await ready(page)
	await expect(page.getByRole('searchbox')).toHaveValue('spreadsheet')
	await expect.poll(() => titles(page)).toEqual(['Student Budget Planner'])
	expect(await shifts(page)).toBeLessThan(0.01)
})

test('a search that finds nothing says what to do next', async ({ page }) => {
	await page.goto('/premium')
	await ready(page)
	await page.getByRole('searchbox').pressSequentially('quantum chromodynamics', { delay: 5 })
	await expect(page.getByText('Nothing about “quantum chromodynamics” yet')).toBeVisible()
	await expect(page.getByRole('link', { name: /tell us/ })).toHaveAttribute('href', '/contact')
	await page.getByRole('button', { name: 'Show everything' }).click()
	await expect.poll(() => titles(page)).toHaveLength(5)
})

test('signing in begun from a card leads back to that card', async ({ page, person }) => {
	await page.goto('/')
	await card(page, 'The Startup Blueprint').getByRole('button', { name: 'Get Free PDF' }).click()
	await expect(toast(page, 'Please sign in to download PDFs')).toBeVisible()
	await fillSignIn(page, person)
	await expect(page).toHaveURL('/#product-7')
	await expect(card(page, 'The Startup Blueprint')).toBeInViewport()
})

test(
	'without scripts there are content, prices, links, shelves and the category menu',
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
		await expect(page.getByText('nothing is counted')).toBeVisible()
		await context.close()
	},
)

test('offline, the next page says so in our words and opens once the connection is back', async ({
	page,
	context,
	allow,
}) => {
	// It is also looked for in the browser's own cache.
	allow(
		/ERR_INTERNET_DISCONNECTED|Failed to load resource|assets\/|healthz|terms$|favicon|fetching the script/,
	)
	await page.goto('/about')
	await ready(page)
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await context.setOffline(true)
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection to Headstart')
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByText('Still no answer')).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
	await expect(page).toHaveURL('/terms')
})

test('while the server is away a page says so, and Try again opens it once it is back', async ({
	page,
	allow,
}) => {
	allow(
		/ERR_CONNECTION_REFUSED|Failed to fetch dynamically|Failed to load resource|assets\/|healthz|refunds$|page-views|favicon|fetching the script/,
	)
	const own = await startShopProcess()
	try {
		await page.goto(`${own.url}/about`)
		await ready(page)
		await page.evaluate(async () => void (await navigator.serviceWorker.ready))
		await own.stop()
		await page.getByRole('contentinfo').getByRole('link', { name: 'Refunds' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection to Headstart')
		await own.restart()
		await page.getByRole('button', { name: 'Try again' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds')
	} finally {
		await own.dispose()
	}
})

const trader = {
	TRADER_NAME: 'Q&A "Guides" <Ltd>',
	TRADER_ADDRESS: '2 Quay Street, Leeds, LS1 4AA',
	TRADER_EMAIL: 'help@guides.test',
	TRADER_VAT_NUMBER: 'GB123456789',
	TRADER_ICO_NUMBER: 'ZA123456',
}

test('the legal pages show the owner’s settings, and no claim the owner has not confirmed', async ({
	page,
}) => {
	const own = await startShopProcess({
		...trader,
		CONFIRMED_MARKETING_CLAIMS: 'rating-cv-secrets, testimonial-2',
	})
	try {
		for (const path of ['/contact', '/privacy', '/terms']) {
			await page.goto(own.url + path)
			await ready(page)
			await expect(page.getByText('Sample details')).toHaveCount(0)
			const details = page.locator('main dl').filter({ hasText: 'VAT number' })
			for (const value of Object.values(trader)) await expect(details).toContainText(value)
			await expect(details).not.toContainText('Company number')
		}
		await expect(page.getByRole('link', { name: trader.TRADER_EMAIL }).first()).toHaveAttribute(
			'href',
			`mailto:${trader.TRADER_EMAIL}`,
		)
		await page.goto(`${own.url}/about`)
		await ready(page)
		await expect(page.getByText('How it began')).toHaveCount(0)
		// Reached without loading a document, so rendered in the browser.
		await page.getByRole('link', { name: 'Browse Premium Guides' }).click()
		await expect(card(page, 'CV Secrets')).toContainText('4.8 from 120 ratings')
		await expect(page.getByText(/downloads$/)).toHaveCount(0)
		await page.goto(own.url)
		await ready(page)
		await expect(page.getByText('I open the planner on Sundays', { exact: false })).toBeVisible()
		await expect(page.locator('blockquote')).toHaveCount(1)
		const html = await (await fetch(own.url)).text()
		expect(html).not.toMatch(/53 downloads|4\.9 from|bar job|Wei/)
		const lost = await (await fetch(`${own.url}/no-such-page`)).text()
		expect(lost).not.toContain('data-claim')
	} finally {
		await own.dispose()
	}
})

test('on a local run every claim is shown, and sample details say that they are', async ({ page }) => {
	await page.goto('/')
	await ready(page)
	await expect(page.locator('blockquote')).toHaveCount(3)
	await expect(card(page, 'Student Guide')).toContainText('53 downloads')
	await expect(card(page, 'Student Guide')).toContainText('4.9 from 48 ratings')
	await page.goto('/contact')
	await expect(page.getByText('Sample details')).toBeVisible()
})

/** A counting service on this machine. */
async function collector() {
	const bodies: string[] = []
	const port = await freePort()
	const server = createServer((request, response) => {
		let body = ''
		request.setEncoding('utf8').on('data', (part) => {
			body += part
		})
		request.on('end', () => {
			bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`)
			response.writeHead(202).end()
		})
	}).listen(port, '127.0.0.1')
	return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() }
}

test('a page view is its path and nothing more, and can be objected to', async ({ page }) => {
	const sent: { body: string | null; headers: Record<string, string> }[] = []
	page.on('request', (request) => {
		if (request.url().endsWith('/page-views'))
			sent.push({ body: request.postData(), headers: request.headers() })
	})
	await page.goto('/auth/confirm?token_hash=SECRET&type=signup#access_token=SECRET')
	await ready(page)
	await page.goto('/free?q=SECRET')
	await ready(page)
	await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
	await expect(page.getByText('Visits from this browser are counted.')).toBeVisible()
	await expect.poll(() => sent.map(({ body }) => body)).toEqual(['/auth/confirm', '/free', '/privacy'])
	for (const { headers } of sent) {
		expect(JSON.stringify(headers)).not.toContain('SECRET')
		expect(headers).not.toHaveProperty('cookie')
		expect(headers.referer ?? '').toBe('')
	}

	await page.getByRole('button', { name: 'Stop counting mine' }).click()
	await expect(page.getByText('Visits from this browser are not counted.')).toBeVisible()
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
	await page.goto('/about')
	await ready(page)
	expect(sent).toHaveLength(3)
	await page.goto('/privacy')
	await page.getByRole('button', { name: 'Count mine' }).click()
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect.poll(() => sent.map(({ body }) => body)).toHaveLength(4)
	expect(await page.context().cookies()).toEqual([])
})

test('Google hears of nothing before consent, refusing is as easy, and no request leaves the site', async ({
	page,
}) => {
	const google = await collector()
	const own = await startShopProcess({
		PAGE_VIEWS: 'google',
		GA_URL: google.url,
		GA_MEASUREMENT_ID: 'G-TEST1',
		GA_API_SECRET: 'secret',
	})
	const elsewhere: string[] = []
	page.on('request', (request) => {
		if (!request.url().startsWith(own.url)) elsewhere.push(request.url())
	})
	try {
		await page.goto(own.url)
		const banner = page.getByRole('region', { name: 'Counting page views' })
		const [no, yes] = [
			banner.getByRole('button', { name: /^No/ }),
			banner.getByRole('button', { name: /^Yes/ }),
		]
		await expect(no).toBeVisible()
		const [noBox, yesBox] = [await no.boundingBox(), await yes.boundingBox()]
		expect(noBox?.height).toBe(yesBox?.height)
		await no.click()
		await expect(banner).toHaveCount(0)
		await page.goto(`${own.url}/free`)
		await ready(page)
		await expect(banner).toHaveCount(0)
		expect(google.bodies).toEqual([])

		await page.goto(`${own.url}/privacy`)
		await page.getByRole('button', { name: 'Count mine' }).click()
		await page.goto(`${own.url}/about?secret=SECRET`)
		await expect.poll(() => google.bodies.length).toBe(1)
		expect(google.bodies[0]).toContain(`"page_location":"${own.url}/about"`)
		expect(google.bodies[0]).not.toMatch(/SECRET|HeadlessChrome/)
		expect(elsewhere).toEqual([])
	} finally {
		await own.dispose()
		google.close()
	}
})

test('a guide’s page prints in ink, without what can only be pressed', async ({ page }) => {
	await page.goto('/products/cv-secrets')
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(page.locator('body > header')).toBeHidden()
	await expect(page.locator('body > footer')).toBeHidden()
	await expect(page.getByRole('button', { name: 'Buy Now' })).toBeHidden()
	await expect(page.getByText('£14.99').first()).toBeVisible()
	expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(23, 34, 28)')
})

test('the first press of Tab offers the way past the header', async ({ page }) => {
	await page.goto('/premium')
	await ready(page)
	await page.keyboard.press('Tab')
	const skip = page.getByRole('link', { name: 'Skip to content' })
	await expect(skip).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.locator('#content')).toBeFocused()
})
