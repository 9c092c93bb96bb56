import { TOTP } from 'otpauth'
import { freePort } from '#test/free-port.ts'
import { invite, memberPassword, openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { goByKeys } from './keyboard.ts'
import { startShopProcess } from './shop-process.ts'
import { startShopWithAdmin } from './start-shops.ts'

test('an owner signs in once with the link printed at start, invites a member and reads the log', async ({
	page,
	allow,
}) => {
	test.slow()
	const shop = await startShopWithAdmin()
	try {
		const link = /Sign in, once: +(\S+)/.exec(shop.output())?.[1] ?? ''
		await page.goto(link)
		await expect(page).toHaveURL(shop.adminUrl)
		await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

		// The keyboard opens pages: with G and a letter, and with the palette.
		await goByKeys(page, 'm', `${shop.adminUrl}/members`)
		await expect(page.getByRole('cell', { name: 'owner@headstart.test' })).toBeVisible()
		await page.keyboard.press('Control+k')
		await page.getByRole('combobox').fill('lo')
		await expectGoodScreen(page, 'the palette')
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL(`${shop.adminUrl}/log`)
		await expect(page.getByRole('cell', { name: 'Became a member' })).toBeVisible()
		await page.goBack()

		// The dialog says what its button will do.
		await page.getByRole('button', { name: 'Invite somebody' }).click()
		const dialog = page.getByRole('dialog')
		await dialog.getByLabel('Email').fill('grace@student.test')
		await dialog.getByLabel('Role').selectOption('accountant')
		await expect(
			dialog.getByText('Emails grace@student.test a link that makes them an accountant.'),
		).toBeVisible()
		await expectGoodScreen(page, 'the invitation')
		await dialog.getByLabel('Why').fill('the books')
		await dialog.getByRole('button', { name: 'Send the invitation' }).click()
		await expect(page.getByText('The invitation is on its way')).toBeVisible()
		await expect(page.getByRole('heading', { name: 'Invited' })).toBeVisible()
		await expectGoodOnEveryScreen(page, 'members')

		await page.getByRole('link', { name: 'Log' }).click()
		await expect(page.getByRole('cell', { name: 'Invited somebody' })).toBeVisible()
		await page.getByLabel('Who did it').selectOption('npm start')
		await expect(page).toHaveURL(`${shop.adminUrl}/log?by=npm+start`)
		await expect(page.getByRole('cell', { name: 'Invited somebody' })).toBeHidden()
		await expectGoodOnEveryScreen(page, 'the log')

		// The last owner cannot be removed, and the dialog says so before anything is pressed.
		await page.getByRole('link', { name: 'Members' }).click()
		allow(/status of 409/)
		await page.getByRole('button', { name: 'Remove', exact: true }).click()
		await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The admin needs an owner')
		await page.keyboard.press('Escape')

		await page.locator('summary').click()
		await page.getByRole('button', { name: 'Sign out' }).click()
		await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
		await expectGoodOnEveryScreen(page, 'signing in')
		allow(/status of 403/)
		await page.goto(link)
		await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
	} finally {
		await shop.dispose()
	}
})

test('a helper sees neither sums nor links to the members and the log, and cannot open the members page by its address', async ({
	page,
	shop,
}) => {
	await openAdmin(page, shop, { role: 'helper' })
	const pages = page.getByRole('navigation', { name: 'Pages' })
	await expect(pages.getByRole('link', { name: 'Home' })).toBeVisible()
	await expect(pages.getByRole('link', { name: /^(Members|Log)$/ })).toHaveCount(0)
	// No sums either, whose requests would be refused.
	await expect(page.getByRole('heading', { name: 'Last sales' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Money' })).toHaveCount(0)
	await pages.getByRole('link', { name: 'Sales' }).click()
	await expect(page.getByRole('heading', { name: 'Sales', exact: true })).toBeVisible()
	await expect(page.getByRole('region', { name: 'Figures' })).toHaveCount(0)
	await pages.getByRole('link', { name: 'Products' }).click()
	await expect(page.getByText('CV Secrets').first()).toBeVisible()
	await expect(page.getByText('Sold')).toHaveCount(0)
	await page.goto(`${shop.adminUrl}/members`)
	await expect(page.getByText('the page isn’t for your role')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0)
})

test('on a public site an invitation leads to an account, a second factor and the admin', async ({
	page,
	allow,
}) => {
	test.slow()
	const [port, adminPort] = [await freePort(), await freePort()]
	const email = 'grace@student.test'
	const shop = await startShopProcess(
		{
			PORT: String(port),
			SITE_URL: 'https://headstart.example',
			STAGE: 'rehearsal',
			REHEARSAL_PASSWORD: 'four quiet harbours',
			REHEARSAL_MAIL_TO: email,
			ADMIN_URL: `http://localhost:${adminPort}`,
			ADMIN_PORT: String(adminPort),
		},
		{ url: `http://127.0.0.1:${port}` },
	)
	try {
		expect(shop.output()).not.toContain('Sign in, once')
		expect(shop.output()).toContain('npm run admin -- add-member')
		const { link } = await invite(shop, 'owner', email)
		// Until each step is done, the admin answers 403 and says which one is missing. What the first page still asks for when the
		// owner signs out is answered with 401.
		allow(/status of 40[13]/)
		await page.goto(link)
		await expect(page.getByText('You’ve been invited as an owner')).toBeVisible()
		await expectGoodScreen(page, 'the invitation')
		await page.getByLabel('New password').fill(memberPassword)
		await page.getByRole('button', { name: 'Accept' }).click()
		await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
		await page.getByRole('button', { name: 'Set it up' }).click()
		await expectGoodScreen(page, 'the second step')
		const secret = (await page.locator('code').textContent()) ?? ''
		const code = new TOTP({ secret: secret.replaceAll(' ', '') }).generate()
		await page.getByLabel('Code from your authenticator app').fill(code)
		await page.getByRole('button', { name: 'Switch it on' }).click()
		const saved = page.getByRole('button', { name: 'I’ve saved them' })
		await expect(saved).toBeVisible()
		await expectGoodScreen(page, 'the recovery codes')
		const recovery = (await page.locator('code').first().textContent()) ?? ''
		await saved.click()
		await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

		// At the next sign-in the second step is required.
		await page.locator('summary').click()
		await page.getByRole('button', { name: 'Sign out' }).click()
		await page.getByLabel('Email').fill(email)
		await page.getByLabel('Password').fill(memberPassword)
		await page.getByRole('button', { name: 'Sign in', exact: true }).click()
		await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
		await page.getByLabel('Recovery code').fill(recovery)
		await page.getByRole('button', { name: 'Continue' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
	} finally {
		await shop.dispose()
	}
})
