import { runStatement } from '#test/run-statement.ts'
import { databaseOf } from '../test/faults/in-database.ts'
import { asksBeforeLeaving, endSession, memberPassword, openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { goByKeys } from './keyboard.ts'
import { clientOf } from './people.ts'
import { atProvider, makeBuyer } from './purchases.ts'

test('an owner finishes the answer to a dispute after being signed out, exports the filtered sales and opens the books of a month', async ({
	page,
	shop,
	allow,
	settleErrors,
}) => {
	test.slow()
	const { checkoutSessionId, ...buyer } = await makeBuyer(shop)
	const client = await clientOf(shop)
	await client.auth.setSession(buyer.session)
	for (const [file, mark] of [
		['CV.zip', '&automatic=1'],
		['CV-read.json', ''],
	]) {
		const { data } = await client.storage.from('pdfs').createSignedUrl(file ?? '', 60)
		expect((await fetch(`${data?.signedUrl}${mark}`)).status).toBe(200)
	}
	const owner = await openAdmin(page, shop)
	const lastSales = page.getByRole('region', { name: 'Last sales' })
	await expect(lastSales.getByText(buyer.email).filter({ visible: true })).toBeVisible()
	await atProvider(shop, checkoutSessionId, 'dispute')
	const needs = page.getByRole('region', { name: /Needs you/ })
	const dispute = needs.getByRole('article').filter({ hasText: buyer.email })
	await expect(dispute).toContainText(/Answer by .*: CV Secrets/, { timeout: 60_000 })
	await dispute.getByText('Write the answer').click()
	await expect(dispute.getByLabel('What the bank will read')).toHaveValue(/they agreed to this/)
	await dispute.getByLabel('What the bank will read').fill('An hour of work on this answer')
	await endSession(page, shop)
	allow(/status of 40[13]/)
	await dispute.getByRole('button', { name: 'Save as a draft' }).click()
	await expect(page.getByText('You’ve been signed out')).toBeVisible()
	await page.getByLabel('Email').fill(owner)
	await page.getByLabel('Password').fill(memberPassword)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(dispute.getByLabel('What the bank will read')).toHaveValue('An hour of work on this answer')
	await expect.poll(() => asksBeforeLeaving(page)).toBe(true)
	settleErrors()
	await page.getByRole('button', { name: '7 days' }).click()
	await expect(page.getByRole('img', { name: /Gross by day/ })).toBeVisible()
	await expectGoodOnEveryScreen(page, 'the first page of the admin')
	await dispute.getByRole('button', { name: 'Send to the bank' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).toContainText('The bank accepts only one answer')
	await expectGoodScreen(page, 'the answer to a dispute')
	await dialog.getByRole('button', { name: 'Send it, once' }).click()
	await expect(page.getByText('The bank has your answer')).toBeVisible()
	await expect(dispute).toBeHidden()
	await expect.poll(() => asksBeforeLeaving(page)).toBe(false)

	await goByKeys(page, 's', `${shop.adminUrl}/sales`)
	await expect(page.getByRole('row').filter({ hasText: buyer.email })).toContainText('£14.99')
	const inList = page.getByRole('row').filter({ hasText: buyer.email })
	await expect(inList.getByText('Disputed').filter({ visible: true })).toBeVisible()
	await page.getByText('What the figures mean').click()
	await expect(page.getByText('Gross less VAT, refunds, lost disputes and fees.')).toBeVisible()
	await page.getByLabel('State').selectOption('Disputed')
	await expect(page).toHaveURL(`${shop.adminUrl}/sales?status=disputed`)
	await expect(page.getByRole('row').filter({ hasText: buyer.email })).toBeVisible()
	await page.getByRole('row').filter({ hasText: buyer.email }).getByRole('link').first().click()
	await expect(page).toHaveURL(/\/sales\/[0-9a-f-]{36}$/)
	await expect(page.getByRole('region', { name: 'Dispute' })).toContainText('Your answer was sent')
	await expect(page.getByRole('region', { name: 'Emails' })).toContainText('Receipt HS-')
	const downloads = page.getByRole('region', { name: 'Downloads' }).getByRole('listitem')
	await expect(downloads.filter({ hasText: 'CV.zip' })).toContainText('Started by itself after the payment')
	await expect(downloads.filter({ hasText: 'CV-read.json' })).toContainText('The buyer read it online')
	await expectGoodOnEveryScreen(page, 'a sale')
	await page.goBack()
	await page.getByRole('button', { name: 'Save this view' }).click()
	await dialog.getByLabel('Name').fill('At the bank')
	await dialog.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('link', { name: 'At the bank' })).toHaveAttribute('aria-current', 'true')
	await expectGoodOnEveryScreen(page, 'the sales')
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Export these sales' }).click(),
	])
	expect(file.suggestedFilename()).toMatch(/^sales-.*\.csv$/)
	await page.getByLabel('What', { exact: true }).selectOption('Fees of returned payments')
	await expect(page.getByText('Nothing matches')).toBeVisible()

	await page.getByRole('link', { name: 'The month for the accountant' }).click()
	await page.getByLabel('Month').selectOption({ index: 0 })
	// Reads even the columns that a phone hides, because the net includes their amounts.
	const countries = page.getByRole('table', { name: 'Figures by country' }).getByRole('row')
	const byCountry = countries.nth(1).locator('td').filter({ hasText: '£' })
	await expect(byCountry.first()).toBeVisible()
	const [gross = 0, ...others] = (await byCountry.allTextContents()).map(pence)
	// Other journeys buy in this shop too.
	expect(gross).toBeGreaterThanOrEqual(1499)
	const net = others.pop()
	expect(net).toBe(others.reduce((sum, each) => sum + each, gross))
	await expectGoodOnEveryScreen(page, 'the month for the accountant')
})

