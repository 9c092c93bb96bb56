import type { Page } from '@playwright/test'
import { expectGoodOnEveryScreen, expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { mailTo } from './people.ts'
import { appCode } from './second-step.ts'
import { comeBackAs, fillSignIn, ready, signIn, toast } from './sign-in.ts'

type Device = 'fingerprint reader' | 'security key'

/**
 * Adds virtual authenticators to the browser. `touch` sets whether the user touches a device that asks for it. `recognise` sets
 * whether the fingerprint reader recognises its user. Both are on at first.
 */
async function plugIn(page: Page, ...devices: Device[]) {
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('WebAuthn.enable')
	const ids = new Map<Device, string>()
	for (const device of devices) {
		const isReader = device === 'fingerprint reader'
		const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
			options: {
				protocol: 'ctap2',
				transport: isReader ? 'internal' : 'usb',
				hasResidentKey: isReader,
				hasUserVerification: isReader,
				isUserVerified: isReader,
				automaticPresenceSimulation: true,
			},
		})
		ids.set(device, authenticatorId)
	}
	const idOf = (device: Device) => ({ authenticatorId: ids.get(device) ?? '' })
	return {
		recognise: async (isUserVerified: boolean) => {
			await devtools.send('WebAuthn.setUserVerified', { ...idOf('fingerprint reader'), isUserVerified })
		},
		touch: async (device: Device, enabled: boolean) => {
			await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { ...idOf(device), enabled })
		},
	}
}

/** Removes the session from this browser, and nothing else that it has stored. */
async function signOutHere(page: Page): Promise<void> {
	await page.goto('/robots.txt')
	await page.evaluate(() => localStorage.removeItem('headstart-session'))
}

const offer = 'Skip the password next time'

test('a user is offered a passkey once, adds it, renames it, signs in with it alone, and removes it', async ({
	page,
	shop,
	person,
	allow,
	settleErrors,
}) => {
	test.slow()
	const { recognise } = await plugIn(page, 'fingerprint reader')

	// A user who signs in to get a guide is not offered a passkey yet. The offer comes at a later sign-in.
	await page.goto('/auth?redirect=/get/student-guide')
	await ready(page)
	await fillSignIn(page, person)
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page).toHaveURL('/get/student-guide')
	await signOutHere(page)

	await page.goto('/auth')
	await ready(page)
	const button = page.getByRole('button', { name: 'Sign in with a passkey' })
	await expect(button).toBeVisible()
	await expectGoodOnEveryScreen(page, 'sign in with a passkey')
	await signIn(page, person)
	await expect(toast(page, offer)).toContainText('fingerprint, face or PIN')
	// Under the pointer the offer does not disappear by itself while the page is checked.
	await toast(page, offer).hover()
	await expectGoodPage(page, 'passkey offered')
	await toast(page, offer).getByRole('link', { name: 'Add a passkey' }).press('Enter')
	await expect(page).toHaveURL('/account#passkeys')
	await expect(toast(page, offer)).toHaveCount(0)
	const section = page.getByRole('region', { name: 'Passkeys' })
	await expect(section.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
	await expect(section).toContainText('so there’s no password to type, forget or give away')
	await expect(section.getByText('You don’t have one yet.')).toBeVisible()
	const add = section.getByRole('button', { name: 'Add a passkey' })

	// Like closing the browser's dialog, an unrecognised fingerprint is not shown as an error.
	await recognise(false)
	await add.press('Enter')
	await expect(add).toBeEnabled()
	await recognise(true)
	await add.press('Enter')
	await expect(toast(page, 'Your passkey was added')).toBeVisible()
	await expect(toast(page, 'No passkey was added')).toHaveCount(0)
	await expect(section.getByText(/^Added on .*Not used yet\.$/)).toBeVisible()
	expect((await mailTo(shop, person.email, /a passkey was added/i)).text).toContain('passkey')
	await add.press('Enter')
	await expect(toast(page, 'No passkey was added')).toContainText('already has a passkey')

	await section.getByRole('button', { name: /^Rename Chrome/ }).press('Enter')
	const name = section.getByLabel('Name')
	await expect(name).toBeFocused()
	await expectGoodOnEveryScreen(page, 'passkey renamed')
	await name.fill('My laptop')
	await name.press('Enter')
	await expect(section.getByRole('button', { name: 'Rename My laptop' })).toBeFocused()

	await signOutHere(page)
	await page.goto('/auth?redirect=/account')
	await ready(page)
	await recognise(false)
	await button.press('Enter')
	await expect(button).toBeEnabled()
	await recognise(true)
	await button.press('Enter')
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page.locator('[data-sonner-toast]')).toHaveCount(1)
	await expect(page).toHaveURL('/account')
	await expect(section.getByText(/Last used on/)).toBeVisible()

	await section.getByRole('button', { name: 'Remove My laptop' }).press('Enter')
	await expect(section.getByRole('button', { name: 'Remove it' })).toBeFocused()
	await expectGoodPage(page, 'passkey about to be removed')
	await page.keyboard.press('Enter')
	await expect(toast(page, 'My laptop was removed')).toBeVisible()
	await expect(section.getByText('You don’t have one yet.')).toBeVisible()
	await expect(section.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
	await mailTo(shop, person.email, /a passkey was removed/i)
	settleErrors()

	allow(/status of 400/)
	await signOutHere(page)
	await page.goto('/auth')
	await ready(page)
	await button.click()
	await expect(toast(page, 'You’re not signed in')).toContainText('Sign in another way')
	await expect(page).toHaveURL('/auth')
	await signIn(page, person)
	await expect(toast(page, offer)).toHaveCount(0)
})

