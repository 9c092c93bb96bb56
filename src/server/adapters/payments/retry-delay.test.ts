import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { delayBeforeRetry } from '#server/adapters/payments/provider-calls.ts'

const half = () => 0.5

function answer(statusCode: number, headers: Record<string, string> = {}, code = 'some_code') {
	return Stripe.errors.StripeError.generate({ type: 'invalid_request_error', statusCode, headers, code })
}

const noAnswer = new Stripe.errors.StripeConnectionError({ message: 'the connection broke' })

describe('a failed call is retried', () => {
	test.each([
		['after a 429', answer(429, {}, 'rate_limit')],
		['after a 429 because of a locked object', answer(429, {}, 'lock_timeout')],
		['while another call uses its idempotency key', answer(409, {}, 'idempotency_key_in_use')],
		['after a 503', answer(503)],
		['if no answer came', noAnswer],
		['if Stripe says so', answer(400, { 'stripe-should-retry': 'true' })],
	])('%s', (_name, error) => {
		expect(delayBeforeRetry(error, 1, half)).toBe(100)
	})

	test.each([
		['after a 400', answer(400)],
		['after a 404', answer(404)],
		['with a wrong key', answer(401)],
		['if Stripe says not to', answer(429, { 'stripe-should-retry': 'false' })],
		['after a 500 that Stripe would only repeat', answer(500, { 'stripe-should-retry': 'false' })],
		['after a bug of our own', new TypeError('a bug')],
	])('but not %s', (_name, error) => {
		expect(delayBeforeRetry(error, 1, half)).toBeUndefined()
	})

	test('after delays that double up to two seconds, at most seven times', () => {
		const longest = (error: unknown) =>
			Array.from({ length: 8 }, (_, index) => delayBeforeRetry(error, index + 1, () => 1))
		expect(longest(answer(429))).toEqual([200, 400, 800, 1_600, 2_000, 2_000, 2_000, undefined])
		// Fewer attempts without an answer, because a buyer is waiting.
		expect(longest(noAnswer).slice(0, 4)).toEqual([200, 400, 800, undefined])
	})

	test('after a random part of the delay, so that many callers do not retry at the same moment', () => {
		for (const part of [0, 0.1, 0.9]) expect(delayBeforeRetry(noAnswer, 3, () => part)).toBe(part * 800)
	})

	test('not before the time that Stripe asks for', () => {
		expect(delayBeforeRetry(answer(429, { 'retry-after': '5' }), 1, () => 0)).toBe(5_000)
		expect(delayBeforeRetry(answer(429, { 'retry-after': '5' }), 1, () => 1)).toBe(5_200)
		for (const unreadable of ['soon', '-1', '1e3', ''])
			expect(delayBeforeRetry(answer(429, { 'retry-after': unreadable }), 1, half)).toBe(100)
	})
})
