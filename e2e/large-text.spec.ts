import { expect, onlyPhone, test } from './journey.ts'
import { card, ready } from './sign-in.ts'
import { expectLargeTextFits, unfold } from './text-fits.ts'

// `accessibility.spec.ts` checks large text on `openPages`.
const shelves = ['/finance', '/money', '/academic']
const members = [
	'/account',
	'/account/guides',
	'/auth/new-password',
	'/payment-success?session_id=cs_test_none',
]

test(
	'large text fits on shelves and on the pages of a user',
	onlyPhone,
	async ({ page, signedInBuyer, allow }) => {
		allow(/status of 404/)
		for (const path of shelves) {
			await page.goto(path)
			await ready(page)
			await unfold(page)
			await expectLargeTextFits(page, path)
		}
		await signedInBuyer()
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
			await expectLargeTextFits(page, path)
		}
	},
)

test('large text also fits in the menu, the preview, the viewer and a toast', onlyPhone, async ({ page }) => {
	await page.goto('/money')
	await ready(page)
	const menu = page.locator('header summary').filter({ visible: true })
	await menu.click()
	await expectLargeTextFits(page, 'menu')
	await menu.click()
	await page.getByRole('button', { name: /^Preview/ }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await expectLargeTextFits(page, 'preview')
	await page.keyboard.press('Escape')

	await page.goto('/products/cv-secrets#05-evidence')
	await expect(page.getByRole('dialog')).toBeVisible()
	await expectLargeTextFits(page, 'viewer')

	await page.goto('/free')
	await card(page, 'Student Guide').getByRole('button', { name: 'Get Free PDF' }).click()
	const message = page.locator('[data-sonner-toast]')
	// A toast stays while the pointer is over it.
	await message.hover()
	// It also stays while its tab is hidden, because it moves away from the pointer when the size of the screen changes.
	await page.evaluate(() => {
		Object.defineProperty(document, 'hidden', { value: true })
		document.dispatchEvent(new Event('visibilitychange'))
	})
	await expectLargeTextFits(page, 'message', () => message.hover())
})
