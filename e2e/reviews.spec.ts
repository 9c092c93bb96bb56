import { runStatement } from '#test/run-statement.ts'
import { databaseOf } from '../test/faults/in-database.ts'
import { expectAccessible, expectWithinWidth } from './good-page.ts'
import { expect, withOwnShop } from './journey.ts'
import { clientOf, mailTo, makeMember } from './people.ts'
import { atProvider, makeBuyer } from './purchases.ts'
import { startShopProcess } from './shop-process.ts'
import { card, comeBackAs, ready, toast } from './sign-in.ts'
import { goOffline, offlineConsole } from './toasts/row.ts'
import { untilWritten } from './until-written.ts'

// Reviews change every page, so these journeys have a shop of their own.
const test = withOwnShop(startShopProcess)
test.slow()

const address = '/products/cv-secrets'
const body = 'Two interviews <script>alert(1)</script> in a week.\nمفيد 🎓'

test('a review written by keyboard appears on the page, on the card and in the structured data', async ({
	page,
	shop,
	allow,
}) => {
	const buyer = await makeBuyer(shop)
	expect(await (await fetch(shop.url + address)).text()).not.toContain('AggregateRating')

	await comeBackAs(page, shop, buyer)
	await page.goto(`${address}#reviews`)
	await ready(page)
	const own = page.getByRole('region', { name: 'Your review' })
	await expect(own.getByText('What do you think of it?')).toBeVisible()
	await expectAccessible(page, 'the form')
	const publish = own.getByRole('button', { name: 'Publish your review' })
	const nobody = page.getByText('Nobody has reviewed it here yet.')
	await expect(nobody).toBeVisible()
	await publish.focus()
	await page.keyboard.press('Enter')
	await expect(own.getByText('Please choose one to five stars.')).toBeVisible()
	await expect(own.getByRole('radio', { name: '1 star' })).toBeFocused()
	for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
	await expect(own.getByRole('radio', { name: '4 stars' })).toBeChecked()
	await expect(own.getByText('4 out of 5')).toBeVisible()
	await page.keyboard.press('Tab')
	await expect(own.getByRole('textbox')).toBeFocused()
	await page.keyboard.insertText(body)
	await expect(own.getByText(`${body.length} of 1,000 characters`)).toBeVisible()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await expect(toast(page, 'Thank you for your review')).toBeVisible()
	await expect(own.getByRole('heading', { name: 'Your review' })).toBeFocused()
	await expect(own.getByText('Two interviews <script>')).toBeVisible()
	await expect(nobody).toBeHidden()

	const html = await untilWritten(shop, '/products/cv-secrets', 'Two interviews')
	expect(html).not.toContain('<script>alert')
	expect(html).toContain('"ratingValue":4,"ratingCount":1')
	await page.goto(shop.url)
	await ready(page)
	await expect(card(page, 'CV Secrets')).toContainText('4.0 from 1 review')
	await expect(card(page, 'CV Secrets')).not.toContainText('4.8 from 120')
	// Opened by a link of the site, so that the browser renders the page and fetches the reviews.
	await page.goto('/premium')
	await ready(page)
	await card(page, 'CV Secrets').getByRole('link').first().click()
	await page.waitForURL(/cv-secrets/)
	const reviews = page.locator('#reviews')
	await expect(reviews.locator('.review')).toContainText('Amara')
	await expect(reviews.locator('.review')).toContainText('bought')
	await expect(page.locator('.latest-review')).toContainText('Two interviews')

	await own.getByRole('button', { name: 'Edit your review' }).click()
	await own.getByRole('radio', { name: '5 stars' }).check()
	allow(offlineConsole)
	await goOffline(page)
	await own.getByRole('button', { name: 'Save your review' }).click()
	await expect(toast(page, 'Your review wasn’t saved')).toBeVisible()
	await page.context().setOffline(false)
	await own.getByRole('button', { name: 'Save your review' }).click()
	await expect(toast(page, 'Your review is saved')).toBeVisible()
	await untilWritten(shop, '/products/cv-secrets', /edited/)
	await page.goto(address)
	await ready(page)
	await expect(reviews.getByRole('img', { name: '5 out of 5 stars' }).first()).toBeVisible()
	await expectAccessible(page, 'the page with a review')
})

