import type { Page } from '@playwright/test'
import { expect, withOwnShop } from './journey.ts'
import { appCode, textedCode } from './second-step.ts'
import { startShopProcess } from './shop-process.ts'
import { fillSignIn, forgetSession, ready, toast } from './sign-in.ts'

// Behind some mobile networks, and on a phone that leaves the Wi-Fi, each request may come from another address.
const test = withOwnShop(() => startShopProcess({ SMS_GATEWAY: 'sandbox', TRUSTED_PROXIES: '127.0.0.1,::1' }))

/** Sends each request of the page from the other of two networks. Returns the addresses used so far for each path. */
async function changeNetworks(page: Page): Promise<Map<string, Set<string>>> {
	const [home, bus] = ['198.51.100.7', '203.0.113.9']
	const seen = new Map<string, Set<string>>()
	let isHome = false
	await page.route('**/auth/v1/**', async (route, request) => {
		isHome = !isHome
		const from = isHome ? home : bus
		const step = new URL(request.url()).pathname.split('/').at(-1) ?? ''
		seen.set(step, (seen.get(step) ?? new Set()).add(from))
		await route.continue({ headers: { ...request.headers(), 'x-forwarded-for': from } })
	})
	return seen
}

test('the second step by app is set up and taken although every request comes from another network', async ({
	page,
	signedInMember,
}) => {
	test.slow()
	const member = await signedInMember()
	const seen = await changeNetworks(page)
	await page.goto('/account')
	await ready(page)
	const section = page.getByRole('region', { name: 'Two-step verification' })
	await section.getByRole('button', { name: 'Set it up' }).click()
	const secret = (await section.locator('code').textContent()) ?? ''
	await section.getByLabel('The code in your app').fill(appCode(secret))
	await page.keyboard.press('Enter')
	await expect(section.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
	await forgetSession(page)
	await page.goto('/auth')
	await ready(page)
	await fillSignIn(page, member)
	await page.getByLabel('Code from your authenticator app').fill(appCode(secret, 30))
	await page.keyboard.press('Enter')
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	// Both networks were really used, for questions and for answers.
	expect(new Set([...seen.values()].flatMap((addresses) => [...addresses])).size).toBe(2)
	expect(seen.has('challenge') && seen.has('verify')).toBe(true)
})

test('a code texted on one network is accepted on another, and one that is refused says what to do', async ({
	page,
	shop,
	signedInMember,
	allow,
}) => {
	test.slow()
	const member = await signedInMember()
	const seen = await changeNetworks(page)
	await page.goto('/account#phone')
	await ready(page)
	const steps = page.getByRole('region', { name: 'Two-step verification' })
	await steps.getByRole('button', { name: 'Add a phone' }).click()
	await steps.getByLabel('Mobile number').fill('07700 900204')
	await steps.getByRole('button', { name: 'Text me a code' }).click()
	const code = page.getByLabel('Code from the text')
	await code.fill(await textedCode(shop, '447700900204'))
	await steps.getByRole('button', { name: 'Switch it on' }).click()
	await expect(toast(page, 'Two-step verification is on')).toBeVisible()
	await forgetSession(page)
	await page.goto('/auth')
	await ready(page)
	await fillSignIn(page, member)
	const first = await textedCode(shop, '447700900204')
	await page.getByRole('button', { name: 'Text the phone ending 204' }).click()
	await expect.poll(() => textedCode(shop, '447700900204')).not.toBe(first)
	await code.fill(await textedCode(shop, '447700900204'))
	allow(/status of 422/)
	// A server of an earlier release, beside this one while the shop is upgraded, still compares the networks.
	await page.route(
		'**/verify',
		(route) =>
			route.fulfill({ status: 422, json: { error_code: 'mfa_ip_address_mismatch', msg: 'They mismatch.' } }),
		{ times: 1 },
	)
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(code).toHaveAccessibleDescription(/Your connection changed .* Ask for a new text\./)
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	expect(new Set([...seen.values()].flatMap((addresses) => [...addresses])).size).toBe(2)
})
