import type { Locator, Page } from '@playwright/test'
import { bothScreens, expect, onlyLaptop, test } from './journey.ts'
import { arrivedAt, forbidMouse, tabTo, unseenFocus } from './keyboard.ts'
import { openLongShelf } from './long-shelf.ts'
import { card, ready } from './sign-in.ts'

test.beforeEach(async ({ page }) => await forbidMouse(page))

function shown(page: Page, name: string | RegExp): Locator {
	return page.getByRole('button', { name }).filter({ visible: true }).first()
}

test(
	'a free guide can be found and downloaded with the keyboard alone',
	bothScreens,
	async ({ page, person }) => {
		await page.goto('/')
		await ready(page)
		await page.keyboard.press('Tab')
		await page.keyboard.press('Enter')
		await expect(page.getByRole('main')).toBeFocused()
		await tabTo(page, page.getByRole('link', { name: 'Get Free Resources' }))
		await page.keyboard.press('Enter')
		await arrivedAt(page, '/free')
		const toContent = page.getByRole('link', { name: 'Skip to content' })
		await tabTo(page, toContent, 'Shift+Tab')
		const focused = await page.evaluateHandle(() => {
			const names: string[] = []
			addEventListener('focusin', ({ target }) => names.push(target instanceof Element ? target.id : ''))
			return names
		})
		await page.keyboard.press('Enter')
		await expect(page.getByRole('main')).toBeFocused()
		expect(await focused.jsonValue()).toEqual(['content'])
		await tabTo(page, card(page, 'Student Guide').getByRole('button', { name: 'Get Free PDF' }))
		await page.keyboard.press('Enter')
		await arrivedAt(page, '/auth?redirect=/get/student-guide&tab=sign-up')

		await tabTo(page, page.getByRole('tab', { name: 'Sign Up' }))
		await page.keyboard.press('ArrowLeft')
		await tabTo(page, page.getByLabel('Email'))
		await page.keyboard.type(person.email)
		await tabTo(page, page.getByLabel('Password', { exact: true }))
		await page.keyboard.type(person.password)
		const download = page.waitForEvent('download')
		await page.keyboard.press('Enter')
		await arrivedAt(page, '/get/student-guide')
		await download
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student Guide is yours')
		const button = page.getByRole('main').getByRole('button')
		await tabTo(page, button)
		const file = page.context().waitForEvent('response', (answer) => answer.url().includes('.pdf?token='))
		await page.keyboard.press('Enter')
		expect((await file).status()).toBe(200)
		await page.bringToFront()
		await expect(button).toHaveText(/^Download/)
		await expect(button).toBeFocused()
	},
)

test('a guide can be bought with the keyboard alone', async ({ page, signedInMember }) => {
	await signedInMember()
	await page.goto('/products/cv-secrets')
	await ready(page)
	await tabTo(page, shown(page, 'Buy Now'))
	await page.keyboard.press('Space')
	await page.waitForURL(/\/checkout\/cs_/)
	for (const [field, value] of [
		['Card number', '4242424242424242'],
		[/Expiry/, '1234'],
		[/Security code|CVC/, '123'],
		[/^Name/, 'Amara Okafor'],
	] as const) {
		await tabTo(page, page.getByLabel(field))
		await page.keyboard.type(value)
	}
	await tabTo(page, page.getByRole('checkbox'))
	await page.keyboard.press('Space')
	await tabTo(page, page.getByRole('button', { name: /^Pay/ }))
	// Looked for often and from the press on, because the page redirects after three seconds.
	const redirects = () => page.getByText('Redirecting you back...').isVisible()
	await Promise.all([
		page.waitForEvent('download'),
		expect.poll(redirects, { intervals: [100] }).toBe(true),
		page.keyboard.press('Enter'),
	])
	// Moving the focus stops the redirect too, because a screen reader can move it without the page receiving a key press.
	await page.getByRole('main').getByRole('button', { name: 'Download CV Secrets' }).focus()
	await expect(page.getByText('Redirecting you back...')).toBeHidden()
	await tabTo(page, page.getByRole('main').getByRole('link', { name: 'your guides' }))
	await page.keyboard.press('Enter')
	await arrivedAt(page, '/account/guides')
	const download = page.getByRole('button', { name: 'Download CV Secrets' })
	await expect(download).toBeVisible()
	await tabTo(page, download)
})

test('guides can be searched for, filtered and previewed with the keyboard alone', async ({ page }) => {
	await openLongShelf(page, 'Premium')
	await tabTo(page, page.getByRole('searchbox'))
	await page.keyboard.type('interview')
	await expect(page).toHaveURL(/\?q=interview$/)
	await tabTo(page, page.getByLabel('Category'))
	await page.keyboard.type('Car')
	await expect(page).toHaveURL(/category=career/)
	const preview = page.getByRole('button', { name: /^Preview Be the 1%.* 0$/ })
	await tabTo(page, preview)
	await page.keyboard.press('Enter')
	const dialog = page.getByRole('dialog')
	await expect(dialog).toBeVisible()
	for (let stop = 0; stop < 4; stop += 1) {
		await page.keyboard.press('Tab')
		await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
		await expect.poll(() => unseenFocus(page)).toBeNull()
	}
	await page.keyboard.press('Escape')
	await expect(preview).toBeFocused()
	await tabTo(page, page.getByRole('button', { name: 'Show all' }), 'Shift+Tab')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/premium')
	await expect(page.getByRole('searchbox')).toBeFocused()
})

test(
	'a review can be published, and an edit cancelled, with the keyboard alone',
	onlyLaptop,
	async ({ page, signedInBuyer }) => {
		await signedInBuyer()
		await page.goto('/products/cv-secrets')
		await ready(page)
		const form = page.getByRole('region', { name: 'Your review' })
		const publish = form.getByRole('button', { name: 'Publish your review' })
		await publish.waitFor()
		await tabTo(page, publish)
		await page.keyboard.press('Enter')
		const firstStar = form.getByRole('radio', { name: '1 star' })
		await expect(firstStar).toBeFocused()
		await expect(firstStar).toHaveAccessibleDescription('Please choose one to five stars.')
		await page.keyboard.press('ArrowRight')
		await tabTo(page, publish)
		await page.keyboard.press('Enter')
		const heading = form.getByRole('heading', { name: 'Your review' })
		await expect(heading).toBeFocused()
		await tabTo(page, form.getByRole('button', { name: 'Edit your review' }))
		await page.keyboard.press('Enter')
		await expect(heading).toBeFocused()
		await tabTo(page, form.getByRole('button', { name: 'Cancel' }))
		await page.keyboard.press('Enter')
		await expect(heading).toBeFocused()
		await expect(form.getByRole('img', { name: '2 out of 5 stars' })).toBeVisible()
	},
)
