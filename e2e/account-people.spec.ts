import { readFile } from 'node:fs/promises'
import { expectGoodPage, expectWithinWidth } from './good-page.ts'
import { expect, test } from './journey.ts'
import { clientOf, confirmationLink, mailTo, makePerson } from './people.ts'
import { appCode } from './second-step.ts'
import { comeBackAs, fillSignIn, forgetSession, ready, toast } from './sign-in.ts'

test('a user changes their name, and the badge changes with it', async ({ page, signedInMember }) => {
	await signedInMember()
	await page.goto('/account')
	await ready(page)
	await page.getByLabel('Display name').fill('Zadie Bloom')
	await page.getByRole('button', { name: 'Save name' }).click()
	await expect(toast(page, 'Name saved')).toBeVisible()
	await expect(page.locator('header .badge-name').first()).toHaveText('Zadie')
	await expectGoodPage(page, 'account')
})

test('a name of 500 right-to-left letters is cut off in the header and does not widen the page', async ({
	page,
	shop,
	newMember,
}) => {
	const member = await newMember()
	const name = 'ن'.repeat(500)
	const client = await clientOf(shop)
	await client.auth.signInWithPassword(member)
	expect((await client.auth.updateUser({ data: { display_name: name } })).error).toBeNull()
	const { session } = (await client.auth.getSession()).data
	await comeBackAs(page, shop, { ...member, session: session ?? member.session })
	await page.goto('/account')
	await ready(page)
	await expect(page.getByLabel('Display name')).toHaveValue(name)
	await expectGoodPage(page, 'a very long name')
	await page.locator('header summary').filter({ visible: true }).first().click()
	const badge = page.locator('header .badge-name').filter({ visible: true })
	await expect(badge).toHaveAttribute('title', name)
	expect((await badge.boundingBox())?.width).toBeLessThan(150)
	await expectWithinWidth(page, 'the menu with a very long name')
})

test('the index of the account page leads to each section and marks the one being read', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/account#devices')
	const index = page.getByRole('navigation', { name: 'Your account' })
	const marked = index.locator('[aria-current]')
	await expect(page.getByRole('heading', { name: 'Devices signed in' })).toBeFocused()
	await expect(page.getByRole('heading', { name: 'Devices signed in' })).toBeInViewport()
	await expect(marked).toHaveText('Devices')
	await expect(marked).toBeInViewport()

	await index.getByRole('link', { name: 'Password' }).click()
	await expect(page).toHaveURL('/account#password')
	await expect(page.getByRole('heading', { name: 'Password' })).toBeFocused()
	await expect(marked).toHaveText('Password')

	// The page grows while its sections load, so End is pressed until the last one is reached.
	await expect(async () => {
		await page.keyboard.press('End')
		await expect(marked).toHaveText('Delete account', { timeout: 1_000 })
	}).toPass()
	// On a busy machine, the browser sometimes ignores a key pressed right after the page has scrolled.
	await expect(async () => {
		await page.keyboard.press('Home')
		await expect(marked).toHaveText('Name', { timeout: 1_000 })
	}).toPass()

	await index.getByRole('link', { name: 'Receipts' }).click()
	await expect(page).toHaveURL('/account/guides#receipts')
	await expect(page.getByRole('heading', { name: 'Receipts' })).toBeFocused()
	await expect(marked).toHaveText('Receipts')
})

test('the email address changes once both mailboxes have confirmed', async ({ page, shop, newMember }) => {
	const member = await newMember()
	const wanted = makePerson().email
	await comeBackAs(page, shop, member)
	await page.goto('/account')
	await ready(page)
	await page.getByLabel('New address').fill(wanted)
	await page.getByRole('button', { name: 'Change address' }).click()
	await expect(page.getByText(`Waiting to change to ${wanted}`)).toBeVisible()
	await expectGoodPage(page, 'address waiting')

	await page.goto(confirmationLink(await mailTo(shop, wanted, /new address/i)))
	await page.getByRole('button', { name: 'Confirm the new address' }).click()
	await expect(page.getByRole('heading', { name: 'Now confirm in your other mailbox' })).toBeFocused()
	await expectGoodPage(page, 'one mailbox confirmed')
	await page.goto(confirmationLink(await mailTo(shop, member.email, /change of your Headstart address/i)))
	await page.getByRole('button', { name: 'Confirm the new address' }).click()
	await expect(toast(page, 'Address changed')).toContainText(wanted)
	await expect(page).toHaveURL('/account')
	await expect(page.getByText(`Current address: ${wanted}`)).toBeVisible()
	await expect(page.getByText('You’re not signed in anywhere else.')).toBeVisible()
	expect((await mailTo(shop, member.email, /your address was changed/i)).text).toContain('last email')
})

