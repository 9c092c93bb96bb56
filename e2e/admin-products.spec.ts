import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { catalogue } from '#catalogue/index.ts'
import { inWords } from '#web/pages/home/in-words.ts'
import { asksBeforeLeaving, openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodScreen } from './good-page.ts'
import { expect, withOwnShop } from './journey.ts'
import { clientOf, makeMember } from './people.ts'
import { fillCard } from './purchases.ts'
import { card, comeBackAs, ready } from './sign-in.ts'
import { type Shop, startShopWithAdmin } from './start-shops.ts'
import { untilWritten } from './until-written.ts'

// These journeys change pages that other journeys check, so they have a shop of their own.
const test = withOwnShop(() => startShopWithAdmin({ CONFIRMED_MARKETING_CLAIMS: 'none' }))

const guide = { product_id: '1', product_name: 'Student Guide', price: 0, status: 'completed' }

function pdf(text: string) {
	return { name: 'new.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${text}`) }
}

test('the pages of the shop show an owner’s changes to reviews, claims, prices and editions', async ({
	page,
	shop,
	browser,
	allow,
}) => {
	test.slow()
	const client = await clientOf(shop)
	await client.auth.setSession((await makeMember(shop)).session)
	await client.from('purchases').insert(guide)
	await client.from('reviews').insert({ catalogue_id: '1', rating: 2, body: 'Too short <b>for</b> me' })

	await openAdmin(page, shop, { path: '/products' })
	await expect(page.getByRole('row', { name: /Student Guide/ })).toContainText('2.0 from 1, 1 unanswered')
	await expectGoodOnEveryScreen(page, 'products')
	await page.getByRole('link', { name: '2.0 from 1' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/products/reviews?product=1`)
	await expect(page.getByText('Too short <b>for</b> me')).toBeVisible()
	await page.getByRole('button', { name: 'Answer' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByRole('blockquote')).toHaveText('Too short <b>for</b> me')
	await dialog.getByLabel('Your answer').fill('The next edition is longer.')
	await expect(dialog.getByText('This is what will happen:')).toBeVisible()
	await expect(dialog.getByText('Everybody can read it on the page')).toBeVisible()
	await expectGoodScreen(page, 'answering a review')
	await dialog.getByRole('button', { name: 'Publish the answer' }).click()
	await expect(page.getByText('You answered:')).toBeVisible()
	await page.getByRole('button', { name: 'Edit answer' }).click()
	await dialog.getByLabel('Your answer').fill('')
	await expect.poll(() => asksBeforeLeaving(page)).toBe(true)
	await dialog.getByLabel('Your answer').fill('The next edition is longer.')
	await expect.poll(() => asksBeforeLeaving(page)).toBe(false)
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	const visitor = await browser.newPage()
	await untilWritten(shop, '/products/student-guide', 'The next edition is longer.')
	await visitor.goto(`${shop.url}/products/student-guide`)
	await expect(visitor.getByText('The next edition is longer.')).toBeVisible()
	await page.getByRole('button', { name: 'Hide', exact: true }).click()
	await dialog.getByLabel('Because it is').selectOption('advert')
	await dialog.getByRole('button', { name: 'Hide the review' }).click()
	await expect(page.getByText('Hidden: advert')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'reviews')

	await page.getByRole('link', { name: 'Claims' }).click()
	const story = page.getByRole('row').filter({ hasText: 'Not shown' }).last()
	const words = (await story.getByRole('paragraph').first().textContent()) ?? ''
	await story.getByRole('button', { name: 'Confirm' }).click()
	await dialog.getByLabel('What proves it').fill('My diary of 2021, in the safe')
	await expect(dialog.getByText('on the pages within about ten seconds')).toBeVisible()
	await expectGoodScreen(page, 'confirming a claim')
	await dialog.getByRole('button', { name: 'Confirm it' }).click()
	await expect(page.getByText('Shown, confirmed')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'claims')
	await untilWritten(shop, '/about', words.slice(0, 40))
	await visitor.goto(`${shop.url}/about`)
	await expect(visitor.getByText(words.slice(0, 40))).toBeVisible()
	await page.getByRole('button', { name: 'Withdraw' }).click()
	await dialog.getByRole('button', { name: 'Withdraw it' }).click()
	await expect(page.getByText('Shown, confirmed')).toBeHidden()

	await page.getByRole('link', { name: 'All products' }).click()
	await page.getByRole('link', { name: 'CV Secrets' }).click()
	await page.getByRole('button', { name: 'Change the price' }).click()
	await dialog.getByLabel('New price').fill('16.99')
	await expect(dialog.getByText('at £16.99 instead of £14.99, from now on')).toBeVisible()
	await expectGoodScreen(page, 'changing a price')
	await dialog.getByRole('button', { name: 'Sell at £16.99' }).click()
	await expect(page.getByText('The catalogue of this version says £14.99')).toBeVisible()
	await page.getByRole('button', { name: 'Change the price' }).click()
	await dialog.getByLabel('New price').fill('12.99')
	await dialog.getByLabel('From').selectOption('time')
	await dialog.getByLabel('Date and time').fill(`${new Date().getFullYear() + 1}-01-01T09:00`)
	await dialog.getByRole('button', { name: 'Plan £12.99' }).click()
	await expect(page.getByText('Planned by')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a product')
	await page.getByRole('button', { name: 'Cancel it' }).click()
	await dialog.getByRole('button', { name: 'Cancel the planned price' }).click()
	await expect(page.getByText('Planned by')).toBeHidden()
	await page.getByRole('button', { name: 'Tax it as an e-book' }).click()
	await expect(dialog.getByText('Only what is read is zero-rated')).toBeVisible()
	await dialog.getByRole('button', { name: 'Charge 0 %' }).click()
	await expect(page.getByText('UK VAT at 0 %, as an e-book')).toBeVisible()
	await expect(page.getByText('The VAT rate is changed')).toBeVisible()
	await untilWritten(shop, '/products/cv-secrets', '£16.99')
	await visitor.goto(`${shop.url}/products/cv-secrets`)
	await expect(visitor.getByText('£16.99').first()).toBeVisible()
	expect(await visitor.content()).toContain('"price":"16.99"')
	await visitor.goto(shop.url)
	await expect(visitor.getByRole('button', { name: 'Buy for £16.99 CV Secrets' })).toBeVisible()

	await page.getByRole('link', { name: 'All products' }).click()
	await page.getByRole('link', { name: 'Student Guide' }).click()
	allow(/status of 409/)
	await page.getByLabel('The new edition').setInputFiles(pdf('cut'))
	await expect(page.getByText('The PDF is cut off')).toBeVisible()
	await page.getByLabel('The new edition').setInputFiles(pdf('whole\n%%EOF\n'))
	await expect(page.getByText('Uploaded, not published')).toBeVisible()
	await page.getByRole('button', { name: 'Publish it' }).click()
	await dialog.getByLabel('What changed').fill('The rents of next year')
	await expect(dialog.getByText('to everybody who has Student Guide')).toBeVisible()
	await expectGoodScreen(page, 'publishing an edition')
	await dialog.getByRole('button', { name: 'Give it to customers' }).click()
	await expect(page.getByText('published here.')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a product with an edition of its owner')
	await untilWritten(shop, '/products/student-guide', 'The rents of next year')
	await visitor.goto(`${shop.url}/products/student-guide`)
	await expect(visitor.getByText('The rents of next year')).toBeVisible()
	await page.getByRole('link', { name: 'All products' }).click()
	await page.getByRole('link', { name: 'Student Guide' }).click()
	await page.getByRole('button', { name: 'Take it back' }).click()
	await dialog.getByRole('button', { name: 'Take it back' }).click()
	await expect(page.getByText('from the catalogue.')).toBeVisible()
	await visitor.close()
})

test('an owner releases a guide that was coming soon, and a visitor finds and buys it', async ({
	page,
	shop,
	browser,
}) => {
	test.slow()
	await openAdmin(page, shop, { path: '/products' })
	const dialog = page.getByRole('dialog')
	await page.getByRole('link', { name: 'North East' }).click()
	await page.getByRole('button', { name: 'Hold the emails back' }).click()
	await dialog.getByRole('button', { name: 'Hold them back' }).click()
	await expect(page.getByText('Their emails wait until you send them.')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a product that is coming soon')
	await page.getByLabel('The file').setInputFiles(pdf('first\n%%EOF\n'))
	await expect(page.getByText('Its file is here')).toBeVisible()
	await page.getByRole('button', { name: 'Release it' }).click()
	await dialog.getByLabel('Price').fill('4.99')
	await expect(dialog.getByText('at £4.99, from now on')).toBeVisible()
	await expectGoodScreen(page, 'releasing a product')
	await dialog.getByRole('button', { name: 'Sell it at £4.99' }).click()
	await expect(page.getByText('Released here')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a product that was released here')
	await buyReleased(shop, await browser.newPage())
})

/** Finds a newly released product on its shelf as a visitor, and buys it with a new account. */
async function buyReleased(shop: Shop, visitor: Page): Promise<void> {
	const title = 'How to Make Money in the North East'
	const errors: string[] = []
	visitor.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
	await untilWritten(shop, '/money', '£4.99')
	await visitor.goto(`${shop.url}/money`)
	await expect(card(visitor, title)).toContainText('£4.99')
	await expectGoodOnEveryScreen(visitor, 'a shelf with a product that an owner has released')
	await visitor.goto(shop.url)
	const soon = catalogue.filter(({ comingSoon }) => comingSoon).length - 1
	await expect(
		visitor.getByText(
			`${inWords(catalogue.length - soon)} to read now, ${inWords(soon).toLowerCase()} on the way.`,
		),
	).toBeVisible()
	expect(await (await fetch(`${shop.url}/sitemap.xml`)).text()).toContain('/products/north-east-money')
	await card(visitor, title).getByRole('link', { name: 'Details' }).click()
	await expect(visitor).toHaveURL(`${shop.url}/products/north-east-money`)
	await visitor.reload()
	await ready(visitor)
	await expectGoodOnEveryScreen(visitor, 'the page of a product that an owner has released')
	// React reports no difference from the page that the server rendered.
	expect(errors).toEqual([])
	await visitor.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first().click()
	await expect(visitor).toHaveURL(`${shop.url}/auth?redirect=/get/north-east-money&tab=sign-up`)
	await comeBackAs(visitor, shop, await makeMember(shop))
	// The checkout opens by itself, because the visitor pressed the button before signing in.
	await visitor.goto(`${shop.url}/get/north-east-money`)
	await visitor.waitForURL(/\/checkout\/cs_/)
	await fillCard(visitor, '4242 4242 4242 4242')
	const downloading = visitor.waitForEvent('download')
	await visitor.getByRole('button', { name: /^Pay/ }).click()
	expect(await readFile(await (await downloading).path(), 'utf8')).toContain('first')
	await expect(visitor.getByText('Payment Successful!')).toBeVisible()
}

test('an owner takes a guide off sale, its page says so, and it comes back', async ({
	page,
	shop,
	browser,
}) => {
	await openAdmin(page, shop, { path: '/products/3' })
	await page.getByRole('button', { name: 'Take off sale' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByText('stays. It says that Student Budget Planner isn’t on sale')).toBeVisible()
	await dialog.getByRole('button', { name: 'Take it off sale' }).click()
	await expect(page.getByText('Nobody can get it. Its page says')).toBeVisible()
	await expectGoodScreen(page, 'a product off sale')

	const visitor = await browser.newPage()
	await expect(async () => {
		await visitor.goto(`${shop.url}/products/budget-planner`)
		await expect(visitor.getByText('isn’t on sale at the moment')).toBeVisible({ timeout: 500 })
	}).toPass()
	await expect(visitor.getByRole('button', { name: 'Buy Now' })).toHaveCount(0)
	await expectGoodScreen(visitor, 'the page of a guide off sale')
	await visitor.goto(shop.url)
	await expect(visitor.getByRole('link', { name: /Student Budget Planner/ })).toHaveCount(0)

	await page.getByRole('button', { name: 'Put on sale again' }).click()
	await dialog.getByRole('button', { name: 'Put it on sale again' }).click()
	await expect(page.getByRole('button', { name: 'Take off sale' })).toBeVisible()
	await expect(async () => {
		await visitor.goto(`${shop.url}/products/budget-planner`)
		await expect(visitor.getByRole('button', { name: 'Buy Now' })).toBeVisible({ timeout: 500 })
	}).toPass()
	await visitor.close()
})
