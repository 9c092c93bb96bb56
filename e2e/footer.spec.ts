import { expect, test } from './journey.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

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
