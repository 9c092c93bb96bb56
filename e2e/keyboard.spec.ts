import type { Locator, Page } from '@playwright/test'
import { bothScreens, expect, onlyLaptop, onlyPhone, test } from './journey.ts'
import { openLongShelf } from './long-shelf.ts'
import { buyCvSecrets } from './purchases.ts'
import { card, comeBackAs, ready, toast } from './sign-in.ts'

/** A mouse that moves or presses fails the journey. */
test.beforeEach(async ({ page }) => {
	await page.addInitScript(() => {
		for (const type of ['mousedown', 'touchstart'])
			addEventListener(type, () => console.error('a mouse was used'), { capture: true })
	})
})

const mostStops = 120

/** Presses Tab until the control has the focus, and checks at each stop that the focus is visible. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	for (let stop = 0; stop < mostStops; stop += 1) {
		await page.keyboard.press(key)
		// Waits for elements that are still moving or being scrolled to.
		await expect
			.poll(() => unseenFocus(page), { message: 'a stop where the focus cannot be seen', timeout: 1_500 })
			.toBeNull()
		if (await control.evaluate((element) => element === document.activeElement)) return
	}
	throw new Error(`not reached by ${key}: ${control}`)
}

/** Returns the focused element if its focus is not visible, or null. */
async function unseenFocus(page: Page): Promise<string | null> {
	return await page.evaluate(() => {
		const focused = document.activeElement
		if (focused === null || focused === document.body) return null
		// A field's ring surrounds the field with everything inside it.
		const ringed = [focused, focused.parentElement].some(
			(element) => element !== null && getComputedStyle(element).outlineStyle !== 'none',
		)
		const { top, bottom, width } = focused.getBoundingClientRect()
		const inView = bottom > 0 && top < window.innerHeight && width > 0
		return ringed && inView ? null : focused.outerHTML.slice(0, 200)
	})
}

/** Waits until the new page has taken the focus, which is not visible then. A Tab pressed earlier would be lost. */
async function arrivedAt(page: Page, path: string | RegExp): Promise<void> {
	await expect(page).toHaveURL(path)
	await expect(page.getByRole('main')).toBeFocused()
}

function shown(page: Page, name: string | RegExp): Locator {
	return page.getByRole('button', { name }).filter({ visible: true }).first()
}

test(
	'a free guide can be taken, from the home page to the file, with the keyboard alone',
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

test('a guide can be bought with the keyboard alone', async ({ page, shop, newMember }) => {
	await comeBackAs(page, shop, await newMember())
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
	const file = page.waitForEvent('download')
	await page.keyboard.press('Enter')
	await file
	await expect(page.getByText('Redirecting you back...')).toBeVisible()
	// The focus must not move elsewhere while the visitor is using Tab.
	await page.keyboard.press('Tab')
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
		expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
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
	'the category menu works with arrows and letters, and its type-ahead resets after a second',
	onlyLaptop,
	async ({ page }) => {
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
		expect(await colour(item('Finance'))).not.toBe(await colour(item('Money')))
		await page.keyboard.press('m')
		await expect(item('Money')).toBeFocused()
		// docs/specification.md section 9: within a second the letters add up, and nothing starts with "ma" here.
		await page.keyboard.press('a')
		await expect(item('Money')).toBeFocused()
		await page.waitForTimeout(1_050)
		await page.keyboard.press('a')
		await expect(item('Academic')).toBeFocused()
		await page.keyboard.press('Escape')
		await expect(trigger).toBeFocused()
		await page.keyboard.press('ArrowDown')
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL('/career')
	},
)

test(
	'the menu on a phone opens, follows links and closes with the keyboard alone',
	onlyPhone,
	async ({ page }) => {
		await page.goto('/about')
		await ready(page)
		const menu = page.locator('header summary').filter({ visible: true })
		await tabTo(page, menu)
		await page.keyboard.press('Enter')
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

test('arrows change the tabs; a message stays for four seconds and can be closed', async ({
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
	await page.keyboard.press('Home')
	await tabTo(page, page.getByLabel('Email'))
	await page.keyboard.type('nobody@student.test')
	await tabTo(page, page.getByLabel('Password', { exact: true }))
	await page.keyboard.type('not-the-password')
	await page.keyboard.press('Enter')
	const message = toast(page, 'Login failed')
	await expect(message).toBeVisible()
	const began = Date.now()
	await expect(message).toHaveCount(0)
	const stood = Date.now() - began
	expect(stood).toBeGreaterThan(3_000)
	expect(stood).toBeLessThan(6_500)

	await page.keyboard.press('Enter')
	await expect(message).toBeVisible()
	// Sonner's own shortcut moves the focus to its messages.
	await page.keyboard.press('Alt+KeyT')
	await tabTo(page, message.getByRole('button', { name: 'Close message' }))
	await page.keyboard.press('Enter')
	await expect(message).toHaveCount(0)
})

test('each page in the row of a product comes into view whole', onlyLaptop, async ({ page }) => {
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

test(
	'a review is written, corrected and left alone with the keyboard alone',
	onlyLaptop,
	async ({ page, shop, newMember }) => {
		const member = await newMember()
		await buyCvSecrets(shop, member.session)
		await comeBackAs(page, shop, member)
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
