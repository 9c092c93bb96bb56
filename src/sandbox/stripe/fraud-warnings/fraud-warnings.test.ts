import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

async function buy(card: string) {
	const { id: checkoutSessionId } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.pay(checkoutSessionId, { card })
	const { payment_intent: intent } = await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId)
	return { checkoutSessionId, intent: String(intent) }
}

async function press(path: string, fields: Record<string, string> = {}): Promise<number> {
	return (await sandbox.send('POST', `/stripe/${path}`, fields)).status
}

/** Returns what each event about a warning of this payment says, oldest first. */
async function warningsOf(intent: string): Promise<unknown[]> {
	const { data } = await sandbox.stripe.events.list({
		types: ['radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated'],
	})
	return data.toReversed().flatMap(({ type, data: { object } }) => {
		if (!('actionable' in object) || object.payment_intent !== intent) return []
		return [[type.replace('radar.early_fraud_warning.', ''), object.actionable, object.fraud_type]]
	})
}

test('Stripe’s test card for early fraud warnings pays, and the warning ends with the whole refund', async () => {
	const { intent } = await buy('fraud_warning')
	expect(await warningsOf(intent)).toEqual([['created', true, 'made_with_stolen_card']])
	await sandbox.stripe.refunds.create({ payment_intent: intent, amount: 500 })
	expect(await warningsOf(intent)).toHaveLength(1)
	await sandbox.stripe.refunds.create({ payment_intent: intent })
	expect((await warningsOf(intent)).at(-1)).toEqual(['updated', false, 'made_with_stolen_card'])
})

test('a bank can warn of a payment that was made long ago, and the warning ends with a dispute', async () => {
	const { checkoutSessionId, intent } = await buy('success')
	const path = `checkout-sessions/${checkoutSessionId}`
	expect(await press(`${path}/fraud-warning`, { type: 'made_with_lost_card' })).toBe(200)
	expect(await press(`${path}/fraud-warning`, { type: 'made_up' })).toBe(400)
	expect(await press(`${path}/dispute`)).toBe(200)
	expect(await warningsOf(intent)).toEqual([
		['created', true, 'made_with_lost_card'],
		['updated', false, 'made_with_lost_card'],
	])
	const { id: unpaid } = await sandbox.stripe.checkout.sessions.create(guideParams())
	expect(await press(`checkout-sessions/${unpaid}/fraud-warning`)).toBe(409)
})
