import { openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodPage, expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { mailTo, makeMember } from './people.ts'
import { fillCard } from './purchases.ts'
import { comeBackAs, ready, toast } from './sign-in.ts'
import { startShopWithAdmin } from './start-shops.ts'
import { untilWritten } from './until-written.ts'

const titles = ['CV Secrets No One Tells You', 'Student Budget Planner']

test('an owner makes a bundle, a customer buys it and gets both files, is refunded and loses both', async ({
	page,
	browser,
	allow,
}) => {
	test.setTimeout(200_000)
	// While the form is being filled in, its preview is refused until the entries are valid.
	allow(/status of 409/)
	// A shop of its own, because the bundle is offered on pages that other journeys check.
	const shop = await startShopWithAdmin()
	try {
		await openAdmin(page, shop, { path: '/products' })
		await page.getByRole('link', { name: 'Bundles' }).click()
		await expect(page).toHaveURL(`${shop.adminUrl}/products/bundles`)
		await expect(page.getByText('No bundles yet')).toBeVisible()
		await page.getByRole('button', { name: 'Make a bundle' }).click()
		const dialog = page.getByRole('dialog')
		for (const title of titles) await dialog.getByLabel(title).check()
		await dialog.getByLabel('Name').fill('Job and money')
		await dialog.getByLabel('Sentence').fill('Get the job, and keep what it pays.')
		await dialog.getByLabel('Price (pounds)').fill('20.98')
		await expect(dialog.getByText('Separately they cost £20.98.')).toBeVisible()
		await dialog.getByLabel('Price (pounds)').fill('16.99')
		await expect(dialog.getByText('£3.99 less than one by one')).toBeVisible()
		await expectGoodScreen(page, 'making a bundle')
		await dialog.getByRole('button', { name: 'Make the bundle' }).click()
		const row = page.getByRole('row', { name: /Job and money/ })
		await expect(row).toContainText('On sale')

		const customer = await browser.newPage()
		const buyer = await makeMember(shop)
		await comeBackAs(customer, shop, buyer)
		const offer = customer.getByRole('region', { name: 'Job and money' })
		await untilWritten(shop, '/premium', 'Job and money')
		await customer.goto(`${shop.url}/premium`)
		await expect(offer).toBeVisible()
		await expect(offer).toContainText('Both guides together £16.99 (£3.99 less)')
		await expectGoodPage(customer, 'premium guides with a bundle')
		await offer.getByRole('link', { name: 'CV Secrets' }).click()
		await expect(customer).toHaveURL(`${shop.url}/products/cv-secrets`)
		await ready(customer)
		await expect(offer).toContainText('With Student Budget Planner')
		await expectGoodPage(customer, 'a product page with a bundle')
		await offer.getByRole('button', { name: 'Buy both' }).click()
		await customer.waitForURL(/\/checkout\/cs_/)
		for (const title of titles) await expect(customer.getByText(title).first()).toBeVisible()
		await fillCard(customer, '4242 4242 4242 4242')
		await customer.getByRole('button', { name: 'Pay £16.99' }).click()
		await customer.waitForURL(/\/payment-success\?session_id=cs_/)
		await expect(customer.getByText('both guides are yours')).toBeVisible()
		await expectGoodScreen(customer, 'a bundle that was bought')
		for (const name of ['CV Secrets', 'Budget Planner']) {
			const downloading = customer.waitForEvent('download')
			await customer.getByRole('button', { name: `Download ${name}` }).click()
			await downloading
		}
		expect((await mailTo(shop, buyer.email, /receipt/i)).text).toContain(
			['Job and money', ...titles].join('\n'),
		)
		await customer.goto(`${shop.url}/account/guides`)
		const guides = customer.getByRole('region', { name: 'Your guides' })
		await expect(guides.getByText(/^In “Job and money”, \d/)).toHaveCount(2)
		await expectGoodPage(customer, 'the guides of a bundle')

		await customer.goto(`${shop.url}/products/budget-planner`)
		await ready(customer)
		await offer.getByRole('button', { name: 'Buy both' }).click()
		await expect(toast(customer, 'You already own this product!')).toBeVisible()

		await page.reload()
		await expect(row).toContainText('1')
		await expectGoodOnEveryScreen(page, 'bundles')
		await page.goto(`${shop.adminUrl}/sales`)
		await expect(page.getByRole('row', { name: /Job and money/ })).toHaveCount(1)
		await page.getByRole('link', { name: buyer.email }).first().click()
		await page
			.getByRole('button', { name: /^Refund/ })
			.first()
			.click()
		await dialog.getByLabel('Why').fill('Asked for it')
		await dialog.getByRole('button', { name: 'Refund all of it' }).click()
		await expect(page.getByText('Refunded').first()).toBeVisible()
		await customer.goto(`${shop.url}/account/guides`)
		await expect(guides.getByRole('heading', { name: 'Job and money' })).toBeVisible()
		await expect(guides.getByRole('button', { name: 'Download' })).toHaveCount(0)

		await page.goto(`${shop.adminUrl}/products/bundles`)
		await expect(row).toContainText('1 refunded')
		await row.getByRole('button', { name: 'Withdraw' }).click()
		await dialog.getByRole('button', { name: 'Withdraw Job and money' }).click()
		await expect(row).toContainText('Withdrawn')
	} finally {
		await shop.dispose()
	}
})
