import { randomBytes } from 'node:crypto'
import { openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { mailTo } from './people.ts'
import { fillCard } from './purchases.ts'
import { comeBackAs, fillSignIn, ready, toast } from './sign-in.ts'

test('an owner makes a discount code, a buyer pays less with its link, and the owner turns it off', async ({
	page,
	shop,
	browser,
	allow,
	newMember,
}) => {
	test.slow()
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
	// While the form is being filled in, its preview is refused until the entries are valid. A link with a wrong code is unknown.
	allow(/status of 40[49]/)
	const code = `SAVE${randomBytes(3).toString('hex').toUpperCase()}`
	await openAdmin(page, shop, { path: '/products' })
	await page.getByRole('link', { name: 'Codes' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/products/codes`)
	await page.getByRole('button', { name: 'Make a code' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).not.toContainText('what will happen')
	await expect(dialog.getByRole('button', { name: 'Make the code' })).toBeInViewport({ ratio: 1 })
	await dialog.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
	await dialog.getByLabel('Per cent').fill('100')
	await dialog.getByLabel('For').selectOption('some')
	await dialog.getByLabel('Student Budget Planner, £5.99').check()
	await expect(dialog.getByText('£0.00 instead of £5.99 for Student Budget Planner')).toBeVisible()
	await dialog.getByLabel('Per cent').fill('20')
	await dialog.getByLabel('Total uses').fill('50')
	await dialog.getByLabel('Once per customer').check()
	await expect(dialog.getByText('£4.79 instead of £5.99 for Student Budget Planner')).toBeVisible()
	await expectGoodScreen(page, 'making a code')
	await dialog.getByRole('button', { name: `Make ${code}` }).click()
	const row = page.getByRole('row', { name: code })
	await expect(row).toContainText('Can be used')
	await expect(row).toContainText('20% off')

	await row.getByRole('button', { name: `Links with ${code}` }).click()
	const link = await dialog.getByLabel('Student Budget Planner').inputValue()
	expect(link).toBe(`${shop.url}/products/budget-planner?code=${code}`)
	await expectGoodScreen(page, 'the links of a code')
	await dialog.getByRole('button', { name: 'Copy the link to Student Budget Planner' }).click()
	await expect(
		dialog.getByRole('button', { name: 'Copied the link to Student Budget Planner' }),
	).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

	const buyer = await newMember()
	await page.goto(`${link.slice(0, -3)}XXX`)
	const box = page.getByRole('region', { name: 'Price and download' })
	await expect(box).toContainText(
		'The code in this link isn’t one of ours, so this guide is at its normal price.',
	)
	await expectGoodScreen(page, 'a guide whose link has a wrong code')
	await page.goto(link)
	await ready(page)
	await expect(box).toContainText(`£4.79 with ${code}`)
	await expectGoodScreen(page, 'a guide at its price with a code')
	await page.getByRole('button', { name: 'Buy Now' }).click()
	await expect(page.getByRole('region', { name: 'The guide you chose' })).toContainText(`£4.79 with ${code}`)
	await page.getByRole('tab', { name: 'Sign In' }).click()
	await fillSignIn(page, buyer)
	await page.waitForURL(/\/checkout\/cs_/)
	await expect(page.getByText('−£1.20')).toBeVisible()
	await fillCard(page, '4242 4242 4242 4242')
	const downloading = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Pay £4.79' }).click()
	await page.waitForURL(/\/payment-success\?session_id=cs_/)
	await downloading
	expect((await mailTo(shop, buyer.email, /receipt/i)).text).toContain(
		`Price: £5.99\nDiscount with ${code}: −£1.20\nPaid, once: £4.79`,
	)
	await page.goto(`${shop.url}/account/guides`)
	await expect(page.getByText(/^£4\.79, \d/).first()).toBeVisible()
	await page.locator('.receipt').filter({ hasText: 'Student Budget Planner' }).click()
	await expect(page.getByText(`−£1.20 with ${code}`)).toBeVisible()
	await expectGoodScreen(page, 'a receipt with a discount')

	const late = await browser.newPage()
	await comeBackAs(late, shop, await newMember())
	await late.goto(link)
	await ready(late)
	const lateBox = late.getByRole('region', { name: 'Price and download' })
	await expect(lateBox).toContainText(`£4.79 with ${code}`)

	await page.goto(`${shop.adminUrl}/products/codes`)
	await expect(row).toContainText('1 of 50')
	await expect(row).toContainText('£1.20')
	await expectGoodOnEveryScreen(page, 'codes')
	await row.getByRole('button', { name: 'Turn off' }).click()
	await expect(dialog.getByText(`${code} can no longer be used.`)).toBeVisible()
	await dialog.getByRole('button', { name: `Turn ${code} off` }).click()
	await expect(row).toContainText('Turned off')

	// The page of this buyer still shows the price with the code.
	await late.getByRole('button', { name: 'Buy Now' }).click()
	const ended = `${code} has ended, so this guide is at its normal price.`
	await expect(toast(late, ended)).toContainText('You haven’t been charged.')
	await expect(lateBox).toContainText(ended)
	await expectGoodScreen(late, 'a code that ended while its page was open')
	await late.getByRole('button', { name: 'Buy Now' }).click()
	await late.waitForURL(/\/checkout\/cs_/)
	await expect(late.getByRole('button', { name: 'Pay £5.99' })).toBeVisible()

	// With a code of 100%, the same button delivers the guide without a payment page.
	await page.getByRole('button', { name: 'Make a code' }).click()
	await dialog.getByLabel('Code', { exact: true }).fill(`${code}FREE`)
	await dialog.getByLabel('Per cent').fill('100')
	await dialog.getByRole('button', { name: `Make ${code}FREE` }).click()
	await expect(page.getByRole('row', { name: `${code}FREE` })).toContainText('Can be used')
	await late.goto(`${link}FREE`)
	await ready(late)
	await expect(lateBox).toContainText(`£0.00 with ${code}FREE`)
	await late.getByRole('button', { name: 'Buy Now' }).click()
	const agreement = late.getByRole('dialog', { name: 'Get Student Budget Planner' })
	await expect(agreement).toContainText('there’s nothing to pay, and no card is needed')
	await expectGoodScreen(late, 'what a buyer with nothing to pay agrees to')
	await agreement.getByRole('checkbox', { name: /^I agree to the terms\. I want my guide at once/ }).check()
	const free = late.waitForEvent('download')
	await agreement.getByRole('button', { name: 'Get it for £0.00' }).click()
	await late.waitForURL(/\/payment-success\?session_id=/)
	await free
	await late.context().close()
})