test('the draft of a review survives leaving the page, and removing a review needs a second press', async ({
	page,
	shop,
	signedInBuyer,
	allow,
}) => {
	const { checkoutSessionId, ...buyer } = await signedInBuyer()
	await page.goto(`${address}#reviews`)
	await ready(page)
	const own = page.getByRole('region', { name: 'Your review' })
	await own.getByRole('radio', { name: '3 stars' }).check()
	await own.getByRole('textbox').fill('Half a thought,\nand')
	await page.goto('/free')
	await page.goto(`${address}#reviews`)
	await ready(page)
	await expect(own.getByRole('radio', { name: '3 stars' })).toBeChecked()
	await expect(own.getByRole('textbox')).toHaveValue('Half a thought,\nand')
	await own.getByRole('button', { name: 'Publish your review' }).click()
	await expect(toast(page, 'Thank you for your review')).toBeVisible()
	await untilWritten(shop, '/products/cv-secrets', 'Half a thought')

	await own.getByRole('button', { name: 'Remove it' }).click()
	const question = own.getByRole('heading', { name: 'Remove your review?' })
	await expect(question).toBeFocused()
	await expectAccessible(page, 'the question before a review is removed')
	await own.getByRole('button', { name: 'Keep it' }).click()
	await expect(own.getByText('Half a thought')).toBeVisible()
	await own.getByRole('button', { name: 'Remove it' }).click()
	allow(offlineConsole)
	await goOffline(page)
	await own.getByRole('button', { name: 'Remove my review' }).click()
	await expect(toast(page, 'Your review wasn’t removed')).toBeVisible()
	await page.context().setOffline(false)
	await own.getByRole('button', { name: 'Remove my review' }).click()
	await expect(toast(page, 'Your review is removed')).toBeVisible()
	await expect(own.getByRole('heading', { name: 'You have this guide.' })).toBeFocused()
	await expect(own.getByRole('textbox')).toHaveValue('')
	await expect
		.poll(async () => await (await fetch(shop.url + address)).text(), { timeout: 60_000 })
		.not.toContain('Half a thought')

	// After a refund, the review can still be removed.
	await own.getByRole('radio', { name: '2 stars' }).check()
	await own.getByRole('button', { name: 'Publish your review' }).click()
	await expect(own.getByRole('button', { name: 'Edit your review' })).toBeVisible()
	await atProvider(shop, checkoutSessionId, 'refund')
	await mailTo(shop, buyer.email, /^Your refund/)
	await page.reload()
	await own.getByRole('button', { name: 'Remove it' }).click()
	await expect(own.getByRole('button', { name: 'Edit your review' })).toHaveCount(0)
	await own.getByRole('button', { name: 'Remove my review' }).click()
	await expect(own).toHaveCount(0)
})

test('a user asks for emails that ask for reviews, and turns them off again', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/account#review-emails')
	await ready(page)
	const asked = page.getByRole('checkbox', { name: 'Ask me what I think' })
	for (const isAsked of [true, false]) {
		await expect(asked).toBeChecked({ checked: !isAsked })
		await asked.click()
		await expect(toast(page, 'Saved')).toBeVisible()
		await page.reload()
		await ready(page)
		await expect(asked).toBeChecked({ checked: isAsked })
	}
})

test('a stranger reads sixty reviews page by page, and sees how to write one', async ({
	page,
	shop,
	allow,
}) => {
	// Written straight to the database, because buying as sixty users would take minutes.
	await runStatement(
		await databaseOf(shop.dataDir),
		`set session_replication_role = replica;
		insert into public.published_reviews (id, serial, catalogue_id, rating, body, author_name, acquired, refunded, month, edited)
		select gen_random_uuid(), 1000 + n, '3', 1 + n % 5, 'Review ' || n || repeat('a', n * 4), repeat('ن', 30), 'bought', n % 2 = 0, '2026-11', false
		from generate_series(1, 60) n;
		update shop.review_changes set count = count + 1`,
	)
	await untilWritten(shop, '/products/budget-planner', 'from 60 reviews')
	await page.goto('/products/budget-planner')
	await ready(page)
	const items = page.locator('#reviews .review')
	await expect(items).toHaveCount(10)
	await expectWithinWidth(page, 'long names and words')
	await expect(page.locator('#reviews').getByText('Do you have this guide?')).toBeVisible()
	await expect(page.locator('#reviews form')).toHaveCount(0)
	await page.getByRole('button', { name: 'Show more reviews' }).focus()
	await page.keyboard.press('Enter')
	await expect(items).toHaveCount(60)
	const texts = await items.evaluateAll((all) =>
		all.map(({ textContent }) => /Review (\d+)/.exec(textContent)?.[1]),
	)
	expect(texts).toEqual(Array.from({ length: 60 }, (_, index) => String(60 - index)))
	allow(offlineConsole)
	await goOffline(page)
	await page.keyboard.press('Enter')
	await expect(toast(page, 'The reviews couldn’t be loaded')).toBeVisible()
	await page.context().setOffline(false)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('button', { name: 'Show more reviews' })).toHaveCount(0)
	await expectWithinWidth(page, 'all reviews')
})

