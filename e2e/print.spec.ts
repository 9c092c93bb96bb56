import type { Page } from '@playwright/test'
import { partners } from './combine.ts'
import { expect, onlyLaptop, onlyPhone, test } from './journey.ts'
import { ready } from './sign-in.ts'

/** Counts the page's pictures that have not loaded. */
function missing(page: Page): Promise<number> {
	return page
		.locator('main img')
		.evaluateAll(
			(pictures) =>
				pictures.filter((img) => !(img instanceof HTMLImageElement) || img.naturalWidth === 0).length,
		)
}

const waysToPrint = [
	[
		'after a beforeprint event',
		(page: Page) => page.evaluate(() => void dispatchEvent(new Event('beforeprint'))),
	],
	['with print styles alone', (page: Page) => page.emulateMedia({ media: 'print' })],
] as const

for (const [index, [way, print]] of waysToPrint.entries()) {
	test(`${way}, a page that was never scrolled prints with all its pictures`, onlyPhone, async ({ page }) => {
		for (const path of partners(
			['/', '/products/cv-secrets', '/products/budget-planner', '/premium'],
			index,
			waysToPrint.length,
		)) {
			await page.emulateMedia({ media: 'screen' })
			await page.goto(path)
			await ready(page)
			expect(await missing(page), `${path}, not scrolled yet`).toBeGreaterThan(0)
			await print(page)
			await expect.poll(() => missing(page), path).toBe(0)
		}
	})
}

test('a printed page has dark text and pictures, but no buttons', onlyPhone, async ({ page }) => {
	await page.goto('/')
	await ready(page)
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0)
	await expect(page.getByRole('main').getByRole('link', { name: 'Get Free Resources' })).toBeHidden()
	// Simulates a tab that is printed before it was ever shown.
	await page.evaluate(() => delete document.documentElement.dataset.painted)
	await expect(page.locator('main img').last()).toBeVisible()
})

test('a product page prints in dark ink and without controls', async ({ page }) => {
	await page.goto('/products/cv-secrets')
	await expect(page).toHaveURL('/products/cv-secrets')
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(page.locator('body > header')).toBeHidden()
	await expect(page.locator('body > footer')).toBeHidden()
	await expect(page.getByRole('button', { name: 'Buy Now' })).toBeHidden()
	await expect(page.locator('.enlarge').first()).toBeHidden()
	for (const empty of await page.locator('.page-fan > .leaf').all()) await expect(empty).toBeHidden()
	await expect(page.getByText('£14.99').first()).toBeVisible()
	await expect(page.getByRole('cell', { name: '3-Template-clear.docx' })).toBeVisible()
	expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(23, 34, 28)')
})

test('a printed receipt has a letterhead, the buyer, the payment and a contact, and nothing else is printed', async ({
	page,
	signedInBuyer,
}) => {
	const member = await signedInBuyer()
	await page.goto('/account/guides')
	await expect(page).toHaveURL('/account/guides')
	await page.getByRole('link', { name: 'Receipt for CV Secrets' }).press('Enter')
	const summary = page.locator('.receipt summary')
	await expect(summary).toHaveCSS('outline-style', 'solid')
	await page.emulateMedia({ media: 'print' })
	await expect(summary).toHaveCSS('outline-style', 'none')
	const printed = await page.locator('.receipt button').evaluate(
		(button: HTMLButtonElement) =>
			new Promise<{ text: string; icons: number }>((resolve) => {
				window.print = () =>
					resolve({
						// biome-ignore lint/performance/useDomNodeTextContent: `textContent` has what is not printed, too
						text: document.body.innerText,
						icons: [...document.querySelectorAll('summary svg')].filter((icon) => icon.checkVisibility())
							.length,
					})
				button.click()
			}),
	)
	expect(printed.icons).toBe(0)
	expect(printed.text).toMatch(/^Headstart\s+Receipt\s+Receipt\s+HS-\d{6}\s+Buyer\s/)
	for (const part of [
		member.email,
		'CV Secrets No One Tells You',
		'£14.99 in total',
		member.checkoutSessionId,
		'Sold by\n',
		/Questions about this receipt\? Write to \S+@\S+ and quote HS-\d{6}\.$/,
	])
		expect(printed.text).toMatch(part)
	// Phones print after `window.print()` has returned.
	const letterhead = page.getByRole('heading', { level: 3, name: 'Receipt' })
	await expect(letterhead).toBeVisible()
	await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
	await expect(letterhead).toBeHidden()

	// The browser's own print, at the address of the receipt, as in the email about it.
	await page.evaluate(() => void dispatchEvent(new Event('beforeprint')))
	await expect(letterhead).toBeVisible()
	await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
	expect((await letterhead.boundingBox())?.y).toBeLessThan(40)
	// The width of A4 between margins of a centimetre.
	await page.setViewportSize({ width: 718, height: 1000 })
	const reference = page.getByRole('definition').filter({ hasText: member.checkoutSessionId })
	expect((await reference.boundingBox())?.height).toBeLessThan(30)
	await expect(page.getByRole('listitem').filter({ has: letterhead })).toHaveCSS('border-bottom-width', '0px')
})

test('a guide that is read online prints its edition and chapters, without links back or hints for the browser', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/read/student-guide')
	await expect(page).toHaveURL('/read/student-guide')
	const main = page.getByRole('main')
	await expect(main.getByRole('link', { name: 'Your guides' }).first()).toBeVisible()
	await page.emulateMedia({ media: 'print' })
	await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(main.getByText(/^Edition of/)).toBeVisible()
	await expect(main.getByText('opens without a connection')).toBeHidden()
	await expect(main.getByRole('link', { name: 'Your guides' }).filter({ visible: true })).toHaveCount(0)
	await expect(main.getByRole('link', { name: 'Drink, drugs and spiking' })).toHaveCSS(
		'text-decoration-line',
		'none',
	)
})

test(
	'the printed list of guides is as wide as the paper, without controls',
	onlyLaptop,
	async ({ page, signedInBuyer }) => {
		await signedInBuyer()
		await page.goto('/account/guides')
		await expect(page).toHaveURL('/account/guides')
		const guide = page.locator('.guide-list li').first()
		await expect(guide.getByRole('link', { name: 'Read online' })).toBeVisible()
		await page.emulateMedia({ media: 'print' })
		expect((await guide.boundingBox())?.width).toBeGreaterThan(1_000)
		await expect(page.getByRole('main').getByRole('link').filter({ visible: true })).toHaveCount(0)
		await expect(page.getByText('Not yours yet')).toBeHidden()
	},
)

test('both versions of the CV are printed, and pages of a guide in their own shape', async ({ page }) => {
	await page.goto('/')
	await ready(page)
	await page.emulateMedia({ media: 'print' })
	const versions = page.locator('.compared > div:not(.compared-line)')
	await expect(versions).toHaveCount(2)
	for (const version of await versions.all()) await expect(version).toHaveCSS('clip-path', 'none')
	await expect(page.locator('.compared-line')).toBeHidden()
	await page.goto('/products/cv-secrets')
	await ready(page)
	const shape = await page
		.locator('.page-row picture')
		.first()
		.evaluate((picture) => picture.getBoundingClientRect().height / picture.getBoundingClientRect().width)
	expect(shape).toBeCloseTo(1810 / 1280, 2)
})
