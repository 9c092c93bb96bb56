import type { Page, Route } from '@playwright/test'
import { expect, test } from './journey.ts'
import { atProvider, buyCvSecrets, openCheckout, payFor } from './purchases.ts'
import { card, comeBackAs, fillSignIn, ready, toast } from './sign-in.ts'

/** Holds back and counts the requests to an address. */
async function holdBack(page: Page, address: string | RegExp) {
	const waiting: Route[] = []
	let asked = 0
	let open = false
	await page.route(address, async (route) => {
		asked += 1
		if (open) await route.continue()
		else waiting.push(route)
	})
	return {
		asked: () => asked,
		letGo: async () => {
			open = true
			for (const route of waiting) await route.continue()
		},
	}
}

test('the button says “Preparing...” while a free guide is fetched, and two quick clicks take it once', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/free')
	await ready(page)
	const [links, rows] = [
		await holdBack(page, /\/storage\/v1\/object\/sign\/[^?]+$/),
		await holdBack(page, /\/rest\/v1\/purchases$/),
	]
	const button = card(page, 'Student Guide').getByRole('button')
	await button.dblclick()
	await expect(button).toHaveText(/^Preparing\.\.\./)
	await expect(button).toHaveAttribute('aria-disabled', 'true')
	await page.bringToFront()
	// Presses the button once more while it is disabled.
	await button.click({ force: true })
	await expect.poll(links.asked).toBe(1)
	await Promise.all([links.letGo(), rows.letGo()])
	await page.bringToFront()
	await expect(button).toHaveText(/^Download/)
	expect([links.asked(), rows.asked(), page.context().pages().length]).toEqual([1, 1, 2])
	await expect(card(page, 'Student Guide')).toContainText('Acquired')
})

test('the button says “Redirecting...” while the checkout opens, and two quick clicks open one checkout', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/products/cv-secrets')
	await ready(page)
	const starts = await holdBack(page, /\/create-payment$/)
	await page.getByRole('button', { name: 'Buy Now' }).first().dblclick()
	await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeVisible()
	await expect.poll(starts.asked).toBe(1)
	await starts.letGo()
	await page.waitForURL(/\/checkout\/cs_/)
	expect(starts.asked()).toBe(1)
	await page.goBack()
	await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeEnabled()
})

test('a form submitted twice in quick succession signs in once', async ({ page, newMember }) => {
	const member = await newMember()
	await page.goto('/auth')
	const tokens = await holdBack(page, /grant_type=password/)
	await fillSignIn(page, member)
	const button = page.getByRole('tabpanel').getByRole('button', { name: 'Signing in...' })
	await expect(button).toBeVisible()
	await button.click({ force: true })
	await page.keyboard.press('Enter')
	await tokens.letGo()
	await expect(toast(page, 'Welcome back!')).toHaveCount(1)
	expect(tokens.asked()).toBe(1)
})

test('an owned guide is shown as owned in the grid and on its page', async ({ page, shop, newMember }) => {
	const member = await newMember()
	await payAndReturn(page)
	await page.goto('/premium')
	const own = card(page, 'CV Secrets No One Tells You')
	await expect(own).toContainText('Acquired')
	await expect(own.getByRole('button', { name: 'Download' })).toBeEnabled()
	const other = card(page, 'Student Budget Planner')
	await expect(other).not.toContainText('Acquired')
	await expect(other.getByRole('button', { name: 'Buy for £5.99' })).toBeEnabled()
	await page.goto('/products/cv-secrets')
	await expect(page.getByText('Already Purchased')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(0)

	async function payAndReturn(buyer: Page): Promise<void> {
		const checkoutSessionId = await buyCvSecrets(shop, member.session)
		await comeBackAs(buyer, shop, member)
		// All at the same time, because the page leaves after three seconds, and the download can take as long to begin.
		await Promise.all([
			buyer.waitForEvent('download'),
			buyer.goto(`/payment-success?session_id=${checkoutSessionId}`),
			expect(
				buyer.getByText('Your download should start automatically. Redirecting you back...'),
			).toBeVisible(),
		])
	}
})

test('the success page shows each stage of waiting, and finishes when the payment arrives', async ({
	page,
	shop,
	newMember,
}) => {
	const member = await newMember()
	const checkoutSessionId = await openCheckout(shop, member.session)
	await comeBackAs(page, shop, member)
	await page.clock.install()
	const asking = await holdBack(page, '**/functions/v1/confirm-payment')
	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	await expect(page).toHaveURL(`/payment-success?session_id=${checkoutSessionId}`)
	const heading = page.getByRole('heading', { level: 1 })
	await expect(heading).toHaveText('Processing your purchase...')
	await expect.poll(asking.asked).toBe(1)
	await asking.letGo()
	await expect(heading).toHaveText('Waiting for your bank to confirm')
	await expect
		.poll(
			async () => {
				await page.clock.fastForward(10_000)
				return heading.textContent()
			},
			{ timeout: 30_000, intervals: [200] },
		)
		.toBe('Your payment is still being confirmed')

	await payFor(shop, checkoutSessionId)
	// From here on time passes only as the test says, however busy the machine is.
	await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
	await page.getByRole('button', { name: 'Check again' }).click()
	await expect(heading).toHaveText('Payment Successful!')
	await page.clock.fastForward(2_900)
	await expect(heading).toHaveText('Payment Successful!')
	await page.clock.fastForward(200)
	await expect(page).toHaveURL('/')
})

test('the success page reports an expired checkout, a refund and a dispute', async ({
	page,
	shop,
	signedInMember,
	allow,
}) => {
	// The success page may request the file just after the purchase has been revoked.
	allow(/status of 400/)
	const member = await signedInMember()
	// Each attempt opens the page anew.
	const opening = { timeout: 60_000 }
	for (const [action, words] of [
		['expire', 'This checkout has closed'],
		['refund', 'This purchase was refunded'],
		['dispute', 'This payment is disputed with your bank'],
	] as const) {
		const checkoutSessionId = await openCheckout(shop, member.session)
		if (action !== 'expire') {
			await payFor(shop, checkoutSessionId)
			await expect.poll(() => stage(page, checkoutSessionId), opening).toBe('Payment Successful!')
		}
		await atProvider(shop, checkoutSessionId, action)
		await expect.poll(() => stage(page, checkoutSessionId), opening).toBe(words)
		await expect(page.getByRole('main')).toContainText('CV Secrets No One Tells You')
		await expect(page.getByRole('main').getByRole('link', { name: 'Premium guides' })).toBeVisible()
	}
})

/** Opens the success page and returns its final heading. */
async function stage(page: Page, checkoutSessionId: string): Promise<string | null> {
	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	await expect(page).toHaveURL(`/payment-success?session_id=${checkoutSessionId}`)
	const heading = page.getByRole('heading', { level: 1 })
	await expect(heading).not.toHaveText('Processing your purchase...')
	return await heading.textContent()
}

test('if the toaster cannot be loaded, the message is shown without it', async ({ page, allow }) => {
	allow(/ERR_FAILED|^failed: .*toaster/)
	await page.route(/toaster-[^/]+\.(js|css)$/, (route) => route.abort('failed'))
	await page.goto('/payment-success')
	const message = page.getByRole('status').filter({ hasText: 'Invalid payment session - no session ID' })
	await expect(message).toBeVisible()
	await expect(page).toHaveURL('/')
	await message.getByRole('button', { name: 'Close' }).click()
	await expect(message).toHaveCount(0)
})
