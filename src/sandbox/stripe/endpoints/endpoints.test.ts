import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeEach(async () => {
	sandbox = await createTestSandbox()
})
afterEach(() => sandbox.stop())

async function expireOne(): Promise<string> {
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.stripe.checkout.sessions.expire(id)
	return id
}

async function shopEndpoint() {
	const { data } = await sandbox.stripe.webhookEndpoints.list()
	const [endpoint] = data
	if (endpoint === undefined) throw new Error('no webhook')
	return endpoint
}

test("the shop's webhook is registered for every event", async () => {
	expect(await shopEndpoint()).toMatchObject({
		url: `${sandbox.shop.url}/functions/v1/stripe-webhook`,
		enabled_events: ['*'],
		status: 'enabled',
	})
	await expireOne()
	await sandbox.shop.untilReceived('checkout.session.expired')
})

test('only the events to which the endpoint is subscribed are delivered', async () => {
	const { id } = await shopEndpoint()
	await sandbox.stripe.webhookEndpoints.update(id, { enabled_events: ['checkout.session.completed'] })
	await sandbox.restart()
	await expireOne()
	const { id: paid } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.pay(paid, {})
	await sandbox.shop.untilReceived('checkout.session.completed')
	expect(new Set(sandbox.shop.types())).toEqual(new Set(['checkout.session.completed']))
	const { data } = await sandbox.stripe.events.list({ type: 'checkout.session.expired' })
	expect(data).toMatchObject([{ pending_webhooks: 0 }])
})

test('nothing is delivered while the endpoint is disabled', async () => {
	const { id } = await shopEndpoint()
	await sandbox.stripe.webhookEndpoints.update(id, { disabled: true })
	await expireOne()
	await sandbox.stripe.webhookEndpoints.update(id, { disabled: false })
	await expireOne()
	await sandbox.shop.untilReceived('checkout.session.expired')
	expect(sandbox.shop.received).toHaveLength(1)
})

test('events that failed to be delivered can be listed', async () => {
	sandbox.shop.answerWith(400)
	await expireOne()
	await sandbox.shop.untilReceived('checkout.session.expired')
	expect((await sandbox.stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
	const of = async (...types: string[]) =>
		(await sandbox.stripe.events.list({ delivery_success: false, types })).data.length
	expect(await of('checkout.session.expired', 'charge.refunded')).toBe(1)
	expect(await of('charge.refunded')).toBe(0)
	sandbox.shop.answerWith(200)
	await expect
		.poll(async () => (await sandbox.stripe.events.list({ delivery_success: false })).data)
		.toEqual([])
})
