import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect } from '../journey.ts'
import { buyCvSecrets, openCheckout, withProviderFault } from '../purchases.ts'
import { card, fillSignIn } from '../sign-in.ts'
import { goOffline, offlineConsole, offlineWords, type Scene, type ToastRow } from './row.ts'

const title = 'CV Secrets No One Tells You'

async function pressBuy({ page }: Scene): Promise<void> {
	await page.getByRole('button', { name: 'Buy Now' }).first().click()
}

/** Checks that nothing is lost: the same button now leads to the checkout. */
async function buysAfterAll(scene: Scene): Promise<void> {
	await pressBuy(scene)
	await scene.page.waitForURL(/\/checkout\/cs_/)
}

/** Signs in a buyer who has just paid or whose checkout is open. Returns the path of the success page. */
async function comeBackFromCheckout(scene: Scene, outcome: 'paid' | 'open'): Promise<string> {
	const { session } = await scene.arrive('/robots.txt')
	const begin = outcome === 'paid' ? buyCvSecrets : openCheckout
	const path = `/payment-success?session_id=${await begin(scene.shop, session)}`
	return path
}

export const buying: readonly ToastRow[] = [
	{
		says: 'Please sign in to purchase this product',
		kind: 'error',
		when: 'a visitor presses the button on a product’s card',
		cause: async ({ page }) => {
			await page.goto('/premium')
			await card(page, title).getByRole('button', { name: 'Buy for £14.99' }).click()
		},
		afterwards: async ({ page, newMember }) => {
			await expect(page).toHaveURL('/auth?redirect=/get/cv-secrets&tab=sign-up')
			await page.getByRole('tab', { name: 'Sign In' }).click()
			await fillSignIn(page, await newMember())
			await page.waitForURL(/\/checkout\/cs_/)
		},
	},
	{
		says: 'Failed to create payment session. Please try again.',
		kind: 'error',
		when: 'the answer contains no checkout',
		cause: async (scene) => {
			// The shop never sends an empty answer, but a proxy in between might.
			await scene.page.route('**/functions/v1/create-payment', (route) => route.fulfill({ json: {} }))
			await scene.arrive('/products/cv-secrets')
			await pressBuy(scene)
		},
		afterwards: async (scene) => {
			await scene.page.unroute('**/functions/v1/create-payment')
			await buysAfterAll(scene)
		},
	},
	{
		says: 'Failed to process payment. Please try again.',
		adds: /payment provider/,
		kind: 'error',
		quotes: 'reference',
		when: 'the payment provider fails',
		console: /status of 50\d/,
		cause: async (scene) => {
			await scene.arrive('/products/cv-secrets')
			const fault = { operation: 'checkout.sessions.create', fault: 'answer-500', next: 9 }
			await withProviderFault(scene.shop, fault, async () => {
				const refused = scene.page.waitForResponse(/create-payment/)
				await pressBuy(scene)
				await refused
			})
		},
		afterwards: buysAfterAll,
	},
	{
		says: 'Failed to process payment. Please try again.',
		adds: offlineWords,
		kind: 'error',
		when: 'the connection is lost',
		console: offlineConsole,
		cause: async (scene) => {
			await scene.arrive('/products/cv-secrets')
			await goOffline(scene.page, 'start-checkout')
			await pressBuy(scene)
		},
		afterwards: async (scene) => {
			await scene.page.context().setOffline(false)
			await buysAfterAll(scene)
		},
	},
	{
		says: 'You already own this product! Check your downloads.',
		kind: 'info',
		when: 'the product has been bought in another tab',
		console: /status of 409/,
		cause: async (scene) => {
			// Without this, the button might change to “Download” before it is pressed.
			await scene.page.routeWebSocket('**/realtime/v1/websocket*', () => {})
			// Waits until the page has asked which guides the user owns, and has learnt that there are none.
			const asked = scene.page.waitForResponse(/\/rest\/v1\/purchases\?/)
			const { session } = await scene.arrive('/products/cv-secrets')
			await asked
			await buyCvSecrets(scene.shop, session)
			await pressBuy(scene)
		},
		afterwards: async ({ page }) => {
			await expect(page.getByText('Already Purchased')).toBeVisible()
			const file = page.waitForEvent('download')
			await page.getByRole('button', { name: 'Download', exact: true }).click()
			await file
		},
	},
	{
		says: 'Nothing was charged',
		kind: 'info',
		when: 'the buyer leaves the checkout',
		cause: async (scene) => {
			await scene.arrive('/products/cv-secrets')
			await buysAfterAll(scene)
			await scene.page.getByRole('link', { name: /^Cancel and go back/ }).click()
		},
		afterwards: async (scene) => {
			await expect(scene.page).toHaveURL('/products/cv-secrets')
			await buysAfterAll(scene)
		},
	},
	{
		says: 'Invalid payment session - no session ID',
		kind: 'error',
		when: 'the success page is opened without a Checkout Session',
		cause: async ({ page }) => {
			await page.goto('/payment-success')
		},
		afterwards: async ({ page }) => {
			await expect(page).toHaveURL('/')
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		},
	},
	{
		says: 'Please sign in to complete your purchase',
		kind: 'error',
		when: 'the buyer comes back signed out',
		cause: async (scene) => {
			const path = await comeBackFromCheckout(scene, 'paid')
			await scene.page.evaluate(() => localStorage.clear())
			await scene.page.goto(path)
		},
		afterwards: async ({ page, member }) => {
			await expect(page).toHaveURL(/\/auth\?redirect=\/payment-success&session_id=cs_test_\w+$/)
			await fillSignIn(page, member())
			await expect(page.getByText('Payment Successful!')).toBeVisible()
		},
	},
	{
		says: 'Could not find your purchase. Please contact support.',
		kind: 'error',
		quotes: 'reference',
		when: 'the purchase belongs to another user',
		console: /status of 404/,
		cause: async (scene) => {
			const other = await scene.newMember()
			const checkoutSessionId = await buyCvSecrets(scene.shop, other.session)
			await scene.arrive(`/payment-success?session_id=${checkoutSessionId}`)
		},
		afterwards: async ({ page }) => {
			await expect(page.getByRole('heading', { name: 'We couldn’t find this purchase' })).toBeVisible()
			await page.getByRole('main').getByRole('link', { name: 'Your guides' }).click()
			await expect(page).toHaveURL('/account/guides')
		},
	},
	{
		says: 'Product file not found. Please contact support.',
		kind: 'error',
		quotes: 'reference',
		when: 'the owner has removed the file',
		console: /status of \d{3}/,
		cause: async (scene) => {
			const path = await comeBackFromCheckout(scene, 'paid')
			await withoutFile(scene, 'CV.zip', async () => {
				await scene.page.goto(path)
				await expect(scene.page.getByRole('heading', { name: /the file isn’t here yet/ })).toBeVisible()
			})
		},
		afterwards: async ({ page }) => {
			const file = page.waitForEvent('download')
			await page.getByRole('button', { name: 'Try again' }).click()
			await file
			await expect(page.getByText('Payment Successful!')).toBeVisible()
		},
	},
	{
		says: 'Error processing your purchase. Please contact support.',
		kind: 'error',
		quotes: 'reference',
		when: 'the shop itself fails',
		console: /status of 500/,
		cause: async (scene) => {
			const path = await comeBackFromCheckout(scene, 'paid')
			// Simulated, since this error cannot be caused for real.
			await scene.page.route('**/functions/v1/confirm-payment', (route) =>
				route.fulfill({ status: 500, headers: { 'x-request-id': 'made-up-500' }, json: {} }),
			)
			await scene.page.goto(path)
		},
		afterwards: async ({ page }) => {
			await page.unroute('**/functions/v1/confirm-payment')
			await page.getByRole('button', { name: 'Try again' }).click()
			await expect(page.getByText('Payment Successful!')).toBeVisible()
		},
	},
	{
		says: `Thank you for your purchase! ${title} is downloading now.`,
		kind: 'success',
		when: 'the payment is confirmed',
		cause: async (scene) => {
			const path = await comeBackFromCheckout(scene, 'paid')
			const file = scene.page.waitForEvent('download')
			await scene.page.goto(path)
			expect((await file).suggestedFilename()).toBe('CV.zip')
		},
		afterwards: async ({ page }) => {
			await expect(page).toHaveURL('/')
			await expect(card(page, title)).toContainText('Acquired')
		},
	},
]

/** Hides the shop's file during `run`, as if the owner had removed it. */
async function withoutFile({ shop }: Scene, name: string, run: () => Promise<void>): Promise<void> {
	const { secretKey } = JSON.parse(await readFile(join(shop.dataDir, 'keys.json'), 'utf8'))
	const files = createClient(shop.url, secretKey, { auth: { persistSession: false } }).storage.from('pdfs')
	expect((await files.remove([name])).error).toBeNull()
	try {
		await run()
	} finally {
		const bytes = await readFile(new URL(`../../goods/${name}`, import.meta.url))
		const { error } = await files.upload(name, bytes, { contentType: 'application/zip', upsert: true })
		expect(error).toBeNull()
	}
}
