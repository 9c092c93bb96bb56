import type { Page } from '@playwright/test'
import { z } from 'zod'
import { actAsScript, openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodPage, expectGoodScreen } from './good-page.ts'
import { expect, withOwnShop } from './journey.ts'
import { confirmationLink, mailTo, makeMember, makePerson } from './people.ts'
import { fillCard, makeBuyer } from './purchases.ts'
import { comeBackAs, ready, toast } from './sign-in.ts'
import { startShopWithAdmin } from './start-shops.ts'
import { fillSignUp } from './toasts/account-steps.ts'
import { untilWritten } from './until-written.ts'

// These journeys change pages that other journeys check, so they have a shop of their own.
const test = withOwnShop(() => startShopWithAdmin({ CONFIRMED_MARKETING_CLAIMS: 'none' }))

const inBundle = ['CV Secrets No One Tells You', 'Student Budget Planner']

test('an owner sells a bundle, and a refund takes both guides away', async ({
	page,
	shop,
	browser,
	allow,
}) => {
	test.slow()
	// While the form is being filled in, its preview is refused until the entries are valid.
	allow(/status of 409/)
	await openAdmin(page, shop, { path: '/products' })
	await page.getByRole('link', { name: 'Bundles' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/products/bundles`)
	await expect(page.getByText('No bundles yet')).toBeVisible()
	await page.getByRole('button', { name: 'Make a bundle' }).click()
	const dialog = page.getByRole('dialog')
	for (const title of inBundle) await dialog.getByLabel(title).check()
	await dialog.getByLabel('Name').fill('Job and money')
	await dialog.getByLabel('Sentence').fill('Get the job, and keep what it pays.')
	await dialog.getByLabel('Price (pounds)').fill('20.98')
	await expect(dialog.getByText('Separately they cost £20.98.')).toBeVisible()
	await dialog.getByLabel('Price (pounds)').fill('16.99')
	await expect(dialog.getByText('£3.99 less than buying them one by one')).toBeVisible()
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
	await expect(offer).toContainText('Both guides together £16.99 (£3.99 less than one by one)')
	await expect(offer.getByRole('button', { name: 'Buy both' })).toBeVisible()
	await expectGoodPage(customer, 'premium guides with a bundle')
	await offer.getByRole('link', { name: 'CV Secrets' }).click()
	await expect(customer).toHaveURL(`${shop.url}/products/cv-secrets`)
	await ready(customer)
	await expect(offer).toContainText('With Student Budget Planner')
	await expectGoodPage(customer, 'a product page with a bundle')
	await offer.getByRole('button', { name: 'Buy both' }).click()
	await customer.waitForURL(/\/checkout\/cs_/)
	for (const title of inBundle) await expect(customer.getByText(title).first()).toBeVisible()
	await expect(customer.getByText('These guides are the bundle “Job and money”.')).toBeVisible()
	await customer.getByRole('link', { name: 'Cancel and go back' }).click()
	await expect(customer).toHaveURL(/\/products\/cv-secrets#bundle-[0-9a-f]{8}$/)
	await expect(toast(customer, 'Nothing was charged')).toBeVisible()
	await expect(offer.getByRole('button', { name: 'Buy both' })).toBeFocused()
	await offer.getByRole('button', { name: 'Buy both' }).click()
	await customer.waitForURL(/\/checkout\/cs_/)
	await fillCard(customer, '4242 4242 4242 4242')
	await customer.getByRole('button', { name: 'Pay £16.99' }).click()
	await customer.waitForURL(/\/payment-success\?session_id=cs_/)
	await expect(customer.getByText('both guides are yours')).toBeVisible()
	for (const file of ['CV.zip', 'MonthlyBudget.zip'])
		await expect(customer.getByText(file)).toHaveText(/^\w+\.zip, [\d.]+ [kM]B\.$/)
	for (const document of ['CV guide', 'Budget planner'])
		await expect(customer.getByText(document, { exact: true })).toBeVisible()
	await expect(customer.getByRole('heading', { name: 'Goes well with it' })).toBeVisible()
	await expectGoodScreen(customer, 'a bundle that was bought')
	for (const [name, opens] of [
		['CV Secrets', 'Read online'],
		['Budget Planner', 'Open the planner'],
	] as const) {
		const downloading = customer.waitForEvent('download')
		await customer.getByRole('button', { name: `Download ${name}` }).click()
		await downloading
		await expect(customer.getByRole('link', { name: `${opens} ${name}` })).toBeVisible()
	}
	expect((await mailTo(shop, buyer.email, /receipt/i)).text).toContain(
		['Job and money', ...inBundle].join('\n'),
	)
	await customer.goto(`${shop.url}/account/guides`)
	const guides = customer.getByRole('region', { name: 'Your guides' })
	await expect(guides.getByText(/^In “Job and money”, \d/)).toHaveCount(2)
	await expectGoodPage(customer, 'the guides of a bundle')

	await customer.goto(`${shop.url}/products/budget-planner`)
	await ready(customer)
	await expect(offer).toHaveText(/You already have both guides of “Job and money”\.$/)
	await expect(offer.getByText('Get the job')).toBeHidden()
	await expect(offer.getByRole('button')).toHaveCount(0)

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
	await expect(dialog).toContainText('After a part refund, they keep it.')
	await dialog.getByLabel('Why').fill('Asked for it')
	await dialog.getByRole('button', { name: 'Refund all of it' }).click()
	await expect(page.getByText('Refunded').first()).toBeVisible()
	await customer.goto(`${shop.url}/account/guides`)
	await expect(guides.getByRole('heading', { name: 'Job and money' })).toBeVisible()
	await expect(guides.getByRole('button', { name: 'Download' })).toHaveCount(0)
	await expect(guides).toContainText('You can no longer download these guides.')
	for (const title of inBundle) await expect(guides.getByText(title)).toBeVisible()
	await expectGoodPage(customer, 'a bundle that was refunded')

	await page.goto(`${shop.adminUrl}/products/bundles`)
	await expect(row).toContainText('1 refunded')
	await row.getByRole('button', { name: 'Withdraw' }).click()
	await dialog.getByRole('button', { name: 'Withdraw Job and money' }).click()
	await expect(row).toContainText('Withdrawn')
	await customer.close()
})

test('a bundle waits for a visitor who signs up for it, but its address alone never opens the checkout', async ({
	shop,
	browser,
}) => {
	test.slow()
	const wanted = { title: 'Work and savings', sentence: 'Earn it, then keep it.', price_pence: 1599 }
	const { id } = z
		.object({ id: z.string() })
		.parse(await actAsScript(shop, 'make-bundle', { ...wanted, guides: ['2', '3'] }))
	const path = '/products/budget-planner'
	await untilWritten(shop, path, wanted.title)
	const checkout = /\/checkout\/cs_/
	const visitor = await browser.newPage({ baseURL: shop.url })
	const person = makePerson()
	await visitor.goto(path)
	await ready(visitor)
	const buyBoth = (page: Page) =>
		page.getByRole('region', { name: wanted.title }).getByRole('button', { name: 'Buy both' })
	await buyBoth(visitor).click()
	await expect(visitor).toHaveURL(`/auth?redirect=${path}%23${id}&tab=sign-up`)
	const chosen = (page: Page) => page.getByRole('region', { name: 'The guides you chose' })
	await expect(chosen(visitor)).toContainText('Work and savings£15.99, once')
	await expect(chosen(visitor).getByText('CV Secrets and Budget Planner')).toBeVisible()
	await expect(chosen(visitor)).toContainText('the checkout opens by itself')
	await expectGoodPage(visitor, 'signing up for a bundle')
	await fillSignUp(visitor, person)
	await expect(visitor.getByRole('main')).toContainText('the checkout for Work and savings opens by itself')

	const device = await browser.newPage({ baseURL: shop.url })
	const checkouts: string[] = []
	device.on('request', (request) => {
		if (request.method() === 'POST' && request.url().endsWith('/create-payment'))
			checkouts.push(request.url())
	})
	await device.goto(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
	await expect(chosen(device)).toContainText('the checkout opens by itself')
	await device.getByRole('button', { name: 'Confirm my email' }).click()
	await device.getByLabel('New password', { exact: true }).fill(person.password)
	await device.getByRole('button', { name: 'Set password' }).click()
	await device.waitForURL(checkout)
	await expect(device.getByText('£15.99').first()).toBeVisible()

	// Coming back, or opening the address, only shows the offer.
	await device.goBack()
	await expect(device).toHaveURL(`${path}#${id}`)
	await expect(buyBoth(device)).toBeFocused()
	await device.goto('about:blank')
	await device.goto(`/auth?redirect=${path}%23${id}`)
	await expect(device).toHaveURL(`${path}#${id}`)
	await expect(buyBoth(device)).toBeFocused()
	await expect(buyBoth(device)).toBeInViewport()
	expect(checkouts).toHaveLength(1)
	await device.context().close()

	// A user who has one of the guides reads what the other guide costs.
	const owner = await makeBuyer(shop)
	await comeBackAs(visitor, shop, owner)
	for (const shown of ['/premium', path]) {
		await visitor.goto(shown)
		const offer = visitor.getByRole('region', { name: wanted.title })
		await expect(offer).toContainText(
			'You already have CV Secrets No One Tells You. Student Budget Planner on its own is £5.99.',
		)
		await expect(offer.getByRole('link', { name: 'Student Budget Planner' })).toHaveCount(
			shown === path ? 0 : 2,
		)
		await expect(offer.getByRole('button')).toHaveCount(0)
		await expectGoodPage(visitor, `a bundle on ${shown} for the owner of one of its guides`)
	}
	await visitor.goto('/refunds')
	await expect(
		visitor.getByText('If we refund it, you can’t download any of its guides again.'),
	).toBeVisible()
	await visitor.goto('/terms')
	await expect(visitor.getByText('we also sell several guides together, as a bundle')).toBeVisible()
	await visitor.context().close()
	await actAsScript(shop, 'withdraw-bundle', { id })
})

test('a visitor who wants a bundle that has just been withdrawn is told that it’s no longer sold', async ({
	shop,
	browser,
	allow,
}) => {
	test.slow()
	// The server refuses to sell it.
	allow(/status of 400/)
	const wanted = { title: 'Gone soon', sentence: 'Not for long.', price_pence: 1699 }
	const { id } = z
		.object({ id: z.string() })
		.parse(await actAsScript(shop, 'make-bundle', { ...wanted, guides: ['2', '3'] }))
	const path = '/products/cv-secrets'
	await untilWritten(shop, path, wanted.title)
	const visitor = await browser.newPage({ baseURL: shop.url })
	await comeBackAs(visitor, shop, await makeMember(shop))
	await visitor.goto(path)
	await ready(visitor)
	const offer = visitor.getByRole('region', { name: wanted.title })
	await expect(offer.getByRole('button', { name: 'Buy both' })).toBeVisible()
	await actAsScript(shop, 'withdraw-bundle', { id })
	await offer.getByRole('button', { name: 'Buy both' }).click()
	const message = toast(visitor, 'This bundle is no longer sold')
	await expect(message).toBeVisible()
	await expect(message).not.toContainText('try again')
	await expect(offer).toHaveText('Gone soonThis bundle is no longer sold.')
	await expect(offer).toBeFocused()
	await expectGoodPage(visitor, 'a bundle that was withdrawn')

	// This is the address to which signing in leads, once the pages no longer offer the bundle.
	await expect
		.poll(async () => await (await fetch(shop.url + path)).text(), { timeout: 60_000 })
		.not.toContain(id)
	await visitor.goto('about:blank')
	await visitor.goto(`/auth?redirect=${path}%23${id}`)
	await expect(visitor).toHaveURL(`${path}#${id}`)
	await expect(message).toBeVisible()
	await visitor.context().close()
})
