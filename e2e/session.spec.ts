import type { Page } from '@playwright/test'
import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { comeBackAs, fillSignIn, ready, toast } from './sign-in.ts'

/** Changes the stored session, as time or another program would. */
async function changeStored(page: Page, change: Record<string, unknown>): Promise<void> {
	await page.evaluate((changed) => {
		const stored = JSON.parse(localStorage.getItem('headstart-session') ?? '{}')
		localStorage.setItem('headstart-session', JSON.stringify({ ...stored, ...changed }))
	}, change)
}

async function storedToken(page: Page): Promise<unknown> {
	return await page.evaluate(() => JSON.parse(localStorage.getItem('headstart-session') ?? '{}').access_token)
}

const seconds = () => Math.floor(Date.now() / 1000)

test('an expired session is refreshed automatically', async ({ page, signedInMember }) => {
	const member = await signedInMember()
	await changeStored(page, { expires_at: seconds() - 60 })
	await page.goto('/account')
	await expect(page.getByText(`Current address: ${member.email}`)).toBeVisible()
	await expect.poll(() => storedToken(page)).not.toBe(member.session.access_token)
})

test('if an expired session cannot be refreshed, the user is signed out', async ({
	page,
	signedInMember,
	allow,
}) => {
	allow(/status of 400/)
	await signedInMember()
	await changeStored(page, { expires_at: seconds() - 60, refresh_token: 'aaaaaaaaaaaaaaaaaaaaaa' })
	await page.goto('/free')
	await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	await expect.poll(() => page.evaluate(() => localStorage.getItem('headstart-session'))).toBeNull()
	await page.goto('/account')
	await expect(page).toHaveURL('/auth?redirect=/account')
})

test('when another device signs this one out, the page says so, and signing in again restores every tab', async ({
	page,
	shop,
	signedInMember,
	browser,
	allow,
}) => {
	allow(/status of 403/)
	const member = await signedInMember()
	await page.goto('/account')
	await ready(page)
	const second = await page.context().newPage()
	await second.goto('/premium')
	await expect(second.locator('html')).toHaveAttribute('data-session', 'in')

	const elsewhere = await (await browser.newContext({ baseURL: shop.url })).newPage()
	await elsewhere.goto('/auth?redirect=/account')
	await fillSignIn(elsewhere, member)
	const devices = elsewhere.getByRole('region', { name: 'Devices signed in' })
	await expect(devices.getByText('this device')).toHaveCount(1)
	await expect(devices.getByRole('listitem')).toHaveCount(2)
	await devices.getByRole('button', { name: 'Sign out the other device' }).click()
	await expect(toast(elsewhere, 'Signed out everywhere else')).toBeVisible()
	await expect(devices.getByText('You’re not signed in anywhere else.')).toBeVisible()
	await expect(devices.getByRole('heading')).toBeFocused()
	await elsewhere.context().close()

	await page.bringToFront()
	await page.getByRole('button', { name: 'Save name' }).click()
	await expect(toast(page, 'You’ve been signed out')).toContainText('Your guides are safe')
	await expect(page).toHaveURL('/auth?redirect=/account')
	await expectGoodPage(page, 'signed out from elsewhere')
	await expect(second.locator('html')).not.toHaveAttribute('data-session', 'in')
	await fillSignIn(page, member)
	await expect(page).toHaveURL('/account')
	await expect(second.locator('html')).toHaveAttribute('data-session', 'in')
})

test('a hidden tab does not refresh the session until it is shown again', async ({
	page,
	shop,
	newMember,
}) => {
	const member = await newMember()
	await page.clock.install()
	await comeBackAs(page, shop, member)
	const renewals: string[] = []
	page.on('request', (request) => {
		if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url())
	})
	await page.goto('/free')
	await ready(page)
	await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
	const show = (state: 'visible' | 'hidden') =>
		page.evaluate((shown) => {
			Object.defineProperty(document, 'visibilityState', { value: shown, configurable: true })
			// The client library listens on the window.
			document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
		}, state)
	await show('hidden')
	await page.clock.runFor('02:00:00')
	expect(renewals).toHaveLength(0)
	await show('visible')
	// Only the page's clock has moved. By that clock the new session has expired too, so the page may refresh it once more.
	await expect.poll(() => renewals.length).toBeGreaterThan(0)
	await expect.poll(() => storedToken(page)).not.toBe(member.session.access_token)
	// While the page is shown, the session is refreshed in time.
	const before = renewals.length
	await page.clock.fastForward(3_560_000)
	// The library checks every thirty seconds, except while another refresh is under way.
	await expect
		.poll(async () => {
			await page.clock.fastForward(30_000)
			return renewals.length
		})
		.toBeGreaterThan(before)
})

test('a name changed in one tab changes in the other', async ({ page, signedInMember }) => {
	await signedInMember()
	const second = await page.context().newPage()
	await second.goto('/free')
	await page.goto('/account')
	await ready(page)
	await page.getByLabel('Display name').fill('Ottoline')
	await page.getByRole('button', { name: 'Save name' }).click()
	await expect(second.locator('header .badge-name').first()).toHaveText('Ottoline')
})
