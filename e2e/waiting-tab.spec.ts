import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { ready } from './sign-in.ts'

for (const { theme, paper, ink } of [
	{ theme: 'light', paper: 'rgb(251, 248, 241)', ink: 'rgb(23, 34, 28)' },
	{ theme: 'dark', paper: 'rgb(14, 23, 18)', ink: 'rgb(237, 231, 218)' },
]) {
	test(`in the ${theme} theme, the tab that waits for a guide looks like the site, and then shows the guide`, async ({
		page,
		signedInMember,
		context,
	}) => {
		await signedInMember()
		// The theme chosen on the page differs from the system's.
		await page.evaluate((chosen) => localStorage.setItem('headstart-theme', chosen), theme)
		await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
		await page.goto('/products/student-guide')
		await ready(page)
		// The page's own `fetch` holds the requests back, because Playwright's routing would also block the new tab.
		await page.evaluate(() => {
			const real = window.fetch
			window.fetch = async (input, init) => {
				const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin)
				const isLink = init?.method === 'POST' && pathname.startsWith('/storage/v1/object/sign/')
				if (isLink) await new Promise((resolve) => addEventListener('let-go', resolve, { once: true }))
				return await real(input, init)
			}
		})
		const opened = context.waitForEvent('page')
		await page.getByRole('button', { name: 'Get Free PDF' }).first().click()
		const tab = await opened
		const heading = tab.getByRole('heading', { level: 1 })
		await expect(heading).toHaveText('Opening Student Guide')
		await expect(tab).toHaveTitle('Opening Student Guide · Headstart')
		await expect(tab.getByText('Headstart', { exact: true })).toBeVisible()
		await expect(heading).toHaveCSS('font-family', /^"Bricolage Grotesque"/)
		await expect(tab.locator('body')).toHaveCSS('background-color', paper)
		await expect(heading).toHaveCSS('color', ink)
		await expect
			.poll(() => tab.evaluate(() => document.fonts.check('700 34px "Bricolage Grotesque"')))
			.toBe(true)
		await expectGoodPage(tab, 'waiting for the guide')

		await page.bringToFront()
		const file = context.waitForEvent('response', (answer) => answer.url().includes('.pdf?token='))
		await page.evaluate(() => dispatchEvent(new Event('let-go')))
		expect((await file).status()).toBe(200)
	})
}