test('a user changes the password with the current one, or with an emailed code', async ({
	page,
	shop,
	signedInMember,
	allow,
}) => {
	allow(/status of 4(00|22)/)
	const member = await signedInMember()
	await page.goto('/account')
	await ready(page)
	const section = page.getByRole('region', { name: 'Password' })
	const current = section.getByLabel('Current password', { exact: true })
	await current.fill('not-the-password')
	await section.getByLabel('New password', { exact: true }).fill('second-quiet-harbour')
	await section.getByRole('button', { name: 'Set password' }).click()
	await expect(current).toHaveAccessibleDescription(/isn’t your current password/)
	await expect(current).toBeFocused()
	await expectGoodPage(page, 'wrong current password')
	await current.fill(member.password)
	await section.getByRole('button', { name: 'Set password' }).click()
	await expect(toast(page, 'Your password is set')).toBeVisible()

	await section.getByRole('button', { name: 'Forgotten it? Email me a code' }).click()
	const code = section.getByLabel('Code from your email')
	await expect(code).toBeFocused()
	await code.fill(/\b\d{6}\b/.exec((await mailTo(shop, member.email, /your code/i)).text)?.[0] ?? '')
	await section.getByLabel('New password', { exact: true }).fill('third-quiet-harbour')
	await section.getByRole('button', { name: 'Set password' }).click()
	await expect(current).toBeVisible()
	await expect(current).toHaveValue('')
})

test('a user turns on two-step verification, signs in with it, recovers from a lost app and turns it off', async ({
	page,
	shop,
	signedInMember,
	allow,
}) => {
	test.slow()
	allow(/status of 422/)
	const member = await signedInMember()
	await page.goto('/account')
	await ready(page)
	const section = page.getByRole('region', { name: 'Two-step verification' })
	await section.getByRole('button', { name: 'Set it up' }).press('Enter')
	const firstStep = section.getByText(/^Open your app/)
	await expect(firstStep).toBeVisible()
	await section.getByRole('button', { name: 'Cancel' }).press('Enter')
	await expect(section.getByRole('button', { name: 'Set it up' })).toBeFocused()
	await page.keyboard.press('Enter')
	const picture = section.getByRole('img', { name: /QR code/ })
	await expect(picture).toBeVisible()
	await expect
		.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
		.toBeGreaterThan(20)
	const secret = (await section.locator('code').textContent()) ?? ''
	const code = section.getByLabel('The code in your app')
	await expect(firstStep).toBeFocused()
	await expectGoodPage(page, 'setting up the app')
	await code.fill(appCode(secret, -3600))
	await code.press('Enter')
	await expect(code).toHaveAccessibleDescription(/That code isn’t right/)
	await code.fill(appCode(secret))
	await code.press('Enter')
	await expect(section.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
	const codes = await section.locator('code').allInnerTexts()
	expect(codes).toHaveLength(10)
	await expectGoodPage(page, 'recovery codes')
	await section.getByRole('button', { name: 'I’ve saved them' }).click()
	await expect(section.getByText('10 recovery codes are left.')).toBeVisible()
	await expect(section.getByRole('heading', { name: 'Two-step verification' })).toBeFocused()

	await forgetSession(page)
	await page.goto('/auth?redirect=/account')
	await fillSignIn(page, member)
	await expect(page).toHaveURL('/auth/second-step?redirect=%2Faccount')
	// Until the second step, the rest of the site treats the user as signed out.
	await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	const asked = page.getByLabel('Code from your authenticator app')
	await expect(asked).toBeFocused()
	await expectGoodPage(page, 'second step')
	await asked.fill(appCode(secret, -3600))
	await asked.press('Enter')
	await expect(asked).toHaveAccessibleDescription(/isn’t valid, or has already been used/)
	await page.reload()
	await ready(page)
	// Uses the code of the next half minute, because each code works only once. The current one was used to turn the verification
	// on.
	await asked.fill(appCode(secret, 30))
	await asked.press('Enter')
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page).toHaveURL('/account')

	await forgetSession(page)
	await page.goto('/auth')
	await fillSignIn(page, member)
	await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
	const recovery = page.getByLabel('Recovery code')
	await expect(recovery).toBeFocused()
	await expectGoodPage(page, 'recovery code asked for')
	await recovery.fill(codes[0] ?? '')
	await recovery.press('Enter')
	await expect(page).toHaveURL('/')
	await page.goto('/account')
	await expect(section.getByText('9 recovery codes are left.')).toBeVisible()
	await section.getByRole('button', { name: 'Switch it off…' }).click()
	await section.getByRole('button', { name: 'Switch it off' }).click()
	await expect(toast(page, 'Two-step verification is off')).toBeVisible()
	await expect(section.getByRole('button', { name: 'Set it up' })).toBeVisible()
	await expect(section.getByRole('heading', { name: 'Two-step verification' })).toBeFocused()
	expect((await mailTo(shop, member.email, /a second step was removed/i)).text).toContain('removed')
})

