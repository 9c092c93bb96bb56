import { z } from 'zod'
import { actAsScript, openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { makeBuyer } from './purchases.ts'

test('an owner finds a buyer by email address, makes a partial refund, writes a note and bans the buyer', async ({
	page,
	shop,
}) => {
	test.slow()
	const buyer = await makeBuyer(shop)
	await openAdmin(page, shop, { path: '/customers' })
	await expectGoodOnEveryScreen(page, 'customers')
	const search = page.getByRole('searchbox', { name: 'Search customers' })
	await search.fill('nobody+at+all@student.test')
	await expect(page.getByText('Nobody matches “nobody+at+all@student.test”')).toBeVisible()
	await search.fill(buyer.email.slice(0, -4))
	const row = page.getByRole('link', { name: buyer.email })
	await expect(row).toBeVisible()
	await row.focus()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/customers\/[\w-]{36}$/)
	await expect(page.getByRole('heading', { level: 1, name: buyer.email })).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a customer')

	const guides = page.getByRole('region', { name: 'Guides' })
	await guides.getByRole('button', { name: 'Refund …' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByText(/^Refunds £14\.99 for CV Secrets .*takes the guide away\.$/)).toBeVisible()
	await dialog.getByLabel('Amount in pounds').fill('5')
	await expect(dialog.getByText(/^Refunds £5\.00 of the £14\.99 that is left of CV Secrets/)).toBeVisible()
	await expectGoodScreen(page, 'the refund')
	await dialog.getByLabel('Why').fill('A page was missing')
	await dialog.getByRole('button', { name: 'Refund £5.00' }).click()
	await expect(page.getByText('The refund is made.')).toBeVisible()
	await expect(guides.getByText(/^Refunded: £5\.00/), 'without loading the page again').toBeVisible()

	await page.getByRole('button', { name: 'Write a note …' }).click()
	await dialog.getByLabel('Note').fill('Wrote twice about <b>page 4</b>.')
	await dialog.getByRole('button', { name: 'Save it' }).click()
	await expect(page.getByText('Wrote twice about <b>page 4</b>.')).toBeVisible()

	await page.getByRole('button', { name: 'Ban …' }).click()
	await dialog.getByLabel('Why').fill('Shared the file')
	await dialog.getByRole('button', { name: 'Ban them' }).click()
	await expect(page.getByText(/^Banned until/)).toBeVisible()
	await expect(page.getByText('Not signed in anywhere')).toBeVisible()

	// The palette finds the buyer too. Its key does nothing until the dialog is gone.
	await expect(dialog).toHaveCount(0)
	await page.keyboard.press('/')
	await page.getByRole('combobox').fill(buyer.email)
	await page.getByRole('option', { name: buyer.email }).click()
	await expect(page.getByRole('heading', { level: 1, name: buyer.email })).toBeVisible()
})

test('if the amount of a refund has changed in the meantime, the refund and its email are shown again before it is made', async ({
	page,
	shop,
	allow,
}) => {
	test.slow()
	allow(/status of 409/)
	const buyer = await makeBuyer(shop)
	await openAdmin(page, shop, { path: `/customers/${buyer.session.user.id}` })
	await expect(page).toHaveURL(/\/customers\/[\w-]{36}$/)
	const previewed = page.waitForRequest((request) => request.url().endsWith('/api/refund'))
	await page.getByRole('button', { name: 'Refund …' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByText(/^Refunds £14\.99 for CV Secrets/)).toBeVisible()
	await expect(dialog.getByText(/^The email they receive/)).toBeVisible()

	const { purchase } = z.object({ purchase: z.uuid() }).parse((await previewed).postDataJSON())
	await actAsScript(shop, 'refund', { purchase, amount_pence: 500, reason: 'A page was missing' })
	await dialog.getByLabel('Why').fill('Changed their mind')
	await dialog.getByRole('button', { name: 'Refund all of it' }).click()
	await expect(dialog.getByText('Something has changed in the meantime.')).toBeVisible()
	await expect(dialog.getByText(/^Refunds £9\.99 for CV Secrets/)).toBeVisible()
	await dialog.getByText(/^The email they receive/).click()
	const mail = dialog.frameLocator('iframe')
	await expect(mail.getByText('£9.99').last()).toBeVisible()
	await dialog.getByRole('button', { name: 'Refund all of it' }).click()
	await expect(page.getByText('The refund is made.')).toBeVisible()
})
