import type { Locator, Page } from '@playwright/test'
import { expect, onlyLaptop, onlyPhone, test } from './journey.ts'
import { forbidMouse, tabTo, unseenFocus } from './keyboard.ts'
import { ready, toast } from './sign-in.ts'

test.beforeEach(async ({ page }) => await forbidMouse(page))

test('the category menu can be used with arrow keys and letters', onlyLaptop, async ({ page }) => {
	await page.goto('/about')
	await ready(page)
	await tabTo(page, page.locator('header').getByText('Categories', { exact: true }))
	const trigger = page.locator('header [aria-haspopup="menu"]')
	await expect(trigger).toBeFocused()
	await page.keyboard.press('Enter')
	const item = (name: string) => page.getByRole('menuitem', { name })
	await expect(item('Career')).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect(item('Finance')).toBeFocused()
	const colour = (locator: Locator) =>
		locator.evaluate((element) => getComputedStyle(element).backgroundColor)
	await expect.poll(() => colour(item('Finance'))).not.toBe(await colour(item('Money')))
	// Forced colours remove the background that shows the focus, so a ring shows it.
	await page.emulateMedia({ forcedColors: 'active' })
	await expect(item('Finance')).toHaveCSS('outline-style', 'solid')
	await page.emulateMedia({ forcedColors: null })
	// docs/specification.md section 9: letters typed within a second are one search, and no category starts with "ma".
	await page.keyboard.type('ma')
	await expect(item('Money')).toBeFocused()
	// The second may end late, and each press begins another one.
	await expect(async () => {
		await page.waitForTimeout(1_500)
		await page.keyboard.press('a')
		await expect(item('Academic')).toBeFocused({ timeout: 1_000 })
	}).toPass()
	await page.keyboard.press('Escape')
	await expect(trigger).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect(item('Career')).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/career')
})

test(
	'the menu on a phone opens, follows links and closes with the keyboard alone',
	onlyPhone,
	async ({ page }) => {
		await page.goto('/about')
		await ready(page)
		const menu = page.locator('header summary').filter({ visible: true })
		await tabTo(page, menu)
		await page.keyboard.press('Enter')
		await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
		await tabTo(page, page.locator('header').getByRole('link', { name: 'Money' }).filter({ visible: true }))
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL('/money')
		await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
	},
)

test('the viewer opens, changes pictures and closes with the keyboard alone', async ({ page }) => {
	await page.goto('/products/student-guide')
	await ready(page)
	const thumbnail = page.locator('[data-opens]').first()
	await tabTo(page, thumbnail)
	await page.keyboard.press('Enter')
	const dialog = page.getByRole('dialog')
	await expect(dialog).toBeVisible()
	await tabTo(page, dialog.getByRole('button', { name: 'Previous' }))
	await page.keyboard.press('Enter')
	const counter = dialog.getByRole('status')
	const [, all = ''] = /of (\d+)/.exec((await counter.textContent()) ?? '') ?? []
	await expect(counter).toContainText(`${all} of ${all}`)
	await tabTo(page, dialog.getByRole('button', { name: 'Next' }))
	await page.keyboard.press('Space')
	await expect(counter).toContainText(`1 of ${all}`)
	await tabTo(page, dialog.getByRole('button', { name: 'Close' }))
	await page.keyboard.press('Enter')
	await expect(thumbnail).toBeFocused()
})

test('arrow keys switch tabs, and a toast can be closed before its four seconds end', async ({
	page,
	allow,
}) => {
	allow(/status of 400/)
	await page.goto('/auth')
	await ready(page)
	await tabTo(page, page.getByRole('tab', { name: 'Sign In' }))
	await page.keyboard.press('ArrowRight')
	await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
	await expect.poll(() => unseenFocus(page)).toBeNull()
	await page.emulateMedia({ forcedColors: 'active' })
	await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveCSS('border-bottom-width', '2px')
	await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveCSS('border-bottom-width', '0px')
	await page.emulateMedia({ forcedColors: null })
	await page.keyboard.press('Home')
	await tabTo(page, page.getByLabel('Email'))
	await page.keyboard.type('nobody@student.test')
	await tabTo(page, page.getByLabel('Password', { exact: true }))
	await page.keyboard.type('not-the-password')
	const stood = timeOfToast(page)
	await page.keyboard.press('Enter')
	const message = toast(page, 'Login failed')
	await expect(message).toBeVisible()
	await expect(message).toHaveCount(0)
	expect(await stood).toBeGreaterThan(3_000)
	expect(await stood).toBeLessThan(6_500)

	await page.keyboard.press('Enter')
	await expect(message).toBeVisible()
	// Sonner's own shortcut moves the focus to its toasts.
	await page.keyboard.press('Alt+KeyT')
	await tabTo(page, message.getByRole('button', { name: 'Close message' }))
	await page.keyboard.press('Enter')
	await expect(message).toHaveCount(0)
})

/** Returns how long the next toast stays, in milliseconds. The page itself measures it, because the journey may look late. */
async function timeOfToast(page: Page): Promise<number> {
	return await page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let began: number | undefined
				const changes = new MutationObserver(() => {
					if (document.querySelector('[data-sonner-toast]') !== null) began ??= performance.now()
					else if (began !== undefined) {
						changes.disconnect()
						resolve(performance.now() - began)
					}
				})
				changes.observe(document.body, { childList: true, subtree: true })
			}),
	)
}

test('a focused page preview scrolls fully into view', onlyLaptop, async ({ page }) => {
	await page.goto('/products/cv-secrets')
	await ready(page)
	const pages = page.getByRole('list', { name: 'Pages to look at' }).getByRole('link')
	for (const link of await pages.all()) {
		await tabTo(page, link)
		await expect
			.poll(() =>
				link.evaluate((element) => {
					const [own, row] = [element, element.closest('ul')].map((box) => box?.getBoundingClientRect())
					return own !== undefined && row !== undefined && own.left >= row.left && own.right <= row.right
				}),
			)
			.toBe(true)
	}
})
