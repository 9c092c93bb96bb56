import { expect } from '../journey.ts'
import { confirmationLink, mailTo } from '../people.ts'
import { ready } from '../sign-in.ts'
import { askAgain, breakService, callAuth, signOut, unconfirmed, unexpected } from './account-steps.ts'
import { goOffline, offlineConsole, offlineWords, type ToastRow } from './row.ts'

export const mailsAndLeaving: readonly ToastRow[] = [
	{
		says: 'Email confirmed',
		adds: 'You’re signed in.',
		kind: 'success',
		when: 'the emailed link is opened and the button of its page pressed',
		cause: async ({ page, shop }) => {
			await page.goto(confirmationLink(await mailTo(shop, (await unconfirmed(shop)).email, /confirm/i)))
			await page.getByRole('button', { name: 'Confirm my email' }).click()
		},
		afterwards: async ({ page }) => {
			// The address was not confirmed in the browser that signed up, so the password still has to be chosen.
			await expect(page).toHaveURL('/auth/new-password')
			await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
		},
	},
	{
		says: 'Not confirmed yet',
		adds: /^Too many attempts\. Wait a few minutes, then try again\./,
		kind: 'error',
		when: 'too many invalid links are tried',
		console: /status of 429/,
		strictShop: true,
		cause: async (scene) => {
			const { shop, headers } = await scene.useStrictShop()
			const type = 'signup'
			await callAuth(shop, 'verify', { headers, body: { type, token_hash: 'f'.repeat(56) } })
			await scene.page.goto(`${shop.url}/auth/confirm?token_hash=${'e'.repeat(56)}&type=${type}`)
			await scene.page.getByRole('button', { name: 'Confirm my email' }).click()
		},
		afterwards: async ({ page }) => {
			await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeEnabled()
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		quotes: 'reference',
		when: 'the service fails while confirming',
		console: /status of 503/,
		cause: async ({ page, shop }) => {
			await breakService(page, '**/auth/v1/verify*', 503)
			await page.goto(confirmationLink(await mailTo(shop, (await unconfirmed(shop)).email, /confirm/i)))
			await page.getByRole('button', { name: 'Confirm my email' }).click()
		},
		afterwards: async ({ page }) => {
			await page.unroute('**/auth/v1/verify*')
			await page.getByRole('button', { name: 'Confirm my email' }).click()
			await expect(page).toHaveURL('/auth/new-password')
		},
	},
	{
		says: 'Error',
		adds: unexpected,
		kind: 'error',
		when: 'the connection is lost while confirming',
		console: offlineConsole,
		cause: async ({ page, shop }) => {
			await page.goto(confirmationLink(await mailTo(shop, (await unconfirmed(shop)).email, /confirm/i)))
			await goOffline(page)
			await page.getByRole('button', { name: 'Confirm my email' }).click()
		},
		afterwards: async ({ page }) => {
			await page.context().setOffline(false)
			// A Chromium before 154 reloads the page first, because it never retries a failed import.
			await expect(async () => {
				const confirm = page.getByRole('button', { name: 'Confirm my email' })
				if (await confirm.isVisible()) await confirm.click({ timeout: 2_000 })
				await expect(page).toHaveURL('/auth/new-password', { timeout: 3_000 })
			}).toPass()
		},
	},
	...(
		[
			['Account closed', 'user_banned', 'This account has been closed. Write to us if that’s a mistake.'],
			['Address taken', 'email_exists', 'Another account uses this address now. Yours stays as it is.'],
		] as const
	).map(
		([says, code, adds]): ToastRow => ({
			says,
			adds,
			kind: 'error',
			quotes: 'reference',
			when: 'the emailed link is refused for this reason',
			console: /status of 403/,
			cause: async ({ page }) => {
				// Simulates what the owner or another account did between the email and the button. The server's tests do it for real.
				await page.route('**/auth/v1/verify*', (route) =>
					route.fulfill({
						status: 403,
						headers: { 'x-request-id': `made-up-${code}`, 'x-supabase-api-version': '2024-01-01' },
						json: { code, message: 'refused' },
					}),
				)
				await page.goto(`/auth/confirm?token_hash=${'e'.repeat(56)}&type=email_change`)
				await ready(page)
				await page.getByRole('main').getByRole('button').first().click()
			},
			afterwards: async ({ page }) => {
				// The answer now comes from the server, which does not know the link. The page then says what to do.
				await page.unroute('**/auth/v1/verify*')
				await page.reload()
				await ready(page)
				await page.getByRole('main').getByRole('button').first().click()
				await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
			},
		}),
	),
	{
		says: 'Request received',
		adds: /^If una\.\S+@student\.test still needs confirming, a new link is on its way\.$/,
		kind: 'success',
		when: 'the email is requested again',
		console: /status of 400/,
		cause: async (scene) => askAgain(scene, scene.shop),
		afterwards: async ({ page }) => {
			await expect(page.getByRole('button', { name: 'Send again in a minute' })).toHaveText(/in \d+ s/)
		},
	},
	{
		says: 'Not sent yet',
		adds: /^You asked for an email a moment ago\. Wait a minute, then ask again\./,
		kind: 'error',
		when: 'the email is requested twice in a minute',
		console: /status of 4(00|29)/,
		strictShop: true,
		cause: async (scene) => {
			const { shop, headers } = await scene.useStrictShop()
			await askAgain(scene, shop, async (email) => {
				await callAuth(shop, 'resend', { headers, body: { type: 'signup', email } })
			})
		},
		afterwards: async ({ page }) => {
			await expect(page.getByRole('button', { name: 'Send again in a minute' })).toHaveText(/in \d+ s/)
		},
	},
	{
		says: 'The email wasn’t sent',
		adds: offlineWords,
		kind: 'error',
		when: 'the connection is lost',
		console: /status of 400|ERR_INTERNET_DISCONNECTED|^failed: /,
		cause: async (scene) => askAgain(scene, scene.shop, () => goOffline(scene.page)),
		afterwards: async ({ page }) => {
			await page.context().setOffline(false)
			await page.getByRole('button', { name: 'Send the email again' }).click()
			await expect(page.getByRole('button', { name: 'Send again in a minute' })).toHaveText(/in \d+ s/)
		},
	},
	{
		says: 'You’re signed out',
		kind: 'success',
		when: 'a user signs out',
		cause: signOut,
		afterwards: async ({ page }) => {
			await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
			await expect(page.getByRole('main')).toBeFocused()
		},
	},
	{
		says: 'You’re still signed in',
		adds: offlineWords,
		kind: 'error',
		when: 'the connection is lost while signing out',
		console: offlineConsole,
		cause: async (scene) => {
			await signOut(scene, () => goOffline(scene.page))
		},
		afterwards: async ({ page }) => {
			await page.context().setOffline(false)
			await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).click()
			await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
		},
	},
]