test('a security key works as a second factor, alone or in addition to an app', async ({
	page,
	shop,
	newMember,
}) => {
	test.slow()
	const member = await newMember()
	const { touch } = await plugIn(page, 'fingerprint reader', 'security key')
	await touch('security key', false)
	await comeBackAs(page, shop, member)
	await page.goto('/account')
	await ready(page)
	await page.getByRole('button', { name: 'Add a passkey' }).click()
	await expect(toast(page, 'Your passkey was added')).toBeVisible()
	await touch('security key', true)
	const section = page.getByRole('region', { name: 'Two-step verification' })
	await section.getByRole('button', { name: 'Add a security key' }).press('Enter')
	const name = section.getByLabel('Name for the key')
	await expect(name).toBeFocused()
	await expectGoodPage(page, 'security key named')
	await name.fill('Blue key')
	await name.press('Enter')
	await expect(section.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
	await section.getByRole('button', { name: 'I’ve saved them' }).click()
	await expect(section.getByText('10 recovery codes are left.')).toBeVisible()

	await signOutHere(page)
	// A passkey does not replace the second step.
	await page.goto('/auth?redirect=/account')
	await ready(page)
	await touch('security key', false)
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
	await expect(page).toHaveURL('/auth/second-step?redirect=%2Faccount')
	await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	const use = page.getByRole('button', { name: 'Use my security key' })
	await expect(use).toBeFocused()
	await expect(page.getByRole('button', { name: 'Use my app instead' })).toHaveCount(0)
	await expectGoodOnEveryScreen(page, 'security key asked for')
	await touch('security key', true)
	await page.keyboard.press('Enter')
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page).toHaveURL('/account')

	await section.getByRole('button', { name: 'Add an app' }).click()
	const secret = (await section.locator('code').textContent()) ?? ''
	await section.getByLabel('The code in your app').fill(appCode(secret))
	await section.getByRole('button', { name: 'Switch it on' }).click()
	await expect(section.getByText('10 recovery codes are left.')).toBeVisible()
	await expect(section.getByRole('button', { name: 'Remove… Authenticator app' })).toBeVisible()
	await expectGoodOnEveryScreen(page, 'two second steps')

	await signOutHere(page)
	await page.goto('/auth')
	await ready(page)
	await fillSignIn(page, member)
	await page.getByRole('button', { name: 'Use my app instead' }).click()
	const code = page.getByLabel('Code from your authenticator app')
	await expect(code).toBeFocused()
	await expect(page.getByRole('button', { name: 'Use a security key instead' })).toBeVisible()
	await code.fill(appCode(secret, 30))
	await code.press('Enter')
	await expect(page).toHaveURL('/')

	await page.goto('/account')
	await section.getByRole('button', { name: 'Remove… Blue key' }).click()
	await section.getByRole('button', { name: 'Remove it' }).click()
	await expect(toast(page, 'Blue key was removed')).toBeVisible()
	await expect(section.getByRole('button', { name: 'Switch it off…' })).toBeVisible()
})

test('adding a passkey can require the password, and each refusal explains what to do', async ({
	page,
	shop,
	newMember,
	allow,
	settleErrors,
}) => {
	allow(/status of (400|422|500)/)
	const member = await newMember()
	await plugIn(page, 'fingerprint reader')
	await comeBackAs(page, shop, member)
	let listFails = true
	await page.route('**/auth/v1/passkeys', (route) =>
		listFails
			? route.fulfill({ status: 500, headers: { 'x-request-id': 'made-up-500' }, json: {} })
			: route.continue(),
	)
	// Both routes stay: if a route is removed, or expires because of `times: 1`, while a request is under way, that request can
	// remain unanswered. The page loads the list again after a refusal.
	let refusal: { status: number; code: string } | undefined
	await page.route('**/passkeys/registration/options', (route) => {
		if (refusal === undefined) return route.continue()
		const { status, code } = refusal
		refusal = undefined
		return route.fulfill({
			status,
			headers: { 'x-sb-error-code': code },
			json: { error_code: code, msg: code },
		})
	})
	await page.goto('/account')
	await ready(page)
	const section = page.getByRole('region', { name: 'Passkeys' })
	await expect(section.getByText('We couldn’t load your passkeys just now.')).toBeVisible()
	await expect(section.getByText('Reference made-up-500')).toBeVisible()
	await expectGoodPage(page, 'passkeys not listed')
	listFails = false
	await section.getByRole('button', { name: 'Try again' }).click()
	const add = section.getByRole('button', { name: 'Add a passkey' })
	refusal = { status: 422, code: 'too_many_passkeys' }
	await add.click()
	await expect(toast(page, 'No passkey was added')).toContainText('First remove one that you no longer use')
	refusal = { status: 400, code: 'reauthentication_needed' }
	await add.click()
	const form = section.getByRole('form', { name: 'Confirm it’s you' })
	await form.getByLabel('Current password', { exact: true }).fill(member.password)
	await expectGoodPage(page, 'password asked before adding a passkey')
	await form.getByRole('button', { name: 'Continue' }).click()
	await expect(toast(page, 'Your passkey was added')).toBeVisible()
	await expect(form).toHaveCount(0)
	settleErrors()

	// A browser without WebAuthn.
	await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
	await page.reload()
	await expect(section.getByText('This browser can’t use passkeys.')).toBeVisible()
	await expect(page.getByRole('button', { name: /^Add a (passkey|security key)/ })).toHaveCount(0)
	await expect(section.getByRole('button', { name: /^Remove/ })).toBeVisible()
	await signOutHere(page)
	await page.goto('/auth')
	await ready(page)
	await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
})
