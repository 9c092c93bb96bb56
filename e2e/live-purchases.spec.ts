import type { Browser, Page, WebSocket } from '@playwright/test'
import { expect, test } from './journey.ts'
import type { Member } from './people.ts'
import { atProvider, fillCard, openCheckout, payFor } from './purchases.ts'
import { card, comeBackAs } from './sign-in.ts'
import type { Shop } from './start-shops.ts'

const title = 'CV Secrets No One Tells You'

/** Resolves once the server has confirmed that a page is subscribed to changes. */
async function heard(page: Page): Promise<void> {
	const socket = await page.waitForEvent('websocket', (opened) => opened.url().includes('/realtime/v1/'))
	await socket.waitForEvent('framereceived', ({ payload }) => payload.includes('Subscribed to PostgreSQL'))
}

/** Opens a page on another device of the same user, and waits until it is subscribed to changes. */
async function openElsewhere(browser: Browser, shop: Shop, member: Member, path: string): Promise<Page> {
	const context = await browser.newContext({ baseURL: shop.url })
	const page = await context.newPage()
	await comeBackAs(page, shop, member)
	const listening = heard(page)
	await page.goto(path)
	await listening
	return page
}

test('a guide bought on one device appears on the others at once, and so does its refund', async ({
	page,
	browser,
	shop,
	newMember,
}, info) => {
	const member = await newMember()
	const shelf = await openElsewhere(browser, shop, member, '/premium')
	const guides = await openElsewhere(browser, shop, member, '/account/guides')
	await expect(card(shelf, title).getByRole('button', { name: 'Buy for £14.99' })).toBeVisible()
	await expect(guides.getByRole('main')).not.toContainText(title)

	await comeBackAs(page, shop, member)
	await page.goto('/')
	await card(page, title).getByRole('button', { name: 'Buy for £14.99' }).click()
	await page.waitForURL(/\/checkout\/cs_/)
	const checkoutSessionId = page.url().split('/').at(-1) ?? ''
	await fillCard(page, '4242 4242 4242 4242')
	await shelf.screenshot({ path: info.outputPath('before.png') })
	// All are watched from the press on, because the success page goes on to the home page after three seconds.
	await Promise.all([
		expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!'),
		expect(card(shelf, title)).toContainText('Acquired'),
		expect(guides.getByRole('main')).toContainText(title),
		page.getByRole('button', { name: /^Pay/ }).click(),
	])
	await page.screenshot({ path: info.outputPath('buyer.png') })
	await shelf.screenshot({ path: info.outputPath('shelf.png') })
	await guides.screenshot({ path: info.outputPath('guides.png') })

	await atProvider(shop, checkoutSessionId, 'refund')
	await expect(card(shelf, title).getByRole('button', { name: 'Buy for £14.99' })).toBeVisible()
	await expect(guides.getByRole('main')).toContainText(/refunded/i)
	for (const other of [shelf, guides]) await other.context().close()
})

/** Opens the success page before the payment is confirmed. `asked` returns how often the page has asked for the confirmation. */
async function waitForPayment(
	page: Page,
	shop: Shop,
	member: Member,
): Promise<{ checkoutSessionId: string; asked: () => number }> {
	const checkoutSessionId = await openCheckout(shop, member.session)
	await comeBackAs(page, shop, member)
	let count = 0
	page.on('request', (request) => {
		if (request.url().endsWith('/confirm-payment') && request.method() === 'POST') count++
	})
	await page.clock.install()
	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	await expect.poll(() => count).toBeGreaterThan(0)
	return { checkoutSessionId, asked: () => count }
}

test('the success page learns of the payment over its WebSocket, without polling', async ({
	page,
	shop,
	newMember,
}) => {
	const listening = heard(page)
	const { checkoutSessionId, asked } = await waitForPayment(page, shop, await newMember())
	await listening
	// It asks again once it is subscribed, and also before that if subscribing takes long.
	let before = 0
	await expect(async () => {
		before = asked()
		await page.waitForTimeout(1_000)
		expect(asked()).toBe(before)
		expect(before).toBeGreaterThan(1)
	}).toPass()
	await page.clock.fastForward(20_000)
	expect(asked()).toBe(before)
	await Promise.all([
		page.waitForEvent('download'),
		expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!'),
		payFor(shop, checkoutSessionId),
	])
})

test('without a WebSocket the success page polls, and a shelf shows owned guides when it is next loaded', async ({
	page,
	shop,
	newMember,
}) => {
	await page.routeWebSocket(/\/realtime\/v1\//, (socket) => void socket.close({ code: 1013 }))
	const { checkoutSessionId, asked } = await waitForPayment(page, shop, await newMember())
	await page.clock.fastForward(25_000)
	await expect.poll(asked).toBeGreaterThan(1)
	const download = page.waitForEvent('download')
	await payFor(shop, checkoutSessionId)
	await page.clock.fastForward(25_000)
	await download
	await page.goto('/premium')
	await expect(card(page, title)).toContainText('Acquired')
})

// The journeys' browser has no back/forward cache, so this checks the conditions for using one: https://web.dev/articles/bfcache
test('a page closes its WebSocket for the back/forward cache, and opens another when shown again', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	const sockets: WebSocket[] = []
	page.on('websocket', (socket) => sockets.push(socket))
	const listening = heard(page)
	const response = await page.goto('/account/guides')
	await listening
	expect(response?.headers()['cache-control']).toBe('no-cache')
	expect(sockets.some((socket) => !socket.isClosed())).toBe(true)

	const events = await listenedTo(page)
	expect(events).toContain('pagehide')
	for (const blocking of ['unload', 'beforeunload']) expect(events).not.toContain(blocking)

	await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
	await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true)
	const listeningAgain = heard(page)
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
	await listeningAgain
})

/** Returns the events for which the window of a page has listeners. */
async function listenedTo(page: Page): Promise<string[]> {
	const devtools = await page.context().newCDPSession(page)
	const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' })
	const { listeners } = await devtools.send('DOMDebugger.getEventListeners', {
		objectId: result.objectId ?? '',
	})
	return listeners.map(({ type }) => type)
}