test('a user downloads their own data and nobody else’s', async ({ page, shop, newMember }) => {
	const [member, other] = [await newMember(), await newMember()]
	await comeBackAs(page, shop, member)
	await page.goto('/account')
	await ready(page)
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download my data' }).click(),
	])
	expect(download.suggestedFilename()).toMatch(/^headstart-\d{4}-\d\d-\d\d\.json$/)
	const text = await readFile(await download.path(), 'utf8')
	expect(JSON.parse(text)).toMatchObject({ account: { email: member.email }, purchases: [] })
	expect(text).not.toContain(other.email)
})

test('a user types their email address to delete the account, and every device is signed out', async ({
	page,
	shop,
	newMember,
	browser,
	allow,
}) => {
	allow(/status of 40[013]/)
	const member = await newMember()
	const other = await (await browser.newContext({ baseURL: shop.url })).newPage()
	await other.goto('/auth')
	await fillSignIn(other, member)
	await expect(other).toHaveURL('/')
	await comeBackAs(page, shop, member)
	await page.goto('/account')
	await ready(page)
	const section = page.getByRole('region', { name: 'Delete your account' })
	await section.getByRole('button', { name: 'Delete my account…' }).press('Enter')
	const confirmation = section.getByLabel('Address of your account', { exact: true })
	const lost = section.getByRole('heading', { name: 'What you’ll lose, and what we keep' })
	await expect(lost).toBeFocused()
	await expect(lost).toBeInViewport({ ratio: 1 })
	await expect(section.getByText('your guides here, including those you paid for')).toBeInViewport({
		ratio: 1,
	})
	await page.keyboard.press('Tab')
	await expect(section.getByRole('link', { name: 'Your guides' })).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(confirmation).toBeFocused()
	await section.getByRole('button', { name: 'Keep my account' }).press('Enter')
	await expect(section.getByRole('button', { name: 'Delete my account…' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expectGoodPage(page, 'about to delete')
	await confirmation.fill('somebody@else.test')
	await confirmation.press('Enter')
	await expect(confirmation).toHaveAccessibleDescription(/isn’t the address/)
	await confirmation.fill(member.email)
	await section.getByRole('button', { name: 'Delete my account', exact: true }).click()
	await expect(toast(page, 'Your account is deleted')).toBeVisible()
	await expect(page).toHaveURL('/')
	await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	expect((await mailTo(shop, member.email, /your account is deleted/i)).text).toContain(
		'our last email to you',
	)

	await other.goto('/account')
	await expect(toast(other, 'You’ve been signed out')).toBeVisible()
	await expect(other).toHaveURL('/auth?redirect=/account')
	await other.context().close()
	await page.goto('/auth')
	await fillSignIn(page, member)
	await expect(toast(page, 'Login failed')).toBeVisible()
})
