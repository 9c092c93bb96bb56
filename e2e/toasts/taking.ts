import type { Response } from '@playwright/test'
import { expect } from '../journey.ts'
import { atProvider, buyCvSecrets } from '../purchases.ts'
import { card, comeBackAs, fillSignIn, ready } from '../sign-in.ts'
import { goOffline, offlineConsole, offlineWords, type Scene, type ToastRow } from './row.ts'

const free = 'Get Free PDF'

async function press(scene: Scene, name: string): Promise<void> {
	await scene.page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
}

function isPdf(answer: Response): boolean {
	return answer.url().includes('.pdf?token=')
}

/** Takes the guide of the page and waits for its file, which opens in a new tab. */
async function takeIt({ page }: Scene, name: string): Promise<void> {
	const file = page.context().waitForEvent('response', isPdf)
	await page.getByRole('button', { name, exact: true }).first().click()
	expect((await file).status()).toBe(200)
}

/** Buys CV Secrets and opens the path as its buyer. Returns the Checkout Session id. */
async function arriveAsOwner({ page, shop, newMember }: Scene, path: string): Promise<string> {
	const member = await newMember()
	const checkoutSessionId = await buyCvSecrets(shop, member.session)
	await comeBackAs(page, shop, member)
	// The success page waits for the payment, because the provider's event may not have arrived yet.
	await page.goto(`${shop.url}/payment-success?session_id=${checkoutSessionId}`)
	// Takes the focus instead of a click, which waits until the button stands still and could come after the redirect.
	await page.getByRole('button', { name: 'Stay here' }).focus()
	await page.goto(shop.url + path)
	return checkoutSessionId
}

