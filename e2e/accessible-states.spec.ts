import type { Page } from '@playwright/test'
import {
	expectAccessible,
	expectGoodOnEveryScreen,
	expectGoodPage,
	expectGoodScreen,
	expectWithinWidth,
} from './good-page.ts'
import { bothScreens, expect, test } from './journey.ts'
import { openCheckout } from './purchases.ts'
import { comeBackAs, ready } from './sign-in.ts'

function heading(page: Page) {
	return page.getByRole('heading', { level: 1 })
}

test('every stage of waiting on the success page is accessible', async ({ page, shop, newMember, allow }) => {
	test.slow()
	allow(/status of 500/)
	const member = await newMember()
	const checkoutSessionId = await openCheckout(shop, member.session)
	await comeBackAs(page, shop, member)
	// As long as its request is not answered, the page stays at the first stage.
	await page.route('**/functions/v1/confirm-payment', () => {})
	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	await expect(page).toHaveURL(`/payment-success?session_id=${checkoutSessionId}`)
	await expect(heading(page)).toHaveText('Processing your purchase...')
	await expectGoodPage(page, 'processing')
	await page.unroute('**/functions/v1/confirm-payment')

	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	await expect(page).toHaveURL(`/payment-success?session_id=${checkoutSessionId}`)
	await expect(heading(page)).toHaveText('Waiting for your bank to confirm')
	await expectGoodPage(page, 'waiting')

	await page.clock.install()
	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	await expect(page).toHaveURL(`/payment-success?session_id=${checkoutSessionId}`)
	await expect
		.poll(
			async () => {
				await page.clock.fastForward(10_000)
				return heading(page).textContent()
			},
			{ timeout: 60_000, intervals: [150] },
		)
		.toBe('Your payment is still being confirmed')
	await expectGoodOnEveryScreen(page, 'still waiting')

	await page.route('**/functions/v1/confirm-payment', (route) =>
		route.fulfill({ status: 500, headers: { 'x-request-id': 'made-up-500' }, json: {} }),
	)
	await page.getByRole('button', { name: 'Check again' }).click()
	await expect(heading(page)).toHaveText('We couldn’t check just now')
	await expectGoodPage(page, 'not checked, with its message')
})

test('the list of guides is accessible with a receipt open, and when the guides could not be loaded', async ({
	page,
	signedInBuyer,
	allow,
}) => {
	allow(/status of 500/)
	await signedInBuyer()
	await page.route('**/rest/v1/downloads?*', (route) =>
		route.fulfill({ json: [{ catalogue_id: '2', edition: '2025-01-05', at: '2025-02-01T10:00:00+00:00' }] }),
	)
	await page.goto('/account/guides')
	await expect(page.getByText('New edition', { exact: true })).toBeVisible()
	await expect(page.getByText('in the edition of 5 January 2025.')).toBeVisible()
	await page.getByRole('button', { name: 'Every file by itself of CV Secrets' }).click()
	await expect(page.getByRole('button', { name: /^PDF, \d+ kB.*CV guide/ })).toBeVisible()
	await page.getByRole('link', { name: 'Receipt for CV Secrets' }).click()
	await expect(page.getByRole('button', { name: /^Print/ })).toBeVisible()
	await expect(page.locator('summary', { hasText: 'CV Secrets' })).toBeFocused()
	// Only the summary takes the focus, not the `details` element around it.
	await expect(page.locator('details[tabindex]')).toHaveCount(0)
	await expectGoodOnEveryScreen(page, 'a receipt open')

	await page.route('**/rest/v1/purchases?*', (route) =>
		route.fulfill({ status: 500, headers: { 'x-request-id': 'made-up-500' }, json: { message: 'broken' } }),
	)
	await page.getByRole('button', { name: 'Check again' }).click()
	await expect(page.getByText('We couldn’t load your guides just now.')).toBeVisible()
	await expect(page.getByText('Reference made-up-500')).toBeVisible()
	await expectGoodPage(page, 'guides not listed')
})

test('messages are accessible, even if the toaster cannot be loaded', async ({
	page,
	signedInMember,
	allow,
}) => {
	allow(/status of 50\d|ERR_FAILED|^failed: .*toaster/)
	await page.route('**/functions/v1/create-payment', (route) =>
		route.fulfill({ status: 503, headers: { 'x-request-id': 'made-up-503' }, json: { message: 'Not now.' } }),
	)
	await signedInMember()
	await page.goto('/products/cv-secrets')
	await ready(page)
	await page.getByRole('button', { name: 'Buy Now' }).first().click()
	const message = page.locator('[data-sonner-toast]')
	// A message stays while the pointer is over it.
	await message.hover()
	await expectAccessible(page, 'message with a reference')
	await expectWithinWidth(page, 'message with a reference')
	await expect(message).toContainText('Reference made-up-503')

	await page.route(/toaster-[^/]+\.(js|css)$/, (route) => route.abort('failed'))
	await page.goto('/payment-success')
	await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
	await expectGoodPage(page, 'plain message')
})

test(
	'the menu of a signed-in user and the offline page are accessible',
	bothScreens,
	async ({ page, signedInMember, context, isMobile, allow }) => {
		allow(
			/ERR_INTERNET_DISCONNECTED|ERR_CACHE_MISS|status of 503|fetching the script|route module|dynamically imported|^failed: /,
		)
		await signedInMember()
		await page.goto('/about')
		await ready(page)
		const menu = page
			.locator('header summary, header [aria-haspopup="menu"]')
			.filter({ visible: true })
			.last()
		await menu.click()
		await expectGoodScreen(page, 'menu of a member')
		if (isMobile) await menu.click()
		else await page.keyboard.press('Escape')
		await page.evaluate(async () => void (await navigator.serviceWorker.ready))
		await context.setOffline(true)
		await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
		await expect(heading(page)).toHaveText('No connection to Headstart')
		await page.getByRole('button', { name: 'Try again' }).click()
		await expect(page.getByText('Still no answer')).toBeVisible()
		await expectGoodPage(page, 'no connection')
		await context.setOffline(false)
		await expect(page).toHaveURL('/terms')
		await expect(heading(page)).toHaveText('Terms')
	},
)

test('forms with errors beside their fields are accessible', async ({ page, person, allow }) => {
	allow(/status of 422/)
	await page.goto('/auth')
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	const form = page.getByRole('tabpanel')
	await form.getByLabel('Display name').fill('Amara')
	await form.getByLabel('Email').fill(person.email)
	const password = form.getByLabel('Password', { exact: true })
	await password.fill('password')
	await form.getByRole('button', { name: 'Sign Up' }).click()
	await expect(password).toHaveAttribute('aria-invalid', 'true')
	await expectGoodPage(page, 'weak password')
	await password.fill(person.password)
	await form.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page.getByRole('button', { name: 'Sign in instead' })).toBeVisible()
	await expectGoodOnEveryScreen(page, 'address with an account')
})