/** Reads the amount at the beginning of a cell. The number of missing fees may follow it without a space. */
function pence(text: string): number {
	const [amount = ''] = /^−?£[\d,]+\.\d\d/.exec(text) ?? []
	return Math.round(Number(amount.replace('−', '-').replace(/[£,]/g, '')) * 100)
}

test('a payment on hold without an account names who paid, prefills that address and leads to the sale', async ({
	page,
	shop,
}) => {
	test.slow()
	const { checkoutSessionId, ...buyer } = await makeBuyer(shop)
	const database = await databaseOf(shop.dataDir)
	for (const statement of [
		`delete from public.receipts where purchase_id in (select id from public.purchases where stripe_session_id = '${checkoutSessionId}')`,
		`update shop.checkouts set held_reason = 'paid by an account this shop does not know: attach it to an account, or refund it' where session_id = '${checkoutSessionId}'`,
		`update public.purchases set status = 'held', user_id = null where stripe_session_id = '${checkoutSessionId}'`,
		// Nobody has deleted its account.
		`delete from shop.purchase_history where purchase_id in (select id from public.purchases where stripe_session_id = '${checkoutSessionId}')`,
	])
		await runStatement(database, statement)
	await openAdmin(page, shop, { path: '/?all=held' })
	const card = page.getByRole('article').filter({ hasText: `Paid by ${buyer.email}` })
	await expect(card).toContainText('A payment without an account: CV Secrets')
	await expect(card.getByRole('link', { name: 'The payment at Stripe' })).toHaveAttribute(
		'href',
		new RegExp(`/stripe/checkout-sessions/${checkoutSessionId}$`),
	)
	await card.getByRole('button', { name: 'Give it to an account' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByLabel('Email of the account')).toHaveValue(buyer.email)
	await expect(dialog).toContainText(`Paid by ${buyer.email}`)
	await expect(dialog).toContainText(`to the account ${buyer.email}`)
	await expectGoodScreen(page, 'a payment on hold')
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await card.getByRole('button', { name: 'Refund it' }).click()
	await expect(dialog).toContainText(`Paid by ${buyer.email}`)
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await card.getByRole('link', { name: 'The sale' }).click()
	await expect(page.getByRole('region', { name: 'The sale' })).toContainText(`Paid by ${buyer.email}`)
})

test('a payment that its bank reports as fraud is refunded from the first page, which says what each way costs', async ({
	page,
	shop,
}) => {
	test.slow()
	const { checkoutSessionId, ...buyer } = await makeBuyer(shop)
	await atProvider(shop, checkoutSessionId, 'fraud-warning')
	await openAdmin(page, shop, { path: '/?all=fraud' })
	const card = page.getByRole('article').filter({ hasText: buyer.email })
	await expect(card).toContainText('Reported as fraud: CV Secrets', { timeout: 60_000 })
	await expect(card).toContainText('A lost dispute costs you £34.99')
	await card.getByRole('button', { name: 'Refund now' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).toContainText('Refunds £14.99 for CV Secrets')
	await expect(dialog).toContainText('A refund now costs you £14.99')
	await expectGoodScreen(page, 'the refund of a payment that is reported as fraud')
	await dialog.getByLabel('Why').fill('a stolen card')
	await dialog.getByRole('button', { name: 'Refund all of it' }).click()
	await expect(card).toBeHidden()
})
