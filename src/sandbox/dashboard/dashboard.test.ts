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

test('the first page leads everywhere and lists the test cards', async () => {
	const home = await page('/')
	for (const words of ['href="/mailbox"', 'href="/stripe"', 'href="/stripe/switches"', '4242 4242 4242 4242'])
		expect(home).toContain(words)
})

test('a refund from the page, part and rest, shows on the page and reaches the shop', async () => {
	const session = await buy('success')
	expect(await page(`/stripe/sessions/${session}`)).toContain('paid')
	const part = await press(`/stripe/sessions/${session}/refund`, { amount: '500' })
	expect(part.status).toBe(303)
	expect(await page(`/stripe/sessions/${session}`)).toContain('partly refunded')
	const tooMuch = await press(`/stripe/sessions/${session}/refund`, { amount: '1000' })
	expect(tooMuch.status).toBe(400)
	expect(await tooMuch.text()).toContain('greater than unrefunded amount')
	await press(`/stripe/sessions/${session}/refund`)
	expect(await page(`/stripe/sessions/${session}`)).toContain('>refunded<')
	await sandbox.shop.untilReceived('charge.refunded', 2)
})

test('a dispute is opened once, then won or lost once', async () => {
	const session = await buy('success')
	const opened = await sandbox.send('POST', `/stripe/sessions/${session}/dispute`, {})
	const { id } = await opened.json()
	expect((await sandbox.send('POST', `/stripe/sessions/${session}/dispute`, {})).status).toBe(409)
	expect(await page(`/stripe/sessions/${session}`)).toContain('needs response')
	expect((await press(`/stripe/disputes/${id}/close`, { status: 'won' })).headers.get('location')).toBe(
		`/stripe/sessions/${session}`,
	)
	expect((await press(`/stripe/disputes/${id}/close`, { status: 'lost' })).status).toBe(409)
	await sandbox.shop.untilReceived('charge.dispute.closed')
	expect(
		sandbox.shop.received.find(({ event }) => event?.type === 'charge.dispute.closed')?.event?.data.object,
	).toMatchObject({ id, status: 'won' })
})

test('a bank is told what to answer', async () => {
	const session = await buy('bank')
	expect(await page(`/stripe/sessions/${session}`)).toContain('The bank pays')
	await press(`/stripe/sessions/${session}/settle`, { outcome: 'succeeds' })
	expect(await sandbox.stripe.checkout.sessions.retrieve(session)).toMatchObject({ payment_status: 'paid' })
	expect((await press(`/stripe/sessions/${session}/settle`, { outcome: 'fails' })).status).toBe(409)
})

test('an open session is expired from the page, a paid one is not', async () => {
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await press(`/stripe/sessions/${id}/expire`)
	expect(await sandbox.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' })
	expect((await press(`/stripe/sessions/${await buy('success')}/expire`)).status).toBe(409)
})

test('events are listed with their deliveries, shown whole, and sent again', async () => {
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.stripe.checkout.sessions.expire(id)
	const before = sandbox.shop.received.length
	const [event] = (await sandbox.stripe.events.list({ type: 'checkout.session.expired', limit: 1 })).data
	await expect.poll(() => page(`/stripe/events/${event?.id}`)).toContain('delivered')
	expect(await page('/stripe')).toContain('checkout.session.expired')
	expect((await press(`/stripe/events/${event?.id}/resend`)).status).toBe(303)
	await expect.poll(() => sandbox.shop.received.length).toBeGreaterThan(before)
})

test('events put off after a failure are tried again at once when told so', async () => {
	sandbox.shop.answerWith(500)
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.stripe.checkout.sessions.expire(id)
	const [event] = (await sandbox.stripe.events.list({ type: 'checkout.session.expired', limit: 1 })).data
	const tries = async () => (await page(`/stripe/events/${event?.id}`)).split('<li>').length - 1
	// The fifth try would come sixteen seconds after the first.
	await expect.poll(tries, { timeout: 8_000 }).toBe(4)
	sandbox.shop.answerWith(200)
	await press('/stripe/events/hurry')
	await expect.poll(() => page(`/stripe/events/${event?.id}`), { timeout: 1_500 }).toContain('delivered')
}, 15_000)

test('the switches’ page saves, adds a fault, and sets all back', async () => {
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

test('nothing happens to a session that is not there', async () => {
	for (const action of ['expire', 'refund', 'dispute'])
		expect((await press(`/stripe/sessions/cs_test_none/${action}`)).status).toBe(404)
	expect((await press('/stripe/disputes/du_none/close', { status: 'won' })).status).toBe(404)
})
