import type { Page } from '@playwright/test'
import { expect, onlyPhone, test } from './journey.ts'
import { openPages } from './open-pages.ts'
import { buyCvSecrets } from './purchases.ts'
import { card, comeBackAs, ready } from './sign-in.ts'
import { expectTextFits } from './text-fits.ts'

const open = [
	...openPages,
	...['/finance', '/money', '/academic', '/no-such-page', '/categories/no-such-category'],
]
const members = [
	'/account',
	'/account/guides',
	'/auth/new-password',
	'/payment-success?session_id=cs_test_none',
]

/** Sets the browser's default font size, which is normally 16 pixels. */
async function setLetters(page: Page, pixels: number): Promise<void> {
	const settings = await page.context().newCDPSession(page)
	await settings.send('Page.enable')
	await settings.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

async function unfold(page: Page): Promise<void> {
	await page
		.getByRole('main')
		.locator('details')
		.evaluateAll((all) => {
			for (const details of all) details.setAttribute('open', '')
		})
}

for (const { name, width, letters } of [
	{ name: 'with letters twice their size', width: 390, letters: 32 },
	{ name: 'on the narrowest phone', width: 320, letters: 16 },
]) {
	test(`${name} no text is cut off or widens a page`, onlyPhone, async ({ page, shop, newMember, allow }) => {
		allow(/status of 404/)
		await page.setViewportSize({ width, height: 844 })
		await setLetters(page, letters)
		for (const path of open) {
			await page.goto(path)
			await ready(page)
			await unfold(page)
			await expectTextFits(page, path)
		}
		const member = await newMember()
		await buyCvSecrets(shop, member.session)
		await comeBackAs(page, shop, member)
		for (const path of members) {
			await page.goto(path)
			await expect(page).toHaveURL(path)
			await expect(
				page
					.getByRole('main')
					.getByRole('status')
					.filter({ hasText: /^Fetching/ }),
			).toHaveCount(0)
			await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Processing your purchase...')
			await unfold(page)
			await expectTextFits(page, path)
		}
	})

	test(`${name} the menu, the preview, the viewer and a message fit as well`, onlyPhone, async ({ page }) => {
		await page.setViewportSize({ width, height: 844 })
		await setLetters(page, letters)
		await page.goto('/money')
		await ready(page)
		const menu = page.locator('header summary').filter({ visible: true })
		await menu.click()
		await expectTextFits(page, 'menu')
		await menu.click()
		await page.getByRole('button', { name: /^Preview/ }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
		await expectTextFits(page, 'preview')
		await page.keyboard.press('Escape')

		await page.goto('/products/cv-secrets#05-evidence')
		await expect(page.getByRole('dialog')).toBeVisible()
		await expectTextFits(page, 'viewer')

		await page.goto('/free')
		await card(page, 'Student Guide').getByRole('button', { name: 'Get Free PDF' }).click()
		await page.locator('[data-sonner-toast]').hover()
		await expectTextFits(page, 'message')
	})
}
