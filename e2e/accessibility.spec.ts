import {
	expectAccessible,
	expectGoodOnEveryScreen,
	expectGoodPage,
	expectGoodScreen,
	expectWithinWidth,
} from './good-page.ts'
import { bothScreens, expect, test } from './journey.ts'
import { openPages } from './open-pages.ts'
import { card, fillSignIn, ready, toast } from './sign-in.ts'
import { expectLargeTextFits, unfold } from './text-fits.ts'

/** How many tests the pages are divided among. Each opens a new browser context, which takes as long as checking a short page. */
const groups = 4

for (let group = 0; group < groups; group += 1) {
	const paths = openPages.filter((_, index) => index % groups === group)
	test(`these pages are accessible on every screen, in light and in dark, and with large text: ${paths.join(', ')}`, async ({
		page,
	}) => {
		test.slow()
		for (const path of paths) {
			await page.goto(path)
			await expect(page).toHaveURL(path)
			await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
			await expectGoodOnEveryScreen(page, path)
			await ready(page)
			await unfold(page)
			await expectLargeTextFits(page, path)
		}
	})
}

test('“not found” pages are accessible on every screen, in light and in dark, and with large text', async ({
	page,
	allow,
}) => {
	allow(/status of 404/)
	for (const path of ['/no-such-page', '/categories/no-such-category']) {
		await page.goto(path)
		await expectGoodOnEveryScreen(page, path)
		await ready(page)
		await expectLargeTextFits(page, path)
	}
})

test('the menus, the preview and the toasts are accessible', bothScreens, async ({ page }) => {
	await page.goto('/money')
	const menu = page.locator('header summary, header [aria-haspopup="menu"]').filter({ visible: true }).first()
	await menu.click()
	await expect(
		page.locator('header').getByText('Academic', { exact: true }).filter({ visible: true }),
	).toBeVisible()
	await expectGoodScreen(page, 'menu open')

	await page.goto('/money')
	const preview = page.getByRole('button', { name: /^Preview/ })
	await preview.click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await expectGoodScreen(page, 'preview open')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(preview).toBeFocused()

	await page.goto('/free')
	await card(page, 'Student Guide').getByRole('button', { name: 'Get Free PDF' }).click()
	await expect(toast(page, 'Please sign in to download PDFs')).toBeVisible()
	await expect(page.locator('[aria-live="polite"]')).toContainText('Please sign in to download PDFs')
	await expectGoodScreen(page, 'sent to sign in')
})

test('the viewer and the film are accessible', async ({ page }) => {
	test.slow()
	await page.goto('/products/budget-planner')
	await expect(page.locator('html')).toHaveAttribute('data-ready', '')
	await page.locator('[data-opens="02-dashboard"]').click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).toBeVisible()
	await expectGoodPage(page, 'viewer open')
	await dialog.getByRole('button', { name: 'Enlarge' }).click()
	await expect(dialog.getByRole('button', { name: 'Whole page' })).toBeVisible()
	await expectGoodPage(page, 'viewer enlarged')
	// The film comes after the cover.
	await page.keyboard.press('Home')
	await dialog.getByRole('button', { name: 'Next' }).click()
	await expect(dialog.locator('video')).toBeVisible()
	await expectGoodPage(page, 'viewer with the film')
	await page.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)

	await page.getByRole('link', { name: /^Play the film/ }).click()
	await expect(page.getByRole('main').getByRole('button', { name: 'Pause' })).toBeFocused()
	const transcript = page.getByText('Read the transcript instead')
	if (await transcript.isVisible()) await transcript.click()
	await expectGoodPage(page, 'film playing, transcript open')
})

test('every state of the sign-in page is accessible', async ({ page, person, allow }) => {
	allow(/status of 400/)
	await page.goto('/auth')
	await fillSignIn(page, { email: person.email, password: 'not-the-password' })
	await expect(toast(page, 'Login failed')).toBeVisible()
	const password = page.getByLabel('Password', { exact: true })
	await expect(password).toBeFocused()
	await expect(password).toHaveAccessibleDescription(/don’t match/)
	await expectGoodPage(page, 'wrong password')

	await page.getByRole('tab', { name: 'Sign In' }).press('ArrowRight')
	await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
	await expect(page.getByPlaceholder('Create a password (min 6 characters)')).toBeVisible()
	await expectGoodPage(page, 'signing up')

	const form = page.getByRole('tabpanel')
	const long = `${'amarachukwu-oluwaseun'.repeat(2)}.${Date.now()}@${'postgraduate-admissions'.repeat(2)}.test`
	await form.getByLabel('Display name').fill('Amarachukwu-Oluwaseun Featherstonehaugh')
	await form.getByLabel('Email').fill(long)
	await form.getByLabel('Password', { exact: true }).fill(person.password)
	await form.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
	await expectGoodPage(page, 'mail on its way to a very long address')
})

