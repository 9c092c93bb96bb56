import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { clientOf, confirmationLink, mailTo, makePerson } from './people.ts'
import { appCode } from './second-step.ts'
import { fillSignIn, forgetSession, ready, signIn, toast } from './sign-in.ts'
import { fillSignUp } from './toasts/account-steps.ts'

test('a forgotten password is reset with the keyboard alone, and the old one stops working', async ({
	page,
	person,
	shop,
	allow,
}) => {
	await page.goto('/auth?redirect=/free')
	await ready(page)
	await page.getByLabel('Email').fill(person.email)
	await page.getByRole('link', { name: 'Forgotten your password?' }).press('Enter')
	await expect(page).toHaveURL('/auth/recover?redirect=%2Ffree')
	// The address typed before is filled in, without being in the URL.
	await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
	const main = page.getByRole('main')
	await expect(main).toContainText('Once you’ve used it, your old password stops working')
	await page.getByLabel('Email').press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
	await expectGoodPage(page, 'recovery mail on its way')

	await page.goto(confirmationLink(await mailTo(shop, person.email, /new password/i)))
	await ready(page)
	await expect(main).toContainText('When you press the button, your old password stops working')
	await expectGoodPage(page, 'recovery link')
	await main.getByRole('button', { name: 'Set a new password' }).press('Enter')
	await expect(page).toHaveURL('/auth/new-password?redirect=%2Ffree')
	await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()
	await expect(main).toContainText('Your old password no longer works')
	await expect(main).toContainText('your account has no password until you set one')
	await expect(main.getByRole('link', { name: 'Not now' })).toHaveAttribute('href', '/free')
	await expectGoodPage(page, 'new password')

	allow(/status of 422/)
	const field = page.getByLabel('New password', { exact: true })
	await field.fill('password')
	await field.press('Enter')
	await expect(field).toHaveAccessibleDescription(/easy to guess/)
	await expect(field).toBeFocused()
	await field.fill('a-brand-new-harbour')
	await field.press('Enter')
	await expect(toast(page, 'Your password is set')).toContainText('Every other device has been signed out.')
	await expect(page).toHaveURL('/free')
	await mailTo(shop, person.email, /your password was changed/i)

	allow(/status of 400/)
	await forgetSession(page)
	await page.goto('/auth')
	await fillSignIn(page, person)
	await expect(toast(page, 'Login failed')).toBeVisible()
	await signIn(page, { ...person, password: 'a-brand-new-harbour' })
})

test('a request for a new password gets the same answer with and without an account', async ({
	page,
	person,
}) => {
	const answers: string[] = []
	for (const email of [person.email, makePerson().email]) {
		await page.goto('/auth/recover')
		await ready(page)
		await page.getByLabel('Email').fill(email)
		await page.getByRole('button', { name: 'Email me a link' }).click()
		await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
		answers.push(
			((await page.getByRole('main').textContent()) ?? '').replaceAll(email, '').replace(/\d+ s/, ''),
		)
	}
	expect(answers[0]).toBe(answers[1])
	await page.getByRole('button', { name: 'Use another address' }).press('Enter')
	await expect(page.getByLabel('Email')).toBeFocused()
})

test('a user who first types a wrong code can sign in with the emailed one', async ({
	page,
	person,
	shop,
	allow,
}) => {
	allow(/status of 403/)
	await page.goto('/auth')
	await ready(page)
	await page.getByLabel('Email').fill(person.email)
	await page.getByRole('link', { name: 'Sign in by email instead' }).click()
	await page.getByRole('button', { name: 'Email me a link' }).click()
	const code = page.getByLabel('Code from the email')
	await expect(code).toBeVisible()
	await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
	await expect(code).toHaveAttribute('inputmode', 'numeric')
	const mail = await mailTo(shop, person.email, /sign in/i)
	const right = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
	await code.fill(right === '000000' ? '111111' : '000000')
	await code.press('Enter')
	await expect(code).toHaveAccessibleDescription(/isn’t valid/)
	await expectGoodPage(page, 'wrong mailed code')
	await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
	await code.press('Enter')
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page).toHaveURL('/')
})

