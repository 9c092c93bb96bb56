import type { Page, Route } from '@playwright/test'
import { expect, test } from './journey.ts'
import { clientOf, type Member, makeMember, makePerson } from './people.ts'
import { appCode } from './second-step.ts'
import { comeBackAs, ready, toast } from './sign-in.ts'
import type { Shop } from './start-shops.ts'

function button(page: Page, name: string) {
	return page.getByRole('main').getByRole('button', { name, exact: true })
}

/** Makes every change to an account fail, while reading still works. */
async function breakChanges(page: Page): Promise<() => Promise<void>> {
	const changes = /\/auth\/v1\/(user|factors|logout|account\/(export|delete))/
	const breakDown = (route: Route) =>
		route.request().method() === 'GET' && !route.request().url().includes('/authorize')
			? route.fallback()
			: route.fulfill({
					status: 503,
					headers: { 'x-request-id': 'made-up-503' },
					json: { message: 'broken' },
				})
	await page.route(changes, breakDown)
	return async () => await page.unroute(changes, breakDown)
}

/** Opens the account page of a new user who is signed in on another device as well. */
async function openAccount(page: Page, shop: Shop): Promise<Member> {
	const member = await makeMember(shop)
	const { error } = await (await clientOf(shop)).auth.signInWithPassword(member)
	if (error !== null) throw error
	await comeBackAs(page, shop, member)
	await page.goto('/account')
	await ready(page)
	return member
}

test('a failed change on the account page shows a reference, and succeeds once the service is back', async ({
	page,
	shop,
	allow,
}) => {
	allow(/status of 503/)
	const member = await openAccount(page, shop)
	const wanted = makePerson().email
	await page.getByLabel('New address').fill(wanted)
	await button(page, 'Delete my account…').click()
	await page.getByLabel('Address of your account', { exact: true }).fill(member.email)

	const repair = await breakChanges(page)
	for (const [name, says] of [
		['Save name', 'Your name wasn’t saved'],
		['Change address', 'Your address wasn’t changed'],
		['Set it up', 'Not set up'],
		['Add Google', 'Not added'],
		['Sign out the other device', 'Your other devices are still signed in'],
		['Download my data', 'Your data wasn’t downloaded'],
		['Delete my account', 'Your account wasn’t deleted'],
	] as const) {
		await button(page, name).click()
		// A message stays while the pointer is over it.
		await toast(page, says).hover()
		await expect(toast(page, says)).toContainText('Reference made-up-503')
		await toast(page, says).getByRole('button', { name: 'Close message' }).click()
	}
	await repair()

	const download = page.waitForEvent('download')
	for (const [name, says] of [
		['Change address', 'Two emails are on their way'],
		['Sign out the other device', 'Signed out everywhere else'],
		['Download my data', 'Your data is downloading'],
	] as const) {
		await button(page, name).click()
		await expect(toast(page, says)).toBeVisible()
	}
	await download
	await page.getByLabel('New address').fill(member.email)
	await button(page, 'Change address').click()
	await expect(toast(page, 'That’s already your address')).toBeVisible()
})

test('two-step verification shows messages for success, copying and failure', async ({
	page,
	shop,
	allow,
}) => {
	allow(/status of 503/)
	await page.addInitScript(() => {
		const clipboard = { writeText: async (text: string) => void Reflect.set(window, 'copied', text) }
		Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
	})
	await openAccount(page, shop)
	const section = page.getByRole('region', { name: 'Two-step verification' })
	await button(page, 'Set it up').click()
	const secret = (await section.locator('code').textContent()) ?? ''
	await section.getByRole('button', { name: 'Copy the secret' }).click()
	await expect(toast(page, 'Copied the secret')).toBeVisible()
	expect(await page.evaluate(() => Reflect.get(window, 'copied'))).toBe(secret.replaceAll(' ', ''))

	await page.evaluate(() => {
		const refusing = { writeText: () => Promise.reject(new Error('not allowed')) }
		Object.defineProperty(navigator, 'clipboard', { configurable: true, value: refusing })
	})
	await section.getByRole('button', { name: 'Copy the secret' }).click()
	await expect(toast(page, 'The secret couldn’t be copied')).toContainText('copy it yourself')

	await section.getByLabel('The code in your app').fill(appCode(secret))
	await button(page, 'Switch it on').click()
	await expect(toast(page, 'Two-step verification is on')).toBeVisible()
	const broken = (route: Route) => route.fulfill({ status: 503, json: { message: 'broken' } })
	await page.route(/\/factors\/recovery-codes$/, broken)
	await button(page, 'I’ve saved them').click()
	await expect(section.getByText('We couldn’t check how many recovery codes are left.')).toBeVisible()

	await breakChanges(page)
	await button(page, 'Make new recovery codes').click()
	await expect(toast(page, 'No recovery codes were made')).toContainText('Reference made-up-503')
	await button(page, 'Switch it off…').click()
	await button(page, 'Switch it off').click()
	await expect(toast(page, 'Two-step verification is still on')).toContainText('Reference made-up-503')
	await expect(button(page, 'Switch it off')).toBeEnabled()
})

test('if a way to sign in cannot be removed, a message says so', async ({ page, shop, newMember, allow }) => {
	allow(/status of 503/)
	const { session, ...person } = await newMember()
	// The stored session says that Google was added. The journeys in `google.spec.ts` really add it.
	const google = (session.user.identities ?? []).map((own) => ({
		...own,
		identity_id: crypto.randomUUID(),
		provider: 'google',
	}))
	const user = { ...session.user, identities: [...(session.user.identities ?? []), ...google] }
	await comeBackAs(page, shop, { ...person, session: { ...session, user } })
	await page.goto('/account')
	await ready(page)
	await breakChanges(page)
	await page.getByRole('button', { name: 'Remove Google' }).click()
	await page.getByRole('button', { name: 'Remove Google' }).click()
	await expect(toast(page, 'Not removed')).toContainText('Reference made-up-503')
	await expect(page.getByRole('button', { name: 'Remove Google' })).toBeEnabled()
})
