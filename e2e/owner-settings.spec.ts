import { expect, test } from './journey.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { card, ready } from './sign-in.ts'

const trader = {
	TRADER_NAME: 'Q&A "Guides" <Ltd>',
	TRADER_ADDRESS: '2 Quay Street, Leeds, LS1 4AA',
	TRADER_EMAIL: 'help@guides.test',
	TRADER_VAT_NUMBER: 'GB123456789',
	TRADER_ICO_NUMBER: 'ZA123456',
}

test('the legal pages show the owner’s settings, and no unconfirmed marketing claim', async ({ page }) => {
	// Starting another shop takes long on a busy machine.
	test.slow()
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
		// Opened by a link, so it is rendered in the browser.
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
		expect(lost).not.toContain('data-marketing-claim')
	} finally {
		await own.dispose()
	}
})

test('on a local run every marketing claim is shown, and sample details are marked as such', async ({
	page,
}) => {
	await page.goto('/')
	await ready(page)
	await expect(page.locator('blockquote')).toHaveCount(3)
	await expect(card(page, 'Student Guide')).toContainText('53 downloads')
	await expect(card(page, 'Student Guide')).toContainText('4.9 from 48 ratings')
	await page.goto('/contact')
	await expect(page.getByText('Sample details')).toBeVisible()
})

test('without profiles the footer offers to tell a friend', async ({ page }) => {
	await page.goto('/about')
	await expect(page).toHaveURL('/about')
	const footer = page.getByRole('contentinfo')
	await expect(footer.getByRole('navigation', { name: 'Tell a friend' }).getByRole('link')).toHaveCount(4)
	await expect(footer.getByRole('heading', { name: 'Follow us' })).toHaveCount(0)
})

test.describe('a shop with profiles', () => {
	let shop: ShopProcess
	test.beforeAll(async () => {
		shop = await startShopProcess({
			SOCIAL_LINKS: 'https://www.tiktok.com/@headstart?lang=en&x="1",https://www.instagram.com/headstart',
		})
	})
	test.afterAll(async () => await shop.dispose())

	const profiles = [
		{ name: 'Instagram', address: 'https://www.instagram.com/headstart' },
		{ name: 'TikTok', address: 'https://www.tiktok.com/@headstart?lang=en&x="1"' },
	]

	for (const javaScriptEnabled of [true, false]) {
		test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
			test.use({ javaScriptEnabled })
			test('links to them and to no other network', async ({ page }) => {
				await page.goto(`${shop.url}/about`)
				await expect(page).toHaveURL(`${shop.url}/about`)
				if (javaScriptEnabled) await expect(page.locator('html')).toHaveAttribute('data-ready', '')
				const footer = page.getByRole('contentinfo')
				const links = footer.getByRole('navigation', { name: 'Follow us' }).getByRole('link')
				await expect(links).toHaveText(profiles.map(({ name }) => name))
				for (const [index, { address }] of profiles.entries())
					await expect(links.nth(index)).toHaveAttribute('href', address)
				await expect(footer.getByRole('heading', { name: 'Tell a friend' })).toHaveCount(0)
			})
		})
	}
})