test('opening the emailed link also signs in the tab that waits for the code', async ({
	page,
	person,
	shop,
	context,
	allow,
}) => {
	await page.goto('/auth/link?redirect=/premium')
	await ready(page)
	await page.getByLabel('Email').fill(person.email)
	await page.getByRole('button', { name: 'Email me a link' }).click()
	const link = confirmationLink(await mailTo(shop, person.email, /sign in/i))
	const opened = await context.newPage()
	await opened.goto(link)
	await opened.getByRole('button', { name: 'Sign me in' }).click()
	await expect(opened).toHaveURL('/premium')
	await expect(page).toHaveURL('/premium')

	allow(/status of 403/)
	await opened.goto(link)
	await opened.getByRole('button', { name: 'Sign me in' }).click()
	await expect(opened.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
	await opened.getByRole('link', { name: 'Continue' }).click()
	await forgetSession(opened)
	await opened.goto(link)
	await opened.getByRole('button', { name: 'Sign me in' }).click()
	await expectGoodPage(opened, 'dead link')
	await opened.getByRole('link', { name: 'Ask for a new link' }).click()
	await expect(opened).toHaveURL(/\/auth\/link/)
})

test('a user who confirms on another device is asked to choose a password, but need not', async ({
	page,
	shop,
	browser,
	allow,
}) => {
	const person = makePerson()
	await page.goto('/auth')
	await fillSignUp(page, person)
	await page.getByText('Nothing there?').click()
	const byEmail = page.getByRole('link', { name: 'sign in by email', exact: true })
	await expect(byEmail).toHaveAttribute('href', '/auth/link')

	const phone = await (await browser.newContext({ baseURL: shop.url })).newPage()
	await phone.goto(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
	await phone.getByRole('button', { name: 'Confirm my email' }).click()
	await expect(phone).toHaveURL('/auth/new-password')
	await expect(phone.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible()
	await expect(phone.getByRole('main')).toContainText('a different browser from the one you signed up in')
	await expectGoodPage(phone, 'choose a password')
	await expect(phone.getByRole('link', { name: 'Not now' })).toHaveAttribute('href', '/')
	// Until they choose a password there, the one they signed up with isn't valid.
	allow(/status of 400/)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(byEmail).toBeHidden()
	await page.getByLabel('Password', { exact: true }).fill(person.password)
	await page.getByLabel('Password', { exact: true }).press('Enter')
	await byEmail.click()
	await expect(page).toHaveURL('/auth/link')
	await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
	await expect(phone.getByLabel('Display name')).toHaveValue(person.name)
	await phone.getByLabel('Display name').fill('Checked Name')
	await phone.getByLabel('New password', { exact: true }).fill(person.password)
	await phone.getByRole('button', { name: 'Set password' }).click()
	await expect(toast(phone, 'Your password is set')).toBeVisible()
	await expect(phone).toHaveURL('/')
	await phone.goto('/account')
	await expect(phone.getByLabel('Display name')).toHaveValue('Checked Name')
	await phone.context().close()
	await signIn(page, person)
})

test('a recovery schedules the removal of newly added two-step verification, and an emailed link cancels the removal', async ({
	page,
	person,
	shop,
	allow,
}) => {
	const client = await clientOf(shop)
	await client.auth.signInWithPassword(person)
	const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
	const { id = '', totp } = enrolled.data ?? {}
	const verified = await client.auth.mfa.challengeAndVerify({
		factorId: id,
		code: appCode(totp?.secret ?? ''),
	})
	expect(verified.error).toBeNull()

	await client.auth.resetPasswordForEmail(person.email)
	await page.goto(confirmationLink(await mailTo(shop, person.email, /set a new password/i)))
	await ready(page)
	const main = page.getByRole('main')
	await main.getByRole('button', { name: 'Set a new password' }).click()
	await expect(page).toHaveURL('/auth/second-step?recovery=yes')
	await expect(main).toContainText('we’ll switch it off a day after you recovered your account')
	await expectGoodPage(page, 'second step after a recovery')

	const link = confirmationLink(await mailTo(shop, person.email, /will be switched off/i))
	await page.goto(link)
	await ready(page)
	await expectGoodPage(page, 'keeping the second step')
	allow(/status of (403|503)/)
	await page.route('**/auth/v1/account/keep-factors', (route) => route.fulfill({ status: 503, json: {} }))
	await main.getByRole('button', { name: 'Keep it on' }).click()
	await expect(toast(page, 'Not saved yet')).toContainText('Please try again in a moment.')
	await page.unroute('**/auth/v1/account/keep-factors')
	await main.getByRole('button', { name: 'Keep it on' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Two-step verification stays on' })).toBeFocused()
	await expectGoodPage(page, 'second step kept')
	await page.goto(link.replace(/token_hash=.{8}/, 'token_hash=AAAAAAAA'))
	await main.getByRole('button', { name: 'Keep it on' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeFocused()
})

test('a visitor who confirmed the address in another browser can sign in from the step that waits for it', async ({
	page,
	shop,
}) => {
	const person = makePerson()
	await page.goto('/auth?redirect=/free&tab=sign-up')
	await ready(page)
	await fillSignUp(page, person)
	await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
	await page.getByText('Nothing there?').click()
	await expectGoodPage(page, 'check your email')
	const elsewhere = await clientOf(shop)
	const link = new URL(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
	const token_hash = link.searchParams.get('token_hash') ?? ''
	expect((await elsewhere.auth.verifyOtp({ token_hash, type: 'signup' })).error).toBeNull()
	// A browser that didn’t sign up has to choose the password again.
	const chosen = `${person.password}-again`
	expect((await elsewhere.auth.updateUser({ password: chosen })).error).toBeNull()

	await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
	const form = page.getByRole('tabpanel')
	await expect(form.getByLabel('Email')).toHaveValue(person.email)
	const password = form.getByLabel('Password', { exact: true })
	await expect(password).toBeFocused()
	await password.fill(chosen)
	await password.press('Enter')
	await expect(page).toHaveURL('/free')
})

test('a visitor who opens the wrong step of signing in is sent to the right page', async ({
	page,
	person,
}) => {
	await page.goto('/auth/second-step?redirect=/free')
	await expect(page).toHaveURL('/auth?redirect=%2Ffree')
	await page.goto('/auth/new-password')
	await expect(page).toHaveURL('/auth/recover')
	await page.goto('/account')
	await expect(page).toHaveURL('/auth?redirect=/account')
	await fillSignIn(page, person)
	await expect(page).toHaveURL('/account')
	await page.goto('/auth/second-step?redirect=/free')
	await expect(page).toHaveURL('/free')
})

test('each missing field shows a message until the user types, and the first one is focused', async ({
	page,
}) => {
	await page.goto('/auth')
	await ready(page)
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	const form = page.getByRole('tabpanel')
	const [name, email] = [form.getByLabel('Display Name'), form.getByLabel('Email')]
	await email.fill('amara')
	await form.getByLabel('Password', { exact: true }).fill('short')
	await form.getByRole('button', { name: 'Sign Up' }).click()
	await expect(name).toBeFocused()
	await expect(name).toHaveAccessibleDescription('Please fill this in.')
	await expect(email).toHaveAccessibleDescription(/full address/)
	await expect(form.getByText('at least 6 characters')).toBeVisible()
	await name.fill('Amara')
	await expect(name).not.toHaveAttribute('aria-invalid')
	// The full placeholder of the specification must be readable, even on the narrowest phone.
	await page.setViewportSize({ width: 320, height: 700 })
	const password = form.getByPlaceholder('Create a password (min 6 characters)')
	await password.fill('')
	await expect
		.poll(() => password.evaluate((field) => field.scrollWidth - field.clientWidth))
		.toBeLessThanOrEqual(0)
	await expectGoodPage(page, 'what is missing')
})

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false })

	test('a submitted form returns to its page, which explains that it needs JavaScript', async ({ page }) => {
		await page.goto('/auth?redirect=/premium')
		await fillSignIn(page, makePerson())
		await expect(page).toHaveURL('/auth?redirect=/premium')
		await expect(page.locator('main noscript p')).toBeVisible()
		await expect(page.getByLabel('Email')).toHaveValue('')
	})
})

test('a typed address is still there after the visitor comes back from another way to sign in', async ({
	page,
}) => {
	for (const name of ['Forgotten your password?', 'Sign in by email instead']) {
		await page.goto('/auth')
		await ready(page)
		await page.getByRole('tabpanel').getByLabel('Email').fill('name@student.test')
		await page.getByRole('link', { name }).click()
		await expect(page).not.toHaveURL('/auth')
		await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('name@student.test')
		await page.goBack()
		await expect(page).toHaveURL('/auth')
		await expect(page.getByRole('tabpanel').getByLabel('Email')).toHaveValue('name@student.test')
	}
})

test('the field for an address names a letter that no address contains', async ({ page }) => {
	await page.goto('/auth/recover')
	// Before, the browser's own validation answers.
	await ready(page)
	await page.getByLabel('Email').fill('\uff41@example.com')
	await page.getByRole('button', { name: 'Email me a link' }).click()
	await expect(page.getByText('An address can’t contain “\uff41”.')).toBeVisible()
})
