import { readFile } from 'node:fs/promises'
import { bothScreens, expect, test } from './journey.ts'
import { mailTo } from './people.ts'
import { fillCard } from './purchases.ts'
import { card, ready, toast } from './sign-in.ts'

const title = 'CV Secrets No One Tells You'

test('a visitor who is signed out is asked to sign in before buying', async ({ page }) => {
	await page.goto('/products/cv-secrets')
	await page.getByRole('button', { name: 'Buy Now' }).filter({ visible: true }).first().click()
	await expect(toast(page, 'Please sign in to purchase this product')).toBeVisible()
	await expect(page).toHaveURL('/auth?redirect=/get/cv-secrets&tab=sign-up')
	await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
})

test(
	'a buyer pays after a declined card, downloads the guide and owns it',
	bothScreens,
	async ({ page, signedInMember, shop, allow }) => {
		const member = await signedInMember()
		await page.goto('/')
		await ready(page)
		await card(page, title).getByRole('button', { name: 'Buy for £14.99' }).click()
		await page.waitForURL(/\/checkout\/cs_/)
		await expect(page.getByText('£14.99').first()).toBeVisible()

		allow(/status of 402/)
		await fillCard(page, '4000 0000 0000 0002')
		await page.getByRole('button', { name: /^Pay/ }).click()
		await expect(page.getByText(/declined/i).first()).toBeVisible()

		await fillCard(page, '4242 4242 4242 4242')
		const downloading = page.waitForEvent('download')
		const calls: string[] = []
		page.on('request', (request) => {
			const { pathname } = new URL(request.url())
			// The request for the buyer's guides comes from the cards, and is not part of the purchase.
			if (/\/v1\//.test(pathname) && pathname !== '/rest/v1/purchases')
				calls.push(`${request.method()} ${pathname}`)
		})
		await page.getByRole('button', { name: /^Pay/ }).click()
		await page.waitForURL(/\/payment-success\?session_id=cs_/)
		// First, because the page leaves after three seconds, and the message disappears after four.
		await expect(page.getByText('Payment Successful!')).toBeVisible()
		await expect(toast(page, `Thank you for your purchase! ${title} is downloading now.`)).toBeVisible()
		const download = await downloading
		// The download itself is not among these calls, because the browser requests it, not the page.
		expect(calls.filter((call) => !call.includes('/info/'))).toEqual([
			'POST /functions/v1/confirm-payment',
			'POST /storage/v1/object/sign/pdfs/CV.zip',
			'HEAD /storage/v1/object/sign/pdfs/CV.zip',
		])
		// Beside that, the page lists what is in the ZIP.
		await expect.poll(() => calls).toContain('GET /storage/v1/object/info/pdfs/CV.zip')
		const bytes = await readFile(await download.path())
		expect(bytes.subarray(0, 2).toString()).toBe('PK')
		expect(bytes.equals(await readFile('goods/CV.zip'))).toBe(true)
		await expect(page).toHaveURL('/')
		await expect(card(page, title)).toContainText('Acquired')

		await page.goto('/products/cv-secrets')
		await expect(page.getByText('Already Purchased').filter({ visible: true }).first()).toBeVisible()
		expect((await mailTo(shop, member.email, /receipt/i)).text).toContain('£14.99')
	},
)

test('downloading again on the success page stops the redirect, and the page explains what comes next', async ({
	page,
	signedInBuyer,
}) => {
	const member = await signedInBuyer()
	await page.clock.install()
	// Once the page has asked for the file, time passes only as the test says. Otherwise it could leave before the button is pressed.
	await page.route(/\/storage\/v1\/object\/sign\/[^?]+$/, async (route) => {
		await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
		await route.continue()
	})
	const first = page.waitForEvent('download')
	await page.goto(`/payment-success?session_id=${member.checkoutSessionId}`)
	// The shop tells the two apart by the address: only the one that was pressed counts as opening the guide.
	expect(new URL((await first).url()).searchParams.has('automatic')).toBe(true)
	const main = page.getByRole('main')
	const again = page.waitForEvent('download')
	await main.getByRole('button', { name: 'Download CV Secrets' }).click()
	expect((await again).suggestedFilename()).toBe('CV.zip')
	expect(new URL((await again).url()).searchParams.has('automatic')).toBe(false)
	await page.clock.fastForward(60_000)
	await expect(page).toHaveURL(`/payment-success?session_id=${member.checkoutSessionId}`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!')
	await expect(page.getByText('Redirecting you back...')).toBeHidden()
	await page.clock.resume()

	await expect(main.getByText('CV Secrets is yours.')).toBeVisible()
	const bytes = (await readFile('goods/CV.zip')).length
	await expect(main).toContainText(`CV.zip, ${Math.round(bytes / 1000)} kB`)
	await expect(main).toContainText(`We email it to ${member.email}.`)
	await expect(main).toContainText('Open first: CV guide')
	await expect(main.getByRole('link', { name: 'Student Guide' })).toHaveAttribute(
		'href',
		'/products/student-guide',
	)
	await main.getByRole('link', { name: 'your receipts' }).click()
	await expect(page).toHaveURL('/account/guides#receipts')
	await expect(page.getByRole('heading', { name: 'Receipts' })).toBeInViewport()
})

test('a cancelled checkout returns to the shop with nothing bought', async ({ page, signedInMember }) => {
	await signedInMember()
	await page.goto('/')
	await ready(page)
	await card(page, title).getByRole('button', { name: 'Buy for £14.99' }).click()
	await page.waitForURL(/\/checkout\/cs_/)
	await page
		.getByRole('link', { name: /cancel|back/i })
		.first()
		.click()
	// Back to where Buy was pressed.
	await expect(page).toHaveURL('/')
	await expect(card(page, title).getByRole('button', { name: 'Buy for £14.99' })).toBeInViewport()
	await expect(card(page, title).getByRole('button', { name: 'Buy for £14.99' })).toBeEnabled()
})
