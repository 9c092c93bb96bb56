import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

async function buy(card: string): Promise<string> {
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.pay(id, { card })
	return id
}

async function page(path: string): Promise<string> {
	const response = await fetch(`${sandbox.origin}${path}`, { headers: { accept: 'text/html' } })
	expect(response.status).toBe(200)
	return await response.text()
}

function press(path: string, fields: Record<string, string> = {}): Promise<Response> {
	return sandbox.submit(path, fields)
}

test('the home page links to the mailbox, the payments and the switches, and lists a test card', async () => {
	const home = await page('/')
	for (const words of ['href="/mailbox"', 'href="/stripe"', 'href="/stripe/switches"', '4242 4242 4242 4242'])
		expect(home).toContain(words)
})

test('partial and full refunds made on the page are shown there and reported to the shop', async () => {
	const checkoutSessionId = await buy('success')
	expect(await page(`/stripe/checkout-sessions/${checkoutSessionId}`)).toContain('paid')
	const part = await press(`/stripe/checkout-sessions/${checkoutSessionId}/refund`, { amount: '500' })
	expect(part.status).toBe(303)
	expect(await page(`/stripe/checkout-sessions/${checkoutSessionId}`)).toContain('partly refunded')
	const tooMuch = await press(`/stripe/checkout-sessions/${checkoutSessionId}/refund`, { amount: '1000' })
	expect(tooMuch.status).toBe(400)
	expect(await tooMuch.text()).toContain('greater than unrefunded amount')
	await press(`/stripe/checkout-sessions/${checkoutSessionId}/refund`)
	expect(await page(`/stripe/checkout-sessions/${checkoutSessionId}`)).toContain('>refunded<')
	await sandbox.shop.untilReceived('charge.refunded', 2)
})

test('a payment can be disputed in full only once, and a dispute can be decided only once', async () => {
	const checkoutSessionId = await buy('success')
	const opened = await sandbox.send('POST', `/stripe/checkout-sessions/${checkoutSessionId}/dispute`, {})
	const { id } = await opened.json()
	expect(
		(await sandbox.send('POST', `/stripe/checkout-sessions/${checkoutSessionId}/dispute`, {})).status,
	).toBe(409)
	expect(await page(`/stripe/checkout-sessions/${checkoutSessionId}`)).toContain('needs response')
	expect((await press(`/stripe/disputes/${id}/close`, { status: 'won' })).headers.get('location')).toBe(
		`/stripe/checkout-sessions/${checkoutSessionId}`,
	)
	expect((await press(`/stripe/disputes/${id}/close`, { status: 'lost' })).status).toBe(409)
	await sandbox.shop.untilReceived('charge.dispute.closed')
	expect(
		sandbox.shop.received.find(({ event }) => event?.type === 'charge.dispute.closed')?.event?.data.object,
	).toMatchObject({ id, status: 'won' })
})

test('the outcome of a bank debit can be chosen on the page, but only once', async () => {
	const checkoutSessionId = await buy('bank')
	expect(await page(`/stripe/checkout-sessions/${checkoutSessionId}`)).toContain('The bank pays')
	await press(`/stripe/checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'succeeds' })
	expect(await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({
		payment_status: 'paid',
	})
	expect(
		(await press(`/stripe/checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'fails' })).status,
	).toBe(409)
})

test('an open Checkout Session can be expired on the page, but a paid one cannot', async () => {
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await press(`/stripe/checkout-sessions/${id}/expire`)
	expect(await sandbox.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' })
	expect((await press(`/stripe/checkout-sessions/${await buy('success')}/expire`)).status).toBe(409)
})

test('events are listed with their deliveries, shown in full, and can be resent', async () => {
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.stripe.checkout.sessions.expire(id)
	const before = sandbox.shop.received.length
	const [event] = (await sandbox.stripe.events.list({ type: 'checkout.session.expired', limit: 1 })).data
	await expect.poll(() => page(`/stripe/events/${event?.id}`)).toContain('delivered')
	expect(await page('/stripe')).toContain('checkout.session.expired')
	expect((await press(`/stripe/events/${event?.id}/resend`)).status).toBe(303)
	await expect.poll(() => sandbox.shop.received.length).toBeGreaterThan(before)
})

test('failed deliveries can be retried at once', async () => {
	sandbox.shop.answerWith(500)
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.stripe.checkout.sessions.expire(id)
	const [event] = (await sandbox.stripe.events.list({ type: 'checkout.session.expired', limit: 1 })).data
	const tries = async () => (await page(`/stripe/events/${event?.id}`)).split('<li>').length - 1
	// The first four attempts come in quick succession. The fifth would come seven and a half seconds after the first.
	await expect.poll(tries, { timeout: 8_000 }).toBe(4)
	sandbox.shop.answerWith(200)
	await press('/stripe/events/hurry')
	await expect.poll(() => page(`/stripe/events/${event?.id}`), { timeout: 3_000 }).toContain('delivered')
})

test('the switches page saves switches, adds a fault and resets everything', async () => {
	await press('/stripe/switches', {
		delayMs: '5',
		dropPercent: '0',
		duplicatePercent: '0',
		misSignPercent: '0',
		stalePercent: '0',
		futurePercent: '0',
		shuffle: 'yes',
		settleAfterSeconds: '3',
		refundAfterSeconds: '4',
		termsMissing: 'yes',
		callsPerSecond: '100',
	})
	await press('/stripe/switches/faults', {
		operation: 'refunds.create',
		fault: 'cut-after',
		next: '2',
		ms: '0',
	})
	expect(await page('/stripe/switches')).toContain('refunds.create')
	expect(await (await sandbox.send('GET', '/stripe/switches')).json()).toMatchObject({
		events: { delayMs: 5, shuffle: true, paused: false },
		operations: [{ operation: 'refunds.create', fault: 'cut-after', next: 2 }],
		settleAfterSeconds: 3,
		refundAfterSeconds: 4,
		termsMissing: true,
		callsPerSecond: 100,
	})
	await press('/stripe/switches/calm')
	expect(await (await sandbox.send('GET', '/stripe/switches')).json()).toMatchObject({
		events: { delayMs: 0, shuffle: false },
		operations: [],
	})
})

test('an action on an unknown Checkout Session or dispute gets a 404', async () => {
	for (const action of ['expire', 'refund', 'dispute'])
		expect((await press(`/stripe/checkout-sessions/cs_test_none/${action}`)).status).toBe(404)
	expect((await press('/stripe/disputes/du_none/close', { status: 'won' })).status).toBe(404)
})