export const taking: readonly ToastRow[] = [
	{
		says: 'Please sign in to download PDFs',
		kind: 'error',
		when: 'a visitor takes a free guide',
		cause: async (scene) => {
			await scene.page.goto('/products/startup-blueprint')
			await press(scene, free)
		},
		afterwards: async ({ page, newMember }) => {
			await expect(page).toHaveURL('/auth?redirect=/get/startup-blueprint&tab=sign-up')
			await page.getByRole('tab', { name: 'Sign In' }).click()
			const file = page.waitForEvent('download')
			await fillSignIn(page, await newMember())
			await file
			await expect(page).toHaveURL('/get/startup-blueprint')
		},
	},
	{
		says: 'Please sign in to download PDFs',
		kind: 'error',
		when: 'the session was ended on another device',
		console: /status of 40[013]/,
		cause: async (scene) => {
			const { session } = await scene.arrive('/products/student-guide')
			await ready(scene.page)
			const key = await scene.page.locator('meta[name="publishable-key"]').getAttribute('content')
			const ended = await fetch(`${scene.shop.url}/auth/v1/logout?scope=global`, {
				method: 'POST',
				headers: { apikey: key ?? '', authorization: `Bearer ${session.access_token}` },
			})
			expect(ended.status).toBe(204)
			await press(scene, free)
		},
		afterwards: async ({ page, member }) => {
			// The page offers sign-in rather than sign-up, because a user who has just been signed out has an account.
			await expect(page).toHaveURL('/auth?redirect=/get/student-guide')
			await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
			const file = page.waitForEvent('download')
			await fillSignIn(page, member())
			await file
			await expect(page).toHaveURL('/get/student-guide')
		},
	},
	{
		says: 'PDF opened in new tab',
		kind: 'success',
		when: 'a signed-in user takes a free guide',
		cause: async (scene) => {
			await scene.arrive('/products/student-guide')
			await takeIt(scene, free)
			await scene.page.bringToFront()
		},
		afterwards: async (scene) => {
			await expect(scene.page.getByText('Acquired', { exact: true })).toBeVisible()
			await takeIt(scene, 'Download')
		},
	},
	{
		says: 'Your browser blocked the new tab',
		adds: 'Open the PDF',
		kind: 'info',
		when: 'a popup blocker is on',
		ownPage: true,
		cause: async (scene) => {
			await scene.page.addInitScript(() => {
				window.open = () => null
			})
			await scene.arrive('/products/student-guide')
			await press(scene, free)
		},
		afterwards: async ({ page }) => {
			const opened = page.context().waitForEvent('page')
			const link = page.getByRole('link', { name: 'Open the PDF' })
			await expect(link).toHaveAttribute('href', /StudentGuide\.pdf/)
			await link.click()
			await opened
		},
	},
	{
		says: 'Failed to access PDF. Please try again.',
		kind: 'error',
		when: 'a user requests links to files too fast',
		console: /status of 429/,
		strictShop: true,
		cause: async (scene) => {
			const { shop } = await scene.useStrictShop()
			await scene.arrive('/products/student-guide', shop)
			await takeIt(scene, free)
			await scene.page.bringToFront()
			await press(scene, 'Download')
		},
		afterwards: async (scene) => {
			const file = scene.page.context().waitForEvent('response', { predicate: isPdf, timeout: 120_000 })
			await expect(async () => {
				const link = scene.page.waitForResponse(
					(answer) => answer.request().method() === 'POST' && answer.url().includes('/object/sign/'),
				)
				await press(scene, 'Download')
				expect((await link).status()).toBe(200)
			}).toPass({ intervals: [5_000], timeout: 120_000 })
			expect((await file).status()).toBe(200)
		},
	},
	{
		says: 'CV Secrets is downloading',
		kind: 'success',
		when: 'a buyer downloads a guide',
		cause: async (scene) => {
			await arriveAsOwner(scene, '/products/cv-secrets')
			const file = scene.page.waitForEvent('download')
			await press(scene, 'Download')
			expect((await file).suggestedFilename()).toBe('CV.zip')
		},
		afterwards: async ({ page }) => {
			await expect(page.getByText('Already Purchased')).toBeVisible()
			await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
		},
	},
	{
		says: 'Failed to access PDF. Please try again.',
		kind: 'error',
		quotes: 'reference',
		when: 'the purchase was refunded while the list of guides was open',
		console: /status of 400/,
		cause: async (scene) => {
			// Without this, the page would learn of the refund over its socket and remove the button before it is pressed.
			await scene.page.routeWebSocket(/\/realtime\//, (socket) => socket.close())
			const checkoutSessionId = await arriveAsOwner(scene, '/account/guides')
			const button = scene.page.getByRole('button', { name: 'Download CV Secrets' })
			await expect(button).toBeVisible()
			await atProvider(scene.shop, checkoutSessionId, 'refund')
			await expect.poll(() => statusOf(scene), { message: 'the refund reaches the shop' }).toBe('refunded')
			await button.click()
		},
		afterwards: async ({ page }) => {
			await page.getByRole('button', { name: 'Check again' }).click()
			await expect(page.getByRole('button', { name: 'Download CV Secrets' })).toHaveCount(0)
			await page.goto('/premium')
			await expect(card(page, 'CV Secrets').getByRole('button', { name: 'Buy for £14.99' })).toBeEnabled()
		},
	},
	...(
		[
			['a PDF', '/products/student-guide', free],
			['a ZIP', '/products/cv-secrets', 'Download'],
		] as const
	).map(
		([kind, path, button]): ToastRow => ({
			says: 'Failed to download PDF. Please try again.',
			kind: 'error',
			quotes: 'reference',
			when: `the link to ${kind} expires before it is opened`,
			console: /status of 400/,
			cause: async (scene) => {
				const { page } = scene
				if (kind === 'a ZIP') await arriveAsOwner(scene, path)
				else await scene.arrive(path)
				// The file is requested milliseconds after the link, so the test makes the link expire in between.
				await page.context().route('**/storage/v1/object/sign/pdfs/**', async (route) => {
					if (route.request().method() === 'POST') await route.continue()
					else await route.fulfill({ status: 400, headers: { 'x-request-id': 'made-up-400' }, json: {} })
				})
				await press(scene, button)
				await page.bringToFront()
			},
			afterwards: async (scene) => {
				const { page } = scene
				await expect.poll(() => page.context().pages(), 'no tab is left behind').toHaveLength(1)
				await page.context().unroute('**/storage/v1/object/sign/pdfs/**')
				const file = page.context().waitForEvent('response', (answer) => answer.url().includes('?token='))
				await press(scene, 'Download')
				expect((await file).status()).toBe(200)
			},
		}),
	),
	{
		says: 'Failed to download PDF. Please try again.',
		adds: offlineWords,
		kind: 'error',
		when: 'the connection is lost',
		console: offlineConsole,
		cause: async (scene) => {
			await arriveAsOwner(scene, '/products/cv-secrets')
			await expect(scene.page.getByText('Already Purchased')).toBeVisible()
			await goOffline(scene.page, 'take-free-guide')
			await press(scene, 'Download')
		},
		afterwards: async (scene) => {
			await scene.page.context().setOffline(false)
			const file = scene.page.waitForEvent('download')
			await press(scene, 'Download')
			await file
		},
	},
	{
		says: 'Download not available yet for this product',
		kind: 'error',
		when: 'a guide is listed before its file exists',
		ownPage: true,
		cause: async (scene) => {
			// No guide of the catalogue is in that state, so the test changes the data of the page.
			await scene.page.route(/\/student-guide\.data/, async (route) => {
				const data = await route.fetch()
				await route.fulfill({ response: data, body: withoutFile(await data.text()) })
			})
			await scene.arrive('/free')
			// Before hydration, the link would load the page as a document, with its file.
			await ready(scene.page)
			await scene.page.getByRole('link', { name: 'Details of Student Guide' }).click()
			await expect(scene.page).toHaveURL('/products/student-guide')
			// The address changes before the page, and the cards on the page before have such a button too.
			await expect(scene.page.getByRole('heading', { level: 1 })).toHaveText('Student Guide')
			await press(scene, free)
		},
		afterwards: async ({ page }) => {
			await expect(page.getByRole('button', { name: free }).first()).toBeEnabled()
			await expect.poll(() => page.context().pages()).toHaveLength(1)
			// The page may still be fetching scripts, and the journey would fail if it ended in the middle of one.
			await page.unrouteAll({ behavior: 'wait' })
		},
	},
]

/**
 * Returns the data of a page with no file for its guide. The router sends an object as `{ "_1": 2 }`: the indexes of its keys and
 * values in a list of all values. A negative index is a constant.
 */
function withoutFile(data: string): string {
	const values: unknown[] = JSON.parse(data)
	const key = `_${values.indexOf('pdfFileName')}`
	const none = -5
	return JSON.stringify(
		values.map((value) =>
			typeof value === 'object' && value !== null && key in value ? { ...value, [key]: none } : value,
		),
	)
}

/** Returns the status of the user's only purchase. */
async function statusOf({ shop, page, member }: Scene): Promise<string> {
	const key = await page.locator('meta[name="publishable-key"]').getAttribute('content')
	const rows = await fetch(`${shop.url}/rest/v1/purchases?select=status`, {
		headers: { apikey: key ?? '', authorization: `Bearer ${member().session.access_token}` },
	})
	const read: unknown = await rows.json()
	return Array.isArray(read) ? String(read[0]?.status) : ''
}
