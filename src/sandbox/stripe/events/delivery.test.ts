import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
	createTestSandbox,
	guideParams,
	type TestSandbox,
	webhookSecret,
} from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeEach(async () => {
	sandbox = await createTestSandbox()
})
afterEach(() => sandbox.stop())

/** Causes exactly one event: a Checkout Session that expires sends no other. */
async function sendOne(): Promise<string> {
	const checkoutSession = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.stripe.checkout.sessions.expire(checkoutSession.id)
	return checkoutSession.id
}

interface Listed {
	event: { id: string }
	deliveries: { state: string; attempts: { status: number | null; error: string | null }[] }[]
}

async function listedEvents(): Promise<Listed[]> {
	return await (await sandbox.send('GET', '/stripe/events.json')).json()
}

function signedAt(index: number): number {
	return Number(
		/^t=(\d+),v1=[0-9a-f]{64}$/.exec(String(sandbox.shop.received[index]?.headers['stripe-signature']))?.[1],
	)
}

test('the SDK accepts an event’s signature, and rejects it if one byte of the event is changed', async () => {
	await sendOne()
	await sandbox.shop.untilReceived('checkout.session.expired')
	const body = sandbox.shop.received[0]?.body ?? ''
	const signature = String(sandbox.shop.received[0]?.headers['stripe-signature'])
	expect(Stripe.webhooks.constructEvent(body, signature, webhookSecret).type).toBe('checkout.session.expired')
	expect(() =>
		Stripe.webhooks.constructEvent(body.replace('expired', 'expireD'), signature, webhookSecret),
	).toThrow(/signature/)
	expect(() => Stripe.webhooks.constructEvent(body, signature, 'whsec_another')).toThrow(/signature/)
	expect(Math.abs(signedAt(0) - Date.now() / 1000)).toBeLessThan(5)
})

test('a failed event is retried soon, with the same body and a new signature', async () => {
	sandbox.shop.answerWith(500)
	await sendOne()
	await sandbox.shop.untilReceived('checkout.session.expired')
	sandbox.advance(10)
	await sandbox.shop.untilReceived('checkout.session.expired', 2)
	sandbox.shop.answerWith(200)
	sandbox.advance(60)
	await sandbox.shop.untilReceived('checkout.session.expired', 3)
	expect(new Set(sandbox.shop.received.map(({ body }) => body)).size).toBe(1)
	expect(signedAt(1)).toBeGreaterThanOrEqual(signedAt(0) + 10)
	await expect
		.poll(async () => (await listedEvents())[0]?.deliveries)
		.toMatchObject([{ state: 'delivered', attempts: [{ status: 500 }, { status: 500 }, { status: 200 }] }])
	sandbox.advance(3600)
	await new Promise((resolve) => setTimeout(resolve, 200))
	expect(sandbox.shop.received).toHaveLength(3)
})

test('the first retries follow within seconds', async () => {
	sandbox.shop.answerWith(503)
	await sendOne()
	await sandbox.shop.untilReceived('checkout.session.expired', 3)
	expect(sandbox.shop.received.length).toBeGreaterThanOrEqual(3)
})

test('a restart retries failed events immediately, however long their delay was', async () => {
	// Otherwise retries that come by themselves would be counted too.
	sandbox.stopClock()
	sandbox.shop.answerWith(500)
	await sendOne()
	for (let tries = 1; tries <= 6; tries += 1) {
		await sandbox.shop.untilReceived('checkout.session.expired', tries)
		await expect.poll(async () => (await listedEvents())[0]?.deliveries[0]?.attempts.length).toBe(tries)
		if (tries < 6) sandbox.advance(60)
	}
	sandbox.shop.answerWith(200)
	await sandbox.restart()
	await sandbox.shop.untilReceived('checkout.session.expired', 7)
	await expect.poll(async () => (await listedEvents())[0]?.deliveries[0]?.state).toBe('delivered')
})

