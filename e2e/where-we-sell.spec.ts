import { actAsScript, openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen } from './good-page.ts'
import { expect, onlyPhone, test } from './journey.ts'
import { mailTo } from './people.ts'
import { fillCard } from './purchases.ts'

const notice =
	/^We sell to people living in the United Kingdom\. If you live elsewhere, please take our free guides/

test(
	'a buyer from elsewhere is told before paying, and an owner refunds one who pays anyway',
	onlyPhone,
	async ({ page, signedInMember, shop }) => {
		const member = await signedInMember()
		await page.goto('/products/cv-secrets')
		const told = page.getByText(notice)
		await expect(told).toBeVisible()
		await told.getByRole('link', { name: 'Where we sell' }).click()
		await expect(page).toHaveURL('/terms#where-we-sell')
		await expect(
			page.getByText('We sell to people who live in the United Kingdom or the Isle of Man.'),
		).toBeVisible()
		await page.goBack()
		await told.getByRole('link', { name: 'free guides' }).click()
		await expect(page).toHaveURL('/free')
		await page.goBack()

		await page.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first().click()
		await page.waitForURL(/\/checkout\/cs_/)
		await expect(page.getByText(notice)).toBeVisible()
		await fillCard(page, '4242 4242 4242 4242')
		await page.getByLabel('Country or region').selectOption('France')
		await page.getByRole('button', { name: /^Pay/ }).click()
		await page.waitForURL(/\/payment-success/)
		const mail = await mailTo(shop, member.email, /checking your payment/)
		expect(mail.text).toContain('you can cancel')

		await openAdmin(page, shop)
		const card = page.getByRole('listitem').filter({ hasText: member.email })
		await expect(card).toContainText('Its billing address is in France, where you don’t sell')
		await card.getByRole('button', { name: 'Refund it' }).click()
		const dialog = page.getByRole('dialog')
		await dialog.getByLabel('Why').fill('lives in France')
		await dialog.getByRole('button', { name: 'Refund it' }).click()
		await expect(page.getByText('The refund is made')).toBeVisible()
		await mailTo(shop, member.email, /refund/i)
	},
)

test(
	'an owner decides where the shop sells, and Stripe sells to a buyer in the EU',
	onlyPhone,
	async ({ page, signedInMember, shop }) => {
		test.slow()
		await openAdmin(page, shop, { path: '/settings' })
		const section = page.getByRole('region', { name: 'Where you sell' })
		const decide = async (choice: string) => {
			await section.getByLabel(choice).check()
			await section.getByRole('button', { name: 'Sell there' }).click()
			const dialog = page.getByRole('dialog', { name: choice })
			await expect(dialog.getByRole('listitem').first()).toContainText('Sells')
			await dialog.getByRole('button', { name: 'Sell there' }).click()
			await expect(page.getByText('It’s set').first()).toBeVisible()
		}
		await expect(section.getByLabel('The United Kingdom only')).toBeChecked()
		await expectGoodOnEveryScreen(page, 'where-we-sell')
		await decide('The United Kingdom and outside the EU')
		const read = async () => await (await page.request.get(`${shop.url}/products/cv-secrets`)).text()
		await expect
			.poll(read, { timeout: 60_000 })
			.toContain('We can’t sell to people living in the European Union yet.')
		await decide('Everywhere, and Stripe sells to the EU')
		await expect.poll(read, { timeout: 60_000 }).toContain('I live in the European Union')

		await signedInMember()
		await page.goto('/products/cv-secrets')
		await page.getByLabel('I live in the European Union').check()
		await expectGoodOnEveryScreen(page, 'living in the EU')
		await page.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first().click()
		await page.waitForURL(/\/checkout\/cs_/)
		await expect(page.getByText('Sold through Link, the merchant of record')).toBeVisible()
		await openAdmin(page, shop, { path: '/settings' })
		await section.getByLabel('Everywhere, with your own EU registration').check()
		await section.getByLabel('Your number at the one-stop shop').fill('eu 372000017')
		await expectGoodOnEveryScreen(page, 'where-we-sell with a number')
		await decide('Everywhere, with your own EU registration')
		await expect.poll(read, { timeout: 60_000 }).toContain('the price includes your country’s VAT')
		await actAsScript(shop, 'set-where-we-sell', { area: 'uk' })
		await expect.poll(read, { timeout: 60_000 }).toContain('We sell to people living in the United Kingdom.')
	},
)
