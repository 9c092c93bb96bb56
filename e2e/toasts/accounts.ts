import { expect } from '../journey.ts'
import { makePerson } from '../people.ts'
import { fillSignIn, ready, toast } from '../sign-in.ts'
import { breakService, fillSignUp, signsInAfterAll, unconfirmed, unexpected } from './account-steps.ts'
import { goOffline, offlineConsole, type ToastRow } from './row.ts'

export const accounts: readonly ToastRow[] = [
	{
		says: 'Account created!',
		adds: 'Please check your email to verify your account.',
		kind: 'success',
		when: 'a visitor signs up',
		cause: async ({ page }) => {
			await page.goto('/auth')
			await expect(page).toHaveURL('/auth')
			await fillSignUp(page, makePerson())
		},
		afterwards: async ({ page }) => {
			await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
			await page.getByRole('button', { name: 'Use another address' }).click()
			await expect(page.getByPlaceholder('Create a password (min 6 characters)')).toBeVisible()
		},
	},
	{
		says: 'Account exists',
		adds: 'This email is already registered. Please try logging in instead.',
		kind: 'error',
		when: 'the address has an account',
		cause: async (scene) => {
			await scene.page.goto('/auth')
			await fillSignUp(scene.page, { ...makePerson(), email: (await scene.newMember()).email })
		},
		afterwards: async ({ page, member }) => {
			const instead = page.getByRole('button', { name: 'Sign in instead' })
			// The phone's screen is 844 pixels high, and the page has scrolled so that the form ends above the toast at the bottom. The
			// toast may have disappeared already, so the button is compared with the toast's usual place.
			const foot = async () => await instead.evaluate((button) => button.getBoundingClientRect().bottom)
			await expect.poll(foot, 'the toast must not cover the next step').toBeLessThan(740)
			await instead.click()
			await expect(page.getByLabel('Email')).toHaveValue(member().email)
			const password = page.getByLabel('Password', { exact: true })
			await expect(password).toBeFocused()
			await password.fill(member().password)
			await page.keyboard.press('Enter')
			await expect(page).toHaveURL('/')
		},
	},
	{
		says: 'Sign up failed',
		adds: /[Pp]assword/,
		kind: 'error',
		when: 'the password is too common',
		console: /status of 422/,
		cause: async ({ page }) => {
			await page.goto('/auth')
			await fillSignUp(page, { ...makePerson(), password: 'password' })
		},
		afterwards: async ({ page }) => {
			const password = page.getByLabel('Password', { exact: true })
			await expect(password).toHaveAccessibleDescription(/easy to guess/)
			await password.fill(makePerson().password)
			await page.getByRole('tabpanel').getByRole('button', { name: 'Sign Up' }).click()
			await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
		},
	},
	{
		says: 'Welcome back!',
		adds: 'You have been signed in successfully.',
		kind: 'success',
		when: 'a member signs in',
		cause: async (scene) => {
			await scene.page.goto('/auth')
			await fillSignIn(scene.page, await scene.newMember())
		},
		afterwards: async ({ page }) => {
			await expect(page).toHaveURL('/')
			await expect(page.locator('.badge-name').first()).toHaveText('Amara')
		},
	},
	{
		says: 'Login failed',
		adds: 'Invalid email or password. Please check your credentials.',
		kind: 'error',
		when: 'the password is wrong',
		console: /status of 400/,
		cause: async (scene) => {
			await scene.page.goto('/auth')
			await fillSignIn(scene.page, { email: (await scene.newMember()).email, password: 'not-the-password' })
		},
		afterwards: async (scene) => {
			await signsInAfterAll(scene)
			// The error message must not appear next to the welcome message. By itself it would disappear after four seconds.
			await expect(toast(scene.page, 'Welcome back!')).toBeVisible()
			await expect(scene.page.getByText('Login failed')).toHaveCount(0, { timeout: 2_000 })
		},
	},
	{
		says: 'Login failed',
		adds: /^Too many attempts\. Wait a few minutes, then try again\./,
		kind: 'error',
		when: 'there were too many wrong passwords',
		console: /status of 4(00|29)/,
		strictShop: true,
		cause: async (scene) => {
			const { shop } = await scene.useStrictShop()
			await scene.page.goto(`${shop.url}/auth`)
			const stranger = makePerson()
			for (const status of [400, 429]) {
				const answer = scene.page.waitForResponse(/grant_type=password/)
				await fillSignIn(scene.page, stranger)
				expect((await answer).status()).toBe(status)
			}
		},
		afterwards: async (scene) => {
			// Another user on the same network is not limited.
			const { shop } = await scene.useStrictShop()
			await fillSignIn(scene.page, await scene.newMember())
			await expect(scene.page).toHaveURL(`${shop.url}/`)
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		when: 'the connection is lost while signing in',
		console: offlineConsole,
		cause: async (scene) => {
			await scene.page.goto('/auth')
			await scene.newMember()
			await ready(scene.page)
			await scene.page.getByLabel('Email').focus()
			await goOffline(scene.page, 'client')
			await fillSignIn(scene.page, makePerson())
		},
		afterwards: async (scene) => {
			await scene.page.context().setOffline(false)
			await signsInAfterAll(scene)
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		when: 'the connection is lost while signing up',
		console: offlineConsole,
		cause: async ({ page }) => {
			await page.goto('/auth')
			await ready(page)
			await page.getByLabel('Email').focus()
			await goOffline(page, 'client')
			await fillSignUp(page, makePerson())
		},
		afterwards: async ({ page }) => {
			await page.context().setOffline(false)
			await page.getByRole('tabpanel').getByRole('button', { name: 'Sign Up' }).click()
			await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
		},
	},
	{
		says: 'Email not verified',
		adds: 'Please check your email and confirm your account before signing in.',
		kind: 'error',
		when: 'the address was never confirmed',
		console: /status of 400/,
		cause: async ({ page, shop }) => {
			await page.goto('/auth')
			await fillSignIn(page, await unconfirmed(shop))
		},
		afterwards: async ({ page }) => {
			await expect(page.getByRole('button', { name: 'Send the email again' })).toBeEnabled()
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		quotes: 'reference',
		when: 'the service fails while signing in',
		console: /status of 503/,
		cause: async (scene) => {
			await breakService(scene.page, '**/auth/v1/token?*', 503)
			await scene.page.goto('/auth')
			await fillSignIn(scene.page, await scene.newMember())
		},
		afterwards: async (scene) => {
			await scene.page.unroute('**/auth/v1/token?*')
			await signsInAfterAll(scene)
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		quotes: 'reference',
		when: 'the service fails while signing up',
		console: /status of 500/,
		cause: async ({ page }) => {
			await breakService(page, '**/auth/v1/signup*', 500)
			await page.goto('/auth')
			await fillSignUp(page, makePerson())
		},
		afterwards: async ({ page }) => {
			await page.unroute('**/auth/v1/signup*')
			await page.getByRole('tabpanel').getByRole('button', { name: 'Sign Up' }).click()
			await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
		},
	},
]
