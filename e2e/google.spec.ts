import type { Page } from '@playwright/test'
import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { type Member, mailTo } from './people.ts'
import { comeBackAs, fillSignIn, forgetSession, toast } from './sign-in.ts'
import type { Shop } from './start-shops.ts'

async function goToGoogle(page: Page, from: string): Promise<void> {
	await page.goto(from)
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

function badge(page: Page, name: string) {
	return page.locator('header').getByText(name, { exact: true }).first()
}

test('signing in with Google returns to the page the visitor came from', async ({ page, shop }) => {
	await goToGoogle(page, '/auth?redirect=/products/cv-secrets')
	expect(new URL(page.url()).hostname).toBe('localhost')
	await page.getByRole('button', { name: 'Continue as Tom Reed' }).click()
	await expect(page).toHaveURL(`${shop.url}/products/cv-secrets`)
	await expect(badge(page, 'Tom')).toBeAttached()
	await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
})

test('a visitor with an unknown Google account is signed up, and next time signed in', async ({
	page,
	shop,
}) => {
	for (const visit of ['first', 'second']) {
		await goToGoogle(page, '/auth')
		if (visit === 'first') {
			await page.getByLabel('Email', { exact: true }).fill('noor.haddad@gmail.test')
			await page.getByLabel('Name').fill('Noor Haddad')
			await page.getByRole('button', { name: 'Continue', exact: true }).last().click()
		} else await page.getByRole('button', { name: 'Continue as Noor Haddad' }).click()
		// Nobody new is welcomed back.
		if (visit === 'first') await expect(toast(page, 'Your account is ready')).toBeVisible()
		await expect(page).toHaveURL(`${shop.url}/`)
		await expect(badge(page, 'Noor')).toBeAttached()
		await forgetSession(page)
	}
})

test('a cancelled sign-in is explained, and another way can be chosen', async ({ page, shop }) => {
	await goToGoogle(page, '/auth?redirect=/free')
	await page.getByRole('button', { name: 'Cancel', exact: true }).click()
	await expect(toast(page, 'Error')).toContainText('You came back without signing in with Google.')
	await expect(page).toHaveURL(`${shop.url}/auth?redirect=%2Ffree`)
	await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	await page.getByRole('button', { name: 'Continue as Amara Okafor' }).click()
	await expect(page).toHaveURL(`${shop.url}/free`)
	await expect(badge(page, 'Amara')).toBeAttached()
})

test('an address that Google has not verified is refused', async ({ page }) => {
	await goToGoogle(page, '/auth')
	await page.getByRole('button', { name: 'Continue as Una Verified' }).click()
	await expect(toast(page, 'Error')).toContainText('Google hasn’t verified the email address')
	await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
})

test('opening the return address of another visitor’s Google sign-in shows an error and signs no one in', async ({
	page,
	signedInMember,
}) => {
	await page.goto('/?code=11111111-1111-4111-8111-111111111111')
	await expect(toast(page, 'Error')).toContainText('it began in another browser')
	await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	await signedInMember()
	await page.goto('/free?error=x&error_code=x&error_description=You+have+won')
	await expect(toast(page, 'Error')).toContainText('An unexpected error occurred.')
	await expect(page).toHaveURL('/free')
	await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
	await expect(page.getByText('You have won')).toHaveCount(0)
})

/** Signs a user in, and adds a Google account with another address to theirs. */
async function addGoogle(page: Page, shop: Shop, person: Member): Promise<void> {
	await comeBackAs(page, shop, person)
	await page.goto('/account')
	await page.getByRole('button', { name: 'Add Google' }).click()
	await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
	await page.getByLabel('Email', { exact: true }).fill(`also-${person.email}`)
	await page.getByLabel('Name').fill('Also Mine')
	await page.getByRole('button', { name: 'Continue', exact: true }).last().click()
	await expect(toast(page, 'Google was added')).toBeVisible()
	await expect(page).toHaveURL('/account')
	await expect(page.getByText('You’re not signed in anywhere else.')).toBeVisible()
}

test('a user adds Google to the account and removes it again', async ({ page, shop, newMember }) => {
	const person = await newMember()
	await addGoogle(page, shop, person)
	await expect(page.getByText(`also-${person.email}`)).toBeVisible()
	await page.getByRole('button', { name: 'Remove Google' }).click()
	await page.getByRole('button', { name: 'Remove Google' }).click()
	await expect(toast(page, 'Google has been removed')).toBeVisible()
	await expect(page.getByText(`also-${person.email}`)).toHaveCount(0)
	await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toBeFocused()
})

test('the password is removed only after reauthentication', async ({ page, newMember, shop, allow }) => {
	allow(/status of 400/)
	const person = await newMember()
	await addGoogle(page, shop, person)
	// The server’s answer if the user signed in ten minutes ago.
	await page.route('**/auth/v1/user/identities/*', (route) =>
		route.fulfill({
			status: 400,
			headers: { 'x-supabase-api-version': '2024-01-01' },
			json: { code: 'reauthentication_needed', message: 'too old' },
		}),
	)
	const remove = page.getByRole('button', { name: 'Remove Email and password' })
	await remove.click()
	await expect(page.getByText('This removes your password too.')).toBeVisible()
	await remove.click()
	const password = page
		.getByRole('form', { name: 'Confirm it’s you' })
		.getByLabel('Current password', { exact: true })
	await expect(password).toBeFocused()
	await expectGoodPage(page, 'reauthentication before the password is removed')
	await page.unroute('**/auth/v1/user/identities/*')
	await password.fill(person.password)
	await password.press('Enter')
	await expect(toast(page, 'Your password has been removed')).toBeVisible()
	expect((await mailTo(shop, person.email, /way to sign in was removed/i)).text).toContain(
		'password is gone too',
	)
	await forgetSession(page)
	await page.goto('/auth')
	await fillSignIn(page, person)
	await expect(toast(page, 'Login failed')).toBeVisible()
})
