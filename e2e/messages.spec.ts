import { bothScreens, expect, test } from './journey.ts'
import { fillSignIn, ready, toast } from './sign-in.ts'

const failedPayment = 'Failed to process payment. Please try again.'
const shownToasts = '[data-sonner-toast]:not([data-removed="true"])'

test('an error that happens five times is one message, without what the server said', async ({
	page,
	signedInMember,
	allow,
}) => {
	allow(/status of 500/)
	let asked = 0
	await signedInMember()
	await page.route('**/functions/v1/create-payment', (route) => {
		asked += 1
		return route.fulfill({
			status: 500,
			headers: { 'x-request-id': `MADE-UP${asked}` },
			json: { code: 'unexpected_failure', message: 'relation "shop.prices" does not exist' },
		})
	})
	await page.goto('/products/cv-secrets')
	await ready(page)
	const buy = page.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first()
	for (let press = 1; press <= 5; press += 1) {
		await expect(buy).not.toHaveAttribute('aria-disabled', 'true')
		await buy.click()
		await expect(toast(page, failedPayment).filter({ hasText: `Reference MADE-UP${press}` })).toBeVisible()
		await expect(page.locator(shownToasts)).toHaveCount(1)
	}
	await expect(page.getByText('relation')).toHaveCount(0)
})

test('an error that happens again while its message is closing is shown again', async ({
	page,
	newMember,
	allow,
}) => {
	allow(/status of 400/)
	await page.goto('/auth')
	const person = { ...(await newMember()), password: 'not-the-password-9' }
	await fillSignIn(page, person)
	await expect(toast(page, 'Login failed')).toBeVisible()
	const message = page.locator(shownToasts)
	for (let again = 0; again < 3; again += 1) {
		await message.getByRole('button', { name: 'Close message' }).click()
		await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click()
		await expect(message).toHaveCount(1)
		await expect(message).toContainText('Invalid email or password.')
	}
})

test('an error stays behind on its page, and what is said for the next page comes along', async ({
	page,
	newMember,
	allow,
}) => {
	allow(/status of 400/)
	const member = await newMember()
	await page.goto('/auth')
	await fillSignIn(page, { ...member, password: 'not-the-password-9' })
	await expect(toast(page, 'Login failed')).toBeVisible()
	// A message under the pointer does not disappear by itself.
	await toast(page, 'Login failed').hover()
	await page.getByRole('link', { name: /Forgotten/ }).press('Enter')
	await expect(page).toHaveURL(/\/auth\/recover/)
	await expect(page.locator(shownToasts)).toHaveCount(0)

	await page.goto('/products/student-guide')
	await ready(page)
	await page.getByRole('button', { name: 'Get Free PDF' }).filter({ visible: true }).first().click()
	await expect(page).toHaveURL(/\/auth/)
	await expect(toast(page, 'Please sign in to download PDFs')).toBeVisible()
	await toast(page, 'Please sign in to download PDFs').hover()
	// It belongs to this page now.
	await page.getByRole('link', { name: 'Headstart' }).first().press('Enter')
	await expect(page).toHaveURL('/')
	await expect(page.locator(shownToasts)).toHaveCount(0)

	await page.goto('/auth')
	await fillSignIn(page, member)
	await expect(page).toHaveURL('/')
	await expect(toast(page, 'Welcome back!')).toBeVisible()
})

test('each page that sends a visitor on takes its error along', async ({ page }) => {
	await page.goto('/payment-success')
	await expect(page).toHaveURL('/')
	await expect(toast(page, 'Invalid payment session - no session ID')).toBeVisible()
	await page.goto('/payment-success?session_id=cs_test_x')
	await expect(page).toHaveURL(/\/auth\?redirect/)
	await expect(toast(page, 'Please sign in to complete your purchase')).toBeVisible()
	await page.goto('/?error=access_denied&error_code=access_denied')
	await expect(page).toHaveURL(/\/auth/)
	await expect(toast(page, 'Error')).toBeVisible()
})

test(
	'a message without its usual code covers no price and no button, and looks like the others',
	bothScreens,
	async ({ page, signedInMember, allow }) => {
		allow(/ERR_FAILED|ERR_INTERNET|toaster|could not be loaded|^failed: /)
		await signedInMember()
		await page.route(/\/assets\/toaster-[^/]+\.js$/, (route) => route.abort())
		await page.goto('/products/cv-secrets')
		await ready(page)
		await page.route('**/functions/v1/create-payment', (route) => route.abort())
		await page.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first().click()
		const message = page.getByRole('status').filter({ hasText: failedPayment })
		await expect(message).toBeVisible()
		const box = await message.boundingBox()
		for (const panel of await page.locator('.purchase-panel').filter({ visible: true }).all()) {
			const other = await panel.boundingBox()
			if (box === null || other === null) continue
			const apart =
				box.y >= other.y + other.height || box.y + box.height <= other.y || box.x >= other.x + other.width
			expect(apart, 'the message covers the buy box').toBe(true)
		}
		await message.getByRole('button', { name: 'Close message' }).click()
		await expect(message).toHaveCount(0)
	},
)

for (const answer of [
	{ status: 500, json: {} },
	{ status: 404, body: '<h1>Not Found</h1>', contentType: 'text/html' },
	{ status: 400, body: 'Bad Request', contentType: 'text/plain' },
])
	test(`a payment that could not be looked up, with status ${answer.status}, is not called unknown`, async ({
		page,
		signedInMember,
		allow,
	}) => {
		allow(/status of \d{3}/)
		await signedInMember()
		await page.route('**/functions/v1/confirm-payment', (route) => route.fulfill(answer))
		await page.goto('/payment-success?session_id=cs_test_unanswered')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t check just now')
		await expect(page.getByText('another account')).toHaveCount(0)
		// The shop itself doesn't know this one.
		await page.unroute('**/functions/v1/confirm-payment')
		await page.getByRole('button', { name: 'Try again' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this purchase')
	})

test('a link of the Auth API that has ended leads to signing in and says that it has ended', async ({
	page,
}) => {
	await page.goto('/auth/v1/verify?token=ended&type=magiclink&redirect_to=/')
	await expect(toast(page, 'Error')).toContainText('That link has ended or has been used. Ask for a new one.')
	await expect(page).toHaveURL('/auth')
})
