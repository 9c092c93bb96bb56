import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodCard, hostedPage } from '#sandbox/testing/hosted-page.ts'
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

const { openSession, pageOf, pressPay, stateOf } = hostedPage(() => sandbox)

describe('3-D Secure', () => {
	const challengeCard = { ...goodCard, card: '4000 0025 0000 3155' }

	test('a card that requires a challenge pays after the buyer has confirmed', async () => {
		const session = await openSession()
		const { location } = await pressPay(session, challengeCard)
		expect(location).toBe(`/checkout/${session}/challenge`)
		expect(await stateOf(session)).toMatchObject({
			status: 'open',
			payment_intent: { status: 'requires_action', next_action: { type: 'redirect_to_url' } },
		})
		expect(await (await sandbox.send('GET', `/checkout/${session}/challenge`)).text()).toContain(
			'Is this you?',
		)
		const answered = await sandbox.submit(`/checkout/${session}/challenge`, { answer: 'complete' })
		expect(answered.headers.get('location')).toBe(
			`https://shop.example/payment-success?session_id=${session}`,
		)
		expect(await stateOf(session)).toMatchObject({
			payment_status: 'paid',
			consent: { terms_of_service: 'accepted' },
		})
	})

	test('a buyer who failed the challenge may try again', async () => {
		const session = await openSession()
		await pressPay(session, challengeCard)
		const answered = await sandbox.submit(`/checkout/${session}/challenge`, { answer: 'fail' })
		expect(answered.headers.get('location')).toBe(`/checkout/${session}`)
		expect(await pageOf(session)).toContain('We are unable to authenticate your payment method.')
		expect(await stateOf(session)).toMatchObject({
			status: 'open',
			payment_intent: { last_payment_error: { code: 'payment_intent_authentication_failure' } },
		})
		expect((await pressPay(session, goodCard)).status).toBe(303)
	})

	test('answering a challenge that was never issued changes nothing', async () => {
		const session = await openSession()
		await sandbox.submit(`/checkout/${session}/challenge`, { answer: 'complete' })
		expect(await stateOf(session)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
	})
})
