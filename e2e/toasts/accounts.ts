import type { Page } from '@playwright/test'
import { expect } from '../journey.ts'
import { clientOf, confirmationLink, mailTo, makePerson, type Person } from '../people.ts'
import type { ShopProcess } from '../shop-process.ts'
import { fillSignIn, ready } from '../sign-in.ts'
import { goOffline, offlineConsole, offlineWords, type Scene, type ToastRow } from './row.ts'

const unexpected = 'An unexpected error occurred. Please try again.'

export const accounts: readonly ToastRow[] = [
	{
		says: 'Account created!',
		adds: 'Please check your email to verify your account.',
		kind: 'success',
		when: 'a visitor signs up',
		cause: async ({ page }) => {
			await page.goto('/auth')
			await fillSignUp(page, makePerson())
		},
		goOn: async ({ page }) => {
			await expect(page.getByRole('heading', { name: 'One step left: your mail' })).toBeFocused()
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
		goOn: async ({ page, member }) => {
			await page.getByRole('button', { name: 'Sign in instead' }).click()
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
		quotes: 'reference',
		when: 'the password is one everybody has',
		console: /status of 422/,
		cause: async ({ page }) => {
			await page.goto('/auth')
			await fillSignUp(page, { ...makePerson(), password: 'password' })
		},
		goOn: async ({ page }) => {
			const password = page.getByLabel('Password', { exact: true })
			await expect(password).toHaveAccessibleDescription(/easy to guess/)
			await password.fill(makePerson().password)
			await page.getByRole('tabpanel').getByRole('button', { name: 'Sign Up' }).click()
			await expect(page.getByRole('heading', { name: 'One step left: your mail' })).toBeVisible()
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
		goOn: async ({ page }) => {
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
		goOn: signsInAfterAll,
	},
	{
		says: 'Login failed',
		adds: /^Too many attempts from here\. Wait a few minutes, then try again\./,
		kind: 'error',
		quotes: 'reference',
		when: 'it was wrong too often',
		console: /status of 4(00|29)/,
		cause: async (scene) => {
			const { shop } = await scene.narrow()
			await scene.page.goto(`${shop.url}/auth`)
			const stranger = makePerson()
			for (const status of [400, 429]) {
				const answer = scene.page.waitForResponse(/grant_type=password/)
				await fillSignIn(scene.page, stranger)
				expect((await answer).status()).toBe(status)
			}
		},
		goOn: async (scene) => {
			// Somebody else at the same table is not held up.
			const { shop } = await scene.narrow()
			await fillSignIn(scene.page, await scene.newMember())
			await expect(scene.page).toHaveURL(`${shop.url}/`)
		},
	},
	{
		says: 'Login failed',
		adds: offlineWords,
		kind: 'error',
		when: 'the connection is gone',
		console: offlineConsole,
		cause: async (scene) => {
			await scene.page.goto('/auth')
			await scene.newMember()
			await ready(scene.page)
			await scene.page.getByLabel('Email').focus()
			await goOffline(scene.page)
			await fillSignIn(scene.page, makePerson())
		},
		goOn: async (scene) => {
			await scene.page.context().setOffline(false)
			await signsInAfterAll(scene)
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
		goOn: async ({ page }) => {
			await expect(page.getByRole('button', { name: 'Send the mail again' })).toBeEnabled()
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		quotes: 'reference',
		when: 'the service breaks while signing in',
		console: /status of 503/,
		cause: async (scene) => {
			await breakService(scene.page, '**/auth/v1/token?*', 503)
			await scene.page.goto('/auth')
			await fillSignIn(scene.page, await scene.newMember())
		},
		goOn: async (scene) => {
			await scene.page.unroute('**/auth/v1/token?*')
			await signsInAfterAll(scene)
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		quotes: 'reference',
		when: 'the service breaks while signing up',
		console: /status of 500/,
		cause: async ({ page }) => {
			await breakService(page, '**/auth/v1/signup*', 500)
			await page.goto('/auth')
			await fillSignUp(page, makePerson())
		},
		goOn: async ({ page }) => {
			await page.unroute('**/auth/v1/signup*')
			await page.getByRole('tabpanel').getByRole('button', { name: 'Sign Up' }).click()
			await expect(page.getByRole('heading', { name: 'One step left: your mail' })).toBeVisible()
		},
	},
	{
		says: 'Email confirmed',
		adds: 'You are signed in.',
		kind: 'success',
		when: 'the mail’s link is followed and its button pressed',
		cause: async ({ page, shop }) => {
			await page.goto(confirmationLink(await mailTo(shop, (await unconfirmed(shop)).email, /confirm/i)))
			await page.getByRole('button', { name: 'Confirm my email' }).click()
		},
		goOn: async ({ page }) => {
			await expect(page).toHaveURL('/')
			await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
		},
	},
	{
		says: 'Not confirmed yet',
		adds: /^Too many attempts from here\. Wait a few minutes, then try again\./,
		kind: 'error',
		quotes: 'reference',
		when: 'somebody tries links that are none',
		console: /status of 429/,
		cause: async (scene) => {
			const { shop, headers } = await scene.narrow()
			const type = 'signup'
			await callAuth(shop, 'verify', { headers, body: { type, token_hash: 'f'.repeat(56) } })
			await scene.page.goto(`${shop.url}/auth/confirm?token_hash=${'e'.repeat(56)}&type=${type}`)
			await scene.page.getByRole('button', { name: 'Confirm my email' }).click()
		},
		goOn: async ({ page }) => {
			await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeEnabled()
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		quotes: 'reference',
		when: 'the service breaks while confirming',
		console: /status of 503/,
		cause: async ({ page, shop }) => {
			await breakService(page, '**/auth/v1/verify*', 503)
			await page.goto(confirmationLink(await mailTo(shop, (await unconfirmed(shop)).email, /confirm/i)))
			await page.getByRole('button', { name: 'Confirm my email' }).click()
		},
		goOn: async ({ page }) => {
			await page.unroute('**/auth/v1/verify*')
			await page.getByRole('button', { name: 'Confirm my email' }).click()
			await expect(page).toHaveURL('/')
		},
	},
	{
		says: 'Mail sent',
		adds: /^A new link is on its way to una\.\S+@student\.test\.$/,
		kind: 'success',
		when: 'the mail is asked for again',
		console: /status of 400/,
		cause: async (scene) => askAgain(scene, scene.shop),
		goOn: async ({ page }) => {
			await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
		},
	},
	{
		says: 'Not sent yet',
		adds: /^A mail went out a moment ago\. Look for it first, or ask again in a minute\./,
		kind: 'error',
		quotes: 'reference',
		when: 'it is asked for twice in a minute',
		console: /status of 4(00|29)/,
		cause: async (scene) => {
			const { shop, headers } = await scene.narrow()
			await askAgain(scene, shop, async (email) => {
				await callAuth(shop, 'resend', { headers, body: { type: 'signup', email } })
			})
		},
		goOn: async ({ page }) => {
			await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
		},
	},
	{
		says: 'The mail was not sent',
		adds: offlineWords,
		kind: 'error',
		when: 'the connection is gone',
		console: /status of 400|ERR_INTERNET_DISCONNECTED|^failed: /,
		cause: async (scene) => askAgain(scene, scene.shop, () => goOffline(scene.page)),
		goOn: async ({ page }) => {
			await page.context().setOffline(false)
			await page.getByRole('button', { name: 'Send the mail again' }).click()
			await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
		},
	},
	{
		says: 'You are signed out',
		kind: 'success',
		when: 'a member signs out',
		cause: signOut,
		goOn: async ({ page }) => {
			await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
			await expect(page.getByRole('main')).toBeFocused()
		},
	},
	{
		says: 'You are still signed in',
		adds: offlineWords,
		kind: 'error',
		when: 'the connection is gone while signing out',
		console: offlineConsole,
		cause: async (scene) => {
			await signOut(scene, () => goOffline(scene.page))
		},
		goOn: async ({ page }) => {
			await page.context().setOffline(false)
			await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).click()
			await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
		},
	},
]

async function fillSignUp(page: Page, { name, email, password }: Person): Promise<void> {
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	const form = page.getByRole('tabpanel')
	await form.getByLabel('Display name').fill(name)
	await form.getByLabel('Email').fill(email)
	await form.getByLabel('Password', { exact: true }).fill(password)
	await form.getByRole('button', { name: 'Sign Up' }).click()
}

async function signsInAfterAll({ page, member }: Scene): Promise<void> {
	await fillSignIn(page, member())
	await expect(page).toHaveURL('/')
}

async function unconfirmed(shop: Pick<ShopProcess, 'url'>): Promise<Person> {
	const person = { ...makePerson(), email: `una.${Date.now()}@student.test` }
	const { error } = await (await clientOf(shop)).auth.signUp(person)
	if (error !== null) throw error
	return person
}

/** Signs in with an unconfirmed address and asks for its mail once more; `meanwhile` happens before that. */
async function askAgain(
	{ page }: Scene,
	shop: ShopProcess,
	meanwhile: (email: string) => Promise<void> = async () => {},
): Promise<void> {
	const person = await unconfirmed(shop)
	await page.goto(`${shop.url}/auth`)
	await fillSignIn(page, person)
	const button = page.getByRole('button', { name: 'Send the mail again' })
	await expect(button).toBeEnabled()
	await meanwhile(person.email)
	await button.click()
}

async function signOut(scene: Scene, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
	const { page } = scene
	await scene.arrive('/about')
	await ready(page)
	const button = page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true })
	if ((await button.count()) === 0) await page.locator('header summary').filter({ visible: true }).click()
	await expect(button).toBeVisible()
	await meanwhile()
	await button.click()
}

/** The service answers as one that has broken down: it cannot be made to for real without ending the shop. */
async function breakService(page: Page, address: string, status: number): Promise<void> {
	await page.route(address, (route) =>
		route.fulfill({ status, headers: { 'x-request-id': `made-up-${status}` }, json: { message: 'broken' } }),
	)
}

async function callAuth(
	{ url }: ShopProcess,
	operation: 'verify' | 'resend',
	{ headers, body }: { headers: Record<string, string>; body: object },
): Promise<void> {
	const key =
		/<meta name="publishable-key" content="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
	await fetch(`${url}/auth/v1/${operation}`, {
		method: 'POST',
		headers: { ...headers, apikey: key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
}
