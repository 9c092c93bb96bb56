import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodCard, hostedPage } from '#sandbox/testing/hosted-page.ts'
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

const { openCheckoutSession, pageOf, pressPay, stateOf } = hostedPage(() => sandbox)

describe('3-D Secure', () => {
	const challengeCard = { ...goodCard, card: '4000 0025 0000 3155' }

	test('a card that requires a challenge pays after the buyer has confirmed', async () => {
		const checkoutSessionId = await openCheckoutSession()
		const { location } = await pressPay(checkoutSessionId, challengeCard)
		expect(location).toBe(`/checkout/${checkoutSessionId}/challenge`)
		expect(await stateOf(checkoutSessionId)).toMatchObject({
			status: 'open',
			payment_intent: { status: 'requires_action', next_action: { type: 'redirect_to_url' } },
		})
		expect(await (await sandbox.send('GET', `/checkout/${checkoutSessionId}/challenge`)).text()).toContain(
			'Is this you?',
		)
		const answered = await sandbox.submit(`/checkout/${checkoutSessionId}/challenge`, { answer: 'complete' })
		expect(answered.headers.get('location')).toBe(
			`https://shop.example/payment-success?session_id=${checkoutSessionId}`,
		)
		expect(await stateOf(checkoutSessionId)).toMatchObject({
			payment_status: 'paid',
			consent: { terms_of_service: 'accepted' },
		})
	})

	test('a buyer who failed the challenge may try again', async () => {
		const checkoutSessionId = await openCheckoutSession()
		await pressPay(checkoutSessionId, challengeCard)
		const answered = await sandbox.submit(`/checkout/${checkoutSessionId}/challenge`, { answer: 'fail' })
		expect(answered.headers.get('location')).toBe(`/checkout/${checkoutSessionId}`)
		expect(await pageOf(checkoutSessionId)).toContain('We are unable to authenticate your payment method.')
		expect(await stateOf(checkoutSessionId)).toMatchObject({
			status: 'open',
			payment_intent: { last_payment_error: { code: 'payment_intent_authentication_failure' } },
		})
		expect((await pressPay(checkoutSessionId, goodCard)).status).toBe(303)
	})

	test('answering a challenge that was never issued changes nothing', async () => {
		const checkoutSessionId = await openCheckoutSession()
		await sandbox.submit(`/checkout/${checkoutSessionId}/challenge`, { answer: 'complete' })
		expect(await stateOf(checkoutSessionId)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
	})
})