test('the pages of a signed-in user are accessible', async ({ page, signedInMember, allow }) => {
	test.slow()
	allow(/status of 404/)
	await signedInMember()
	await page.goto('/account/guides')
	await expect(page.getByRole('link', { name: 'Free guides' })).toBeVisible()
	await expectGoodPage(page, 'no guides yet')

	await page.goto('/products/student-guide')
	await page.getByRole('button', { name: 'Get Free PDF' }).first().click()
	await page.bringToFront()
	await expect(page.getByText('Acquired', { exact: true })).toBeVisible()
	await expectGoodPage(page, 'guide acquired')

	await page.goto('/account/guides')
	await expect(page.getByRole('button', { name: 'Download Student Guide' })).toBeVisible()
	await expectGoodPage(page, 'one guide')

	await page.goto('/payment-success?session_id=cs_test_somebody')
	await expect(page).toHaveURL('/payment-success?session_id=cs_test_somebody')
	await expect(page.getByRole('heading', { name: 'We couldn’t find this purchase' })).toBeVisible()
	await expectGoodPage(page, 'purchase not found')
})

test('the checkout and the success page are accessible', async ({ page, signedInMember, allow }) => {
	test.slow()
	allow(/status of 402/)
	await signedInMember()
	await page.goto('/')
	await ready(page)
	await card(page, 'Student Budget Planner').getByRole('button', { name: 'Buy for £5.99' }).click()
	await page.waitForURL(/\/checkout\/cs_/)
	await expectAccessible(page, 'checkout')
	await page.getByLabel('Card number').fill('4000 0000 0000 0002')
	await page.getByLabel(/Expiry/).fill('12 / 34')
	await page.getByLabel(/Security code|CVC/).fill('123')
	await page.getByLabel(/^Name/).fill('Amara Okafor')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: /^Pay/ }).click()
	await expect(page.getByText(/declined/i).first()).toBeVisible()
	await expectAccessible(page, 'card declined')
	await expectWithinWidth(page, 'card declined')

	await page.getByLabel('Card number').fill('4242 4242 4242 4242')
	await page.getByLabel(/Expiry/).fill('12 / 34')
	await page.getByLabel(/Security code|CVC/).fill('123')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: /^Pay/ }).click()
	await page.getByRole('button', { name: 'Stay here' }).press('Enter')
	await expect(page.getByRole('main')).toBeFocused()
	await expectGoodPage(page, 'bought')
	await page.goto('/products/budget-planner')
	await expect(page.getByText('Already Purchased')).toBeVisible()
	await expectGoodPage(page, 'already purchased')
})

test('the keyboard can skip to the content, and focus is always visible', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/')
	await ready(page)
	await page.keyboard.press('Tab')
	const skip = page.getByRole('link', { name: 'Skip to content' })
	await expect(skip).toBeFocused()
	await expect(skip).toBeInViewport()

	const stop = () =>
		page.evaluate(() => {
			const focused = document.activeElement
			if (focused === null || focused === document.body) return null
			const { top, bottom } = focused.getBoundingClientRect()
			const ringed = getComputedStyle(focused).outlineStyle !== 'none'
			const seen = ringed && bottom > 0 && top < window.innerHeight
			return { name: focused.textContent?.trim() ?? '', seen }
		})
	for (let step = 0; step < 60; step += 1) {
		await page.keyboard.press('Tab')
		if ((await stop()) === null) break
		// Polled, because the browser may still be scrolling to it.
		await expect.poll(stop, 'a stop where the focus cannot be seen').toMatchObject({ seen: true })
	}

	const menu = page.locator('header summary').filter({ visible: true }).last()
	const signOut = page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true })
	if ((await signOut.count()) === 0) await menu.click()
	await signOut.press('Enter')
	await expect(page.locator('[aria-live="polite"]')).toContainText('You’re signed out')
	await expect(page.getByRole('main')).toBeFocused()
})
