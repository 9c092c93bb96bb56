import type { Page } from '@playwright/test'
import { runStatement } from '#test/run-statement.ts'
import { databaseOf } from '../test/faults/in-database.ts'
import { expectGoodOnEveryScreen, expectGoodPage } from './good-page.ts'
import { expect, withOwnShop } from './journey.ts'
import { textedCode } from './second-step.ts'
import { startShopProcess } from './shop-process.ts'
import { fillSignIn, ready, toast } from './sign-in.ts'
import type { Shop } from './start-shops.ts'

// These journeys share one shop, whose text messages go to the sandbox.
const test = withOwnShop(() => startShopProcess({ SMS_GATEWAY: 'sandbox' }))

/** Clears the limits on text messages, so that every number can be texted again at once. */
async function forgetTexts({ dataDir }: Shop): Promise<void> {
	await runStatement(await databaseOf(dataDir), 'delete from auth.mail_allowances')
}

const code = (page: Page) => page.getByLabel('Code from the text')

test('a visitor signs up with a code texted to their phone, and deletes the account', async ({
	page,
	shop,
	allow,
	settleErrors,
}) => {
	test.slow()
	await page.goto('/auth?redirect=/free')
	await ready(page)
	await page.getByRole('button', { name: 'Sign in by phone' }).click()
	await expect(page.getByRole('heading', { name: 'Sign in by phone' })).toBeFocused()
	await expectGoodOnEveryScreen(page, 'the number')
	const number = page.getByLabel('Mobile number')
	const send = page.getByRole('button', { name: 'Text me a code' })
	await number.fill('07700')
	await send.click()
	await expect(page.getByText('That isn’t a full mobile number')).toBeVisible()
	// A fixed line in London.
	await number.fill('020 7946 0000')
	await send.click()
	await expect(page.getByText('We can’t text that number')).toBeVisible()
	allow(/422/)
	settleErrors()
	await number.fill('07700 900 101')
	const refuse = async (status: number, msg: string) =>
		await page.route(
			'**/auth/v1/otp*',
			(route) =>
				route.fulfill({
					status,
					headers: { 'x-sb-error-code': 'made-up' },
					json: { error_code: 'made-up', msg },
				}),
			{ times: 1 },
		)
	allow(/status of (429|500)/)
	await refuse(500, 'broken')
	await send.click()
	await expect(toast(page, 'The text wasn’t sent')).toBeVisible()
	await refuse(429, 'SMS rate limit exceeded')
	await send.click()
	await expect(toast(page, 'No more texts today')).toBeVisible()
	settleErrors()
	await page.clock.install()
	await send.click()

	await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeFocused()
	await textedCode(shop, '447700900101')
	await forgetTexts(shop)
	await page.clock.runFor(61_000)
	await page.getByRole('button', { name: 'Send the text again' }).click()
	await expect(toast(page, 'Text sent')).toBeVisible()
	await expect(page.getByText('+44 7700 900101')).toBeVisible()
	await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
	const right = await textedCode(shop, '447700900101', 1)
	await code(page).fill(right === '000000' ? '000001' : '000000')
	await page.getByRole('button', { name: 'Sign in' }).click()
	await expect(page.getByText('That code isn’t valid, or has expired')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a wrong code')
	allow(/403/)
	settleErrors()
	await code(page).fill(right)
	await page.getByRole('button', { name: 'Sign in' }).click()
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page).toHaveURL('/free')

	await page.goto('/account')
	await ready(page)
	const section = page.getByRole('region', { name: 'Phone' })
	await expect(section).toContainText('Current number: +44 7700 900101')
	const email = page.getByRole('region', { name: 'Email', exact: true })
	await expect(email).toContainText('Add an address before you buy')
	await expectGoodOnEveryScreen(page, 'an account with a number only')
	// Once the account is deleted, the page's requests with its session are refused.
	allow(/status of 40[013]/)
	await page.getByRole('button', { name: 'Delete my account…' }).click()
	await page.getByLabel('Number of your account').fill('+44 7700 900101')
	await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
	await expect(page).toHaveURL('/')
	await expect(toast(page, 'Your account is deleted')).toBeVisible()
})

test('a user signs in with one phone number and takes the second step with another', async ({
	page,
	shop,
	signedInMember,
	allow,
}) => {
	test.slow()
	const member = await signedInMember()
	await page.goto('/account#phone')
	await ready(page)
	const phone = page.getByRole('region', { name: 'Phone' })
	await phone.getByLabel('Mobile number').fill('+44 7700 900102')
	await phone.getByRole('button', { name: 'Text me a code' }).click()
	await code(page).fill(await textedCode(shop, '447700900102'))
	await expectGoodPage(page, 'the code of a new number')
	await phone.getByRole('button', { name: 'Use this number' }).click()
	await expect(toast(page, 'Your number is set')).toBeVisible()
	await expect(phone).toContainText('Current number: +44 7700 900102')

	const steps = page.getByRole('region', { name: 'Two-step verification' })
	await steps.getByRole('button', { name: 'Add a phone' }).click()
	await steps.getByLabel('Mobile number').fill('07700 900102')
	await steps.getByRole('button', { name: 'Text me a code' }).click()
	await expect(steps).toContainText('That number signs you in already')
	allow(/422/)
	await steps.getByLabel('Mobile number').fill('07700 900103')
	await steps.getByRole('button', { name: 'Text me a code' }).click()
	await code(page).fill(await textedCode(shop, '447700900103'))
	await expectGoodOnEveryScreen(page, 'the code of a second step')
	await steps.getByRole('button', { name: 'Switch it on' }).click()
	await expect(toast(page, 'Two-step verification is on')).toBeVisible()
	await steps.getByRole('button', { name: /saved/i }).click()
	await expect(steps).toContainText('Phone ending 103')

	await page.goto('/robots.txt')
	await page.evaluate(() => localStorage.clear())
	await forgetTexts(shop)
	await page.goto('/auth')
	await ready(page)
	await fillSignIn(page, member)
	await expect(page).toHaveURL('/auth/second-step')
	const send = page.getByRole('button', { name: 'Text the phone ending 103' })
	await expect(send).toBeFocused()
	await expectGoodOnEveryScreen(page, 'the second step by phone')
	allow(/status of 400/)
	// As if the owner had since excluded that country from text messages.
	await page.route(
		'**/challenge',
		(route) => route.fulfill({ status: 400, json: { error_code: 'sms_send_failed', msg: 'Not texted' } }),
		{ times: 1 },
	)
	await send.click()
	await expect(toast(page, 'The text wasn’t sent')).toContainText('We can’t text that number any more.')
	await send.click()
	await code(page).fill(await textedCode(shop, '447700900103', 1))
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(toast(page, 'Welcome back!')).toBeVisible()

	await page.goto('/account#sign-in')
	await ready(page)
	const ways = page.getByRole('region', { name: 'Ways to sign in' })
	await expect(ways).toContainText('+447700900102')
	await ways.getByRole('button', { name: 'Remove Phone' }).click()
	await ways.getByRole('button', { name: 'Remove Phone' }).click()
	await expect(toast(page, 'Phone has been removed')).toBeVisible()
	await expect(phone).toContainText('You haven’t added a number')
})
