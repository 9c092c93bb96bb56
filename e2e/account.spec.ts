import { setTimeout } from 'node:timers/promises'
import { bothScreens, expect, test } from './journey.ts'
import { confirmationLink, mailTo, makePerson } from './people.ts'
import { forgetSession, signIn, toast } from './sign-in.ts'

test('a visitor signs up, confirms by email and is signed in', async ({ page, shop, allow }) => {
	const person = makePerson()
	await page.goto('/auth')
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	const form = page.getByRole('tabpanel')
	await form.getByLabel('Display name').fill(person.name)
	await form.getByLabel('Email').fill(person.email)
	await form.getByPlaceholder('Create a password (min 6 characters)').fill(person.password)
	await form.getByRole('button', { name: 'Sign Up' }).click()
	await expect(toast(page, 'Account created!')).toContainText(
		'Please check your email to verify your account.',
	)

	const link = confirmationLink(await mailTo(shop, person.email, /confirm/i))
	expect(new URL(link).origin).toBe(shop.url)
	await page.goto(link)
	await page.getByRole('button', { name: /confirm/i }).click()
	await expect(page.locator('header').getByText('Amara', { exact: true }).first()).toBeAttached()
	await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
	const stored = () => page.evaluate(() => Object.keys(localStorage))
	await expect.poll(stored).not.toContain('headstart-session-sign-up-proof')

	allow(/status of 403/)
	// A used link signs nobody in, and its page says so.
	await forgetSession(page)
	await page.goto(link)
	await page.getByRole('button', { name: /confirm/i }).click()
	await expect(page.getByRole('heading', { level: 1, name: /link/i })).toBeVisible()
})

test('after signing out, the access token no longer works', bothScreens, async ({ page, person, shop }) => {
	// Signing out must wait for the page’s own request, which would be refused once the session has ended.
	const pressed = Promise.withResolvers<void>()
	await page.route('**/rest/v1/purchases?*', async (route) => {
		await pressed.promise
		await setTimeout(300)
		await route.continue()
	})
	const answered = page.waitForResponse('**/rest/v1/purchases?*')
	await signIn(page, person)
	const stored = await page.evaluate(() => localStorage.getItem('headstart-session'))
	const { access_token: token } = JSON.parse(stored ?? '{}')
	const headers = {
		apikey: (await page.locator('meta[name="publishable-key"]').getAttribute('content')) ?? '',
		authorization: `Bearer ${token}`,
	}
	const statuses = async () => [
		(await fetch(`${shop.url}/auth/v1/user`, { headers })).status,
		(await fetch(`${shop.url}/rest/v1/purchases?select=id`, { headers })).status,
		(
			await fetch(`${shop.url}/storage/v1/object/sign/pdfs/StudentGuide.pdf`, {
				method: 'POST',
				headers: { ...headers, 'content-type': 'application/json' },
				body: '{"expiresIn":60}',
			})
		).status,
		(
			await fetch(`${shop.url}/functions/v1/create-payment`, {
				method: 'POST',
				headers: { ...headers, 'content-type': 'application/json' },
				body: JSON.stringify({
					productName: 'CV Secrets No One Tells You',
					stripeProductId: 'prod_cv_secrets',
				}),
			})
		).status,
	]
	expect(await statuses()).toEqual([200, 200, 200, 200])
	await pressSignOut(page)
	pressed.resolve()
	expect((await answered).status()).toBe(200)
	await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	expect(await statuses()).toEqual([403, 401, 400, 401])
})

test(
	'the session survives a reload and reaches a new tab, and signing out applies to every tab',
	bothScreens,
	async ({ page, person, context, allow }) => {
		// After signing out in one tab, a request that the other tab has just sent can be refused.
		allow(/status of 40[13]/)
		await signIn(page, person)
		await page.reload()
		await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
		const second = await context.newPage()
		await second.goto('/free')
		await expect(second.locator('html')).toHaveAttribute('data-session', 'in')
		await pressSignOut(page)
		await expect(second.locator('html')).not.toHaveAttribute('data-session', 'in')
	},
)

/** Presses Sign Out, which on a phone is in the menu. */
async function pressSignOut(page: import('@playwright/test').Page): Promise<void> {
	const button = page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true })
	const menu = page.locator('header summary, header button[aria-expanded]').filter({ visible: true }).last()
	// A navigation that is not finished yet closes the menu of a phone once more.
	await expect(async () => {
		if ((await button.count()) === 0) await menu.click({ timeout: 5_000 })
		await button.click({ timeout: 5_000 })
	}).toPass()
}

test('a user turns on emails about new editions in “Your guides”, and turns them off again', async ({
	page,
	signedInBuyer,
	allow,
}) => {
	await signedInBuyer()
	await page.goto('/account/guides')
	const box = page.getByRole('checkbox', { name: /^Email me when one of my guides has a new edition/ })
	await expect(box).not.toBeChecked()
	await box.press('Space')
	await expect(toast(page, 'We’ll email you about new editions')).toBeVisible()
	await page.reload()
	await expect(box).toBeChecked()
	await box.press('Space')
	await expect(toast(page, 'No more emails about new editions')).toBeVisible()
	await expect(box).not.toBeChecked()

	allow(/auth\/v1\/user|Failed to load resource/)
	await page.route('**/auth/v1/user', (route) =>
		route.request().method() === 'PUT' ? route.abort() : route.continue(),
	)
	await box.press('Space')
	await expect(toast(page, 'That wasn’t saved')).toBeVisible()
	await expect(box).not.toBeChecked()
})
