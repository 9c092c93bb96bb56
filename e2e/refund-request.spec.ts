import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { mailTo } from './people.ts'
import { makeBuyer } from './purchases.ts'
import { ready, toast } from './sign-in.ts'

test('a buyer gets the money for an unopened guide back in two presses, with a confirmation by email', async ({
	page,
	shop,
	signedInBuyer,
}) => {
	const member = await signedInBuyer()
	await page.goto('/account/guides')
	await page.getByRole('link', { name: 'Cancel or refund CV Secrets' }).click()
	await expect(page.getByText('You haven’t opened it, so you can have your money back until')).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
	await expectGoodPage(page, 'an unopened guide')
	await page.getByText('I have a complaint').click()
	await page.getByLabel('Tell us about it').fill('You emailed me twice.')
	await page.getByRole('button', { name: 'Send the complaint' }).click()
	await expect(
		page.getByText(/^You complained about how we treat your data on .* at \d\d:\d\d:\d\d/),
	).toBeVisible()
	await expect(page.getByLabel('Tell us about it')).toHaveCount(0)
	await page.getByRole('button', { name: 'Get £14.99 back' }).press('Enter')
	await expect(page.getByText('You asked for your money back on')).toBeVisible()
	await expect(page.getByText('It has been refunded.')).toBeVisible()
	await expect(page.getByRole('button', { name: /back/ })).toHaveCount(0)
	await expectGoodPage(page, 'a refunded guide')
	const mail = await mailTo(shop, member.email, /^We’re refunding you/)
	expect(mail.text).toMatch(/ at \d\d:\d\d:\d\d you asked for your money back/)
	await page.goto('/account/guides')
	await expect(page.getByText('You can no longer download it.')).toBeVisible()
})

test('a buyer who has opened the guide says what is wrong, also if the guide was opened meanwhile', async ({
	page,
	shop,
	signedInBuyer,
	allow,
}) => {
	const member = await signedInBuyer()
	await page.goto('/account/refund')
	await expect(page.getByRole('button', { name: 'Get £14.99 back' })).toBeVisible()
	const other = await page.context().newPage()
	await other.goto('/account/guides')
	await ready(other)
	const downloading = other.waitForEvent('download')
	await other.getByRole('button', { name: 'Download CV Secrets' }).click()
	await (await downloading).path()
	allow(/status of 409/)
	await page.getByRole('button', { name: 'Get £14.99 back' }).click()
	await expect(toast(page, 'That didn’t work')).toBeVisible()
	await expect(page.getByText('You opened it on')).toBeVisible()
	await expectGoodPage(page, 'an opened guide')
	await page.getByLabel('What is wrong?').fill('Page 12 is blank.')
	await page.getByRole('button', { name: 'Send', exact: true }).click()
	await expect(page.getByText('You wrote to us on')).toBeVisible()
	await expect(page.getByText('“Page 12 is blank.”')).toBeVisible()
	await mailTo(shop, member.email, /^We’ve received your message/)
})

test('a buyer who is signed out gets the money back by an emailed link', async ({ page, shop, allow }) => {
	const member = await makeBuyer(shop)
	const receipt = /HS-\d+/.exec((await mailTo(shop, member.email, /^Your receipt/)).text)?.[0] ?? ''
	await page.goto('/refunds')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel a purchase' }).click()
	await expect(page).toHaveURL(/\/account\/refund$/)
	await page.getByLabel('Receipt number').fill(receipt)
	await page.getByLabel('Email address of the purchase').fill(member.email)
	await expectGoodPage(page, 'the form for a link')
	await page.getByRole('button', { name: 'Email me the link' }).click()
	await expect(page.getByRole('heading', { name: 'Now check your email' })).toBeVisible()
	await expectGoodPage(page, 'after asking for a link')
	const mail = await mailTo(shop, member.email, /^Your link for/)
	await page.goto(mail.links.find((link) => link.includes('/account/refund?link=')) ?? '')
	await page.getByRole('button', { name: 'Get £14.99 back' }).click()
	await expect(page.getByText('You asked for your money back on')).toBeVisible()
	await expectGoodPage(page, 'refunded by a link')
	allow(/status of 403/)
	await page.goto(`/account/refund?link=${'x'.repeat(43)}`)
	await expect(page.getByRole('heading', { name: 'This link doesn’t work any more' })).toBeVisible()
})

test('somebody without an account asks about their data by an emailed link', async ({ page, shop }) => {
	const email = `no-account-${Date.now()}@student.test`
	await page.goto('/privacy')
	await page.getByRole('link', { name: 'the form' }).click()
	await expect(page).toHaveURL('/account/refund#about-data')
	await page.getByLabel('Your email address').fill(email)
	await expectGoodPage(page, 'the form for a link about data')
	await page.getByRole('button', { name: 'Email me the link' }).click()
	await expect(page.getByRole('heading', { name: 'Now check your email' })).toBeVisible()
	const mail = await mailTo(shop, email, /^Your link to ask or complain/)
	await page.goto(mail.links.find((link) => link.includes('/account/refund?link=')) ?? '')
	await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
	await page.getByLabel('Tell us about it').fill('Which of my data do you have?')
	await page.getByRole('button', { name: 'Send the request' }).click()
	await expect(page.getByText(/^You asked about your data on .* at \d\d:\d\d:\d\d/)).toBeVisible()
	await expectGoodPage(page, 'a request about data by a link')
	await mailTo(shop, email, /^We’ve received your request about your data/)
})