test('the link in an email that asks for a review lets the buyer unsubscribe', async ({
	page,
	shop,
	allow,
}) => {
	const member = await makeMember(shop)
	await runStatement(
		await databaseOf(shop.dataDir),
		`insert into shop.review_requests (user_id, catalogue_id, token, asked_at)
		values ('${member.session.user.id}', '2', '11111111-1111-4111-8111-111111111111', now())`,
	)
	await page.goto('/reviews/stop?token=11111111-1111-4111-8111-111111111111')
	await ready(page)
	await expectAccessible(page, 'the page before')
	await page.getByRole('button', { name: 'Stop these emails' }).click()
	await expect(page.getByRole('heading', { name: 'We won’t ask you again' })).toBeVisible()
	allow(/status of 403/)
	await page.goto('/reviews/stop?token=22222222-2222-4222-8222-222222222222')
	await page.getByRole('button', { name: 'Stop these emails' }).click()
	await expect(page.getByRole('heading', { name: 'We don’t know this link' })).toBeVisible()
})

test('each guide shows its own reviews and form, also after following a link from another guide', async ({
	page,
	shop,
	allow,
}) => {
	const text = 'The evidence lines got me two interviews.'
	const buyer = await makeBuyer(shop)
	const client = await clientOf(shop)
	await client.auth.setSession(buyer.session)
	const { error } = await client.from('reviews').insert({ catalogue_id: '2', rating: 5, body: text })
	expect(error).toBeNull()
	await untilWritten(shop, '/products/cv-secrets', text)

	await comeBackAs(page, shop, buyer)
	await page.goto(address)
	await ready(page)
	const reviews = page.locator('#reviews')
	const own = reviews.getByRole('region', { name: 'Your review' })
	await own.getByRole('button', { name: 'Edit your review' }).click()
	await own.getByRole('textbox').fill('Half of a sentence')

	// The data of the other guide can't be fetched, so its page is loaded as a document instead.
	allow(/products\/student-guide|Failed to load resource/)
	await page.route(/\/student-guide\.data/, (route) => route.abort())
	const document = page.waitForResponse('**/products/student-guide')
	await page
		.getByRole('link', { name: /Student Guide/ })
		.filter({ visible: true })
		.last()
		.click()
	await expect(page).toHaveURL('/products/student-guide')
	expect((await document).ok()).toBe(true)
	await expect(reviews).toContainText('Nobody has reviewed it here yet.')
	await expect(reviews).not.toContainText(text)
	await expect(own).toHaveCount(0)

	await page.unroute(/\/student-guide\.data/)
	await page.goto(address)
	await ready(page)
	await expect(reviews.getByRole('listitem').filter({ hasText: text })).toBeVisible()
	await expect(own).toContainText(text)
	const data = page.waitForResponse(/\/student-guide\.data/)
	await page
		.getByRole('link', { name: /Student Guide/ })
		.filter({ visible: true })
		.last()
		.click()
	expect((await data).ok()).toBe(true)
	await expect(reviews).toContainText('Nobody has reviewed it here yet.')
	await expect(reviews).not.toContainText(text)
	// If the visitor went back during the transition between the pages, the browser would cut it short and log an error.
	await expect
		.poll(() => page.evaluate(() => window.document.documentElement.matches(':active-view-transition')))
		.toBe(false)
	await page.goBack()
	await expect(reviews.getByRole('listitem').filter({ hasText: text })).toBeVisible()
})
