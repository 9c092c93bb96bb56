import { expect, test } from 'vitest'
import { judge, offer } from './offered.ts'

test('what is offered is asked at its rate, though no answer has come yet', async () => {
	const began = performance.now()
	const askedAt: number[] = []
	const answers = await offer({ perSecond: 100, seconds: 0.2 }, async () => {
		askedAt.push(performance.now() - began)
		await new Promise((resolve) => setTimeout(resolve, 300))
		return { status: 200, retryAfter: null }
	})
	expect(answers).toHaveLength(20)
	expect(askedAt.at(-1)).toBeLessThan(300)
	expect(Math.min(...answers.map(({ ms }) => ms))).toBeGreaterThanOrEqual(295)
})

test('a question without an answer is a failure, not an end of the measurement', async () => {
	const answers = await offer({ perSecond: 100, seconds: 0.02 }, async (index) => {
		if (index === 0) throw new Error('connection lost')
		return { status: 200, retryAfter: null }
	})
	expect(judge(answers)).toMatchObject({ offered: 2, done: 1, refused: 0, failed: 1 })
})

test('a refusal counts as one only where it says when to come again', () => {
	const answer = (status: number, retryAfter: string | null, ms: number) => ({ status, retryAfter, ms })
	expect(
		judge([
			answer(200, null, 40),
			answer(200, null, 90),
			answer(503, '2', 7),
			answer(429, '1', 9),
			answer(503, null, 1),
			answer(500, '2', 1),
		]),
	).toEqual({ offered: 6, done: 2, refused: 2, failed: 2, doneP95Ms: 90, refusedP99Ms: 9 })
})
