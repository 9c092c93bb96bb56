import type { Page } from '@playwright/test'
import { expectGoodPage } from './good-page.ts'
import { bothScreens, expect, test } from './journey.ts'
import { clientOf, confirmationLink, mailTo, makePerson } from './people.ts'
import { appCode } from './second-step.ts'
import { card, comeBackAs, fillSignIn, forgetSession, ready, toast } from './sign-in.ts'
import { fillSignUp } from './toasts/account-steps.ts'

const checkout = /\/checkout\/cs_/

/** Presses the button of a guide's page as a visitor who is signed out. */
async function press(page: Page, slug: string, button: string): Promise<void> {
	await page.goto(`/products/${slug}`)
	await ready(page)
	await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
	await expect(page).toHaveURL(`/auth?redirect=/get/${slug}&tab=sign-up`)
}

/** Collects the calls that take, buy or download a guide. */
function actsOf(page: Page): string[] {
	const acts: string[] = []
	page.on('request', (request) => {
		const { pathname } = new URL(request.url())
		if (request.method() !== 'POST') return
		if (/^\/(functions\/v1\/create-payment|rest\/v1\/purchases|storage\/v1\/object\/sign)/.test(pathname))
			acts.push(pathname)
	})
	return acts
}

test(
	'after sign-up a free guide downloads by itself, with the emailed link or with a code',
	bothScreens,
	async ({ page, shop, browser, allow }) => {
		const person = makePerson()
		await press(page, 'student-guide', 'Get Free PDF')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
		const chosen = page.getByRole('region', { name: 'The guide you chose' })
		await expect(chosen).toContainText('Student Guide')
		await expect(chosen).toContainText('Free')
		await expect(chosen).toContainText('Once you’re signed in, its download starts by itself.')
		await expectGoodPage(page, 'signing up for a guide')
		await fillSignUp(page, person)
		const main = page.getByRole('main')
		await expect(main).toContainText('You’ll be signed in and Student Guide downloads by itself.')
		await expect(chosen).toBeVisible()
		await expectGoodPage(page, 'the guide waits for the email')

		const other = await browser.newContext({ baseURL: shop.url })
		const device = await other.newPage()
		const acts = actsOf(device)
		await device.goto(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
		await ready(device)
		await expect(device.getByRole('region', { name: 'The guide you chose' })).toContainText(
			'its download starts by itself',
		)
		await expectGoodPage(device, 'confirming for a guide')
		await device.getByRole('button', { name: 'Confirm my email' }).click()
		await expect(device).toHaveURL('/auth/new-password?redirect=%2Fget%2Fstudent-guide')
		await expect(device.getByRole('main')).toContainText('After this step, its download starts by itself.')
		await expectGoodPage(device, 'a password for a guide')
		expect(acts).toEqual([])
		await device.getByLabel('New password', { exact: true }).fill(person.password)
		const file = device.waitForEvent('download')
		await device.getByRole('button', { name: 'Set password' }).click()
		expect((await file).suggestedFilename()).toBe('StudentGuide.pdf')
		await expect(device).toHaveURL('/get/student-guide')
		await expect(device.getByRole('heading', { level: 1 })).toHaveText('Student Guide is yours')
		await expectGoodPage(device, 'the guide downloads')
		await device.getByRole('link', { name: 'Read online' }).click()
		await expect(device).toHaveURL('/read/student-guide')
		await expect(device.getByRole('heading', { name: 'If it is happening now' })).toBeVisible()
		// Going back to the page does not start a second download.
		await device.goBack()
		await expect(device.getByRole('button', { name: 'Download' })).toBeVisible()
		expect(acts.filter((path) => path.endsWith('/StudentGuide.pdf'))).toHaveLength(1)
		await other.close()

		// The user already has the guide. On the first device, the page downloads it too, and then goes to “Your guides”.
		allow(/status of 409/)
		await page.getByText('Nothing there?').click()
		await page.getByRole('link', { name: 'ask for a code' }).click()
		await expect(page).toHaveURL('/auth/link?redirect=%2Fget%2Fstudent-guide')
		await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
		await page.getByRole('button', { name: 'Email me a link' }).click()
		const code = page.getByLabel('Code from the email')
		await code.fill(/\b\d{6}\b/.exec((await mailTo(shop, person.email, /sign in/i)).text)?.[0] ?? '')
		const again = page.waitForEvent('download')
		await code.press('Enter')
		// First, because a message disappears after four seconds, and a download can take as long to begin.
		await expect(toast(page, 'You already own this product! Check your downloads.')).toBeVisible()
		await again
		await expect(page).toHaveURL('/account/guides')
	},
)

test('only the tab opened by the emailed link continues to the checkout', async ({ page, shop, context }) => {
	const person = makePerson()
	await page.goto('/premium')
	await card(page, 'CV Secrets No One Tells You').getByRole('button', { name: 'Buy for £14.99' }).click()
	await expect(page).toHaveURL('/auth?redirect=/get/cv-secrets&tab=sign-up')
	const chosen = page.getByRole('region', { name: 'The guide you chose' })
	await expect(chosen).toContainText('£14.99, once')
	await expect(chosen).toContainText('Nothing is charged until you pay there.')
	await fillSignUp(page, person)
	await expect(page.getByRole('main')).toContainText('the checkout for CV Secrets opens by itself')
	const waiting = actsOf(page)

	const opened = await context.newPage()
	await opened.goto(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
	await opened.getByRole('button', { name: 'Confirm my email' }).click()
	await opened.waitForURL(checkout)
	await expect(page).toHaveURL('/get/cv-secrets')
	await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled()

	// After Back, the page shows the guide with its button and does not open the checkout again.
	await opened.goBack()
	await expect(opened).toHaveURL('/get/cv-secrets')
	await expect(opened.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
	await expectGoodPage(opened, 'back from the checkout')
	await opened.getByRole('button', { name: 'Buy Now' }).click()
	await opened.waitForURL(checkout)
	expect(waiting).toEqual([])
})

test('the checkout opens by itself after a sign-in with Google or a recovery with a second step', async ({
	page,
	person,
	shop,
}) => {
	await press(page, 'cv-secrets', 'Buy Now')
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	// Waits for Google's page, because the sign-up form has an Email field too.
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
	await page.getByLabel('Email', { exact: true }).fill(`google.${person.email}`)
	await page.getByLabel('Name').fill('Noor Haddad')
	await page.getByRole('button', { name: 'Continue', exact: true }).last().click()
	await page.waitForURL(checkout)

	const client = await clientOf(shop)
	await client.auth.signInWithPassword(person)
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
	const secret = data?.totp.secret ?? ''
	const verified = await client.auth.mfa.challengeAndVerify({
		factorId: data?.id ?? '',
		code: appCode(secret),
	})
	expect(verified.error).toBeNull()
	await page.goto('/robots.txt')
	await page.evaluate(() => {
		localStorage.clear()
		sessionStorage.clear()
	})
	await press(page, 'budget-planner', 'Buy Now')
	await page.getByRole('tab', { name: 'Sign In' }).click()
	await page.getByRole('link', { name: 'Forgotten your password?' }).click()
	await expect(page).toHaveURL('/auth/recover?redirect=%2Fget%2Fbudget-planner')
	// The address changes before the page, and the form for signing up has a field for the email too.
	await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible()
	await page.getByLabel('Email').fill(person.email)
	await page.getByLabel('Email').press('Enter')
	await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
	await page.goto(confirmationLink(await mailTo(shop, person.email, /new password/i)))
	await page.getByRole('main').getByRole('button', { name: 'Set a new password' }).click()
	await expect(page).toHaveURL('/auth/second-step?redirect=%2Fget%2Fbudget-planner&recovery=yes')
	await page.getByLabel('Code from your authenticator app').fill(appCode(secret, 30))
	await page.getByRole('button', { name: 'Continue', exact: true }).click()
	await expect(page).toHaveURL('/auth/new-password?redirect=%2Fget%2Fbudget-planner')
	await page.getByRole('link', { name: 'Not now' }).click()
	await page.waitForURL(checkout)
})

test('opening the address of a guide never takes, buys or downloads it', async ({
	page,
	shop,
	newMember,
}) => {
	const acts = actsOf(page)
	const member = await newMember()
	for (const slug of ['student-guide', 'cv-secrets']) {
		const button = slug === 'cv-secrets' ? 'Buy Now' : 'Get Free PDF'
		// Signed out: the sign-in page does not promise to buy or download anything by itself. Signing in leads to the guide with
		// its button.
		await page.goto(`/auth?redirect=/get/${slug}`)
		await ready(page)
		const chosen = page.getByRole('region', { name: 'The guide you chose' })
		await expect(chosen).toContainText('Once you’re signed in, you can')
		await expect(chosen).not.toContainText('by itself')
		await fillSignIn(page, member)
		await expect(page).toHaveURL(`/get/${slug}`)
		await expect(page.getByRole('button', { name: button })).toBeEnabled()
		// Signed in: every form of the address leads to the guide with its button.
		await comeBackAs(page, shop, member)
		for (const address of [`/auth?redirect=/get/${slug}&tab=sign-up`, `/get/${slug}?begun=yes#begun`]) {
			await page.goto(address)
			await expect(page).toHaveURL(new RegExp(`/get/${slug}`))
			await ready(page)
			await expect(page.getByRole('button', { name: button })).toBeEnabled()
		}
		// A go-ahead for one guide does not apply to another.
		await page.evaluate(() =>
			sessionStorage.setItem('headstart-go-ahead', `/get/budget-planner ${Date.now()}`),
		)
		await page.goto(`/get/${slug}`)
		await expect(page.getByRole('button', { name: button })).toBeEnabled()
		await forgetSession(page)
		await page.evaluate(() => sessionStorage.clear())
	}
	expect(acts).toEqual([])
})

test('“Start Free” opens the sign-up form, even before hydration, and “Sign In” the sign-in form', async ({
	page,
}) => {
	await page.goto('/auth?tab=sign-up')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
	await expect(page.getByPlaceholder('Enter your display name')).toBeVisible()
	await ready(page)
	const link = async (name: string) => {
		const found = page.locator('header').getByRole('link', { name, exact: true }).filter({ visible: true })
		// A navigation that is not finished yet closes the menu of a phone once more.
		await expect(async () => {
			if ((await found.count()) === 0)
				await page.locator('header summary').filter({ visible: true }).first().click({ timeout: 2_000 })
			await found.click({ timeout: 2_000 })
		}).toPass()
	}
	await link('Sign In')
	await expect(page).toHaveURL('/auth')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	await link('Start Free')
	await expect(page).toHaveURL('/auth?tab=sign-up')
	await page.getByRole('tab', { name: 'Sign In' }).click()
	await link('Start Free')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
	// The links in the header keep the waiting guide.
	await press(page, 'cv-secrets', 'Buy Now')
	await link('Sign In')
	await expect(page).toHaveURL('/auth?redirect=%2Fget%2Fcv-secrets')
	await expect(page.getByRole('region', { name: 'The guide you chose' })).toContainText('opens by itself')
	await link('Start Free')
	await expect(page).toHaveURL('/auth?redirect=/get/cv-secrets&tab=sign-up')
})