test('delivery ends after three days, and an event can be sent again by hand', async () => {
	sandbox.shop.answerWith(500)
	await sendOne()
	await sandbox.shop.untilReceived('checkout.session.expired')
	sandbox.advance(4 * 24 * 3600)
	await sandbox.shop.untilReceived('checkout.session.expired', 2)
	await expect.poll(async () => (await listedEvents())[0]?.deliveries[0]?.state).toBe('given_up')
	sandbox.shop.answerWith(200)
	const [listed] = await listedEvents()
	expect((await sandbox.send('POST', `/stripe/events/${listed?.event.id}/resend`, {})).status).toBe(200)
	await sandbox.shop.untilReceived('checkout.session.expired', 3)
	await expect.poll(async () => (await listedEvents())[0]?.deliveries.at(-1)?.state).toBe('delivered')
})

test('an event dropped by a switch arrives only if it is sent again by hand', async () => {
	await sandbox.switches({ events: { dropPercent: 100 } })
	await sendOne()
	await sandbox.switches({ events: { dropPercent: 0 } })
	const second = await sendOne()
	await sandbox.shop.untilReceived('checkout.session.expired')
	expect(sandbox.shop.received).toHaveLength(1)
	expect(sandbox.shop.received[0]?.event?.data.object).toMatchObject({ id: second })
	const dropped = (await listedEvents())[1]
	expect(dropped?.deliveries).toMatchObject([{ state: 'dropped', attempts: [] }])
	await sandbox.send('POST', `/stripe/events/${dropped?.event.id}/resend`, {})
	await sandbox.shop.untilReceived('checkout.session.expired', 2)
})

test('an event that a switch duplicates arrives twice with the same id', async () => {
	await sandbox.switches({ events: { duplicatePercent: 100 } })
	await sendOne()
	await sandbox.shop.untilReceived('checkout.session.expired', 2)
	expect(new Set(sandbox.shop.received.map(({ event }) => event?.id)).size).toBe(1)
})

test('the SDK rejects an event with a wrong signature, and a later attempt has the right one', async () => {
	sandbox.shop.answerWith(400)
	await sandbox.switches({ events: { misSignPercent: 100 } })
	await sendOne()
	await expect.poll(() => sandbox.shop.received.length).toBe(1)
	expect(sandbox.shop.received[0]?.event).toBeUndefined()
	await sandbox.switches({ events: { misSignPercent: 0 } })
	sandbox.shop.answerWith(200)
	await sandbox.shop.untilReceived('checkout.session.expired')
})

test.each([
	['an hour back', { stalePercent: 100 }, -3_600],
	['an hour ahead', { futurePercent: 100 }, 3_600],
])('a switch dates the signatures of events %s', async (_, events, offset) => {
	sandbox.shop.answerWith(400)
	await sandbox.switches({ events })
	await sendOne()
	await expect.poll(() => sandbox.shop.received.length).toBeGreaterThan(0)
	expect(Math.abs(signedAt(0) - offset - Date.now() / 1000)).toBeLessThan(5)
	await sandbox.switches({ events: { stalePercent: 0, futurePercent: 0 } })
	sandbox.shop.answerWith(200)
	await expect.poll(async () => (await listedEvents())[0]?.deliveries.at(-1)?.state).toBe('delivered')
	expect(Math.abs(signedAt(sandbox.shop.received.length - 1) - Date.now() / 1000)).toBeLessThan(5)
})

test('a delayed event waits, and a paused one is sent when the pause ends', async () => {
	await sandbox.switches({ events: { delayMs: 3_600_000 } })
	await sendOne()
	await sandbox.switches({ events: { delayMs: 0, paused: true } })
	await sendOne()
	await new Promise((resolve) => setTimeout(resolve, 300))
	expect(sandbox.shop.received).toHaveLength(0)
	await sandbox.switches({ events: { paused: false } })
	await sandbox.shop.untilReceived('checkout.session.expired')
	expect(sandbox.shop.received).toHaveLength(1)
	sandbox.advance(3_601)
	await sandbox.shop.untilReceived('checkout.session.expired', 2)
})

test('events sent in a random order all arrive', async () => {
	await sandbox.switches({ events: { shuffle: true } })
	const checkoutSessionIds = [await sendOne(), await sendOne(), await sendOne()]
	sandbox.advance(4)
	await sandbox.shop.untilReceived('checkout.session.expired', 3)
	const came = sandbox.shop.received.map(({ event }) =>
		event?.type === 'checkout.session.expired' ? event.data.object.id : '',
	)
	expect(came.sort()).toEqual(checkoutSessionIds.sort())
})
