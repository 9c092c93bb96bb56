import { expect, test } from 'vitest'
import { requestAtRate, summarise } from './constant-rate.ts'

test('sends requests at the given rate without waiting for responses', async () => {
	const startedAt = performance.now()
	const askedAt: number[] = []
	const allAsked = Promise.withResolvers<void>()
	const answers = await requestAtRate({ perSecond: 100, seconds: 0.2 }, async () => {
		askedAt.push(performance.now() - startedAt)
		// None is answered before the last one has been sent.
		if (askedAt.length === 20) allAsked.resolve()
		await allAsked.promise
		await new Promise((resolve) => setTimeout(resolve, 300))
		return { status: 200, retryAfter: null }
	})
	expect(answers).toHaveLength(20)
	expect(askedAt.at(-1)).toBeGreaterThan(180)
	expect(askedAt.at(-1)).toBeLessThan(2_000)
	expect(Math.min(...answers.map(({ ms }) => ms))).toBeGreaterThanOrEqual(295)
})

test('counts a request without a response as failed and carries on', async () => {
	const answers = await requestAtRate({ perSecond: 100, seconds: 0.02 }, async (index) => {
		if (index === 0) throw new Error('connection lost')
		return { status: 200, retryAfter: null }
	})
	expect(summarise(answers)).toMatchObject({ offered: 2, done: 1, refused: 0, failed: 1 })
})

test('counts a 429 or 503 as a refusal only if it has Retry-After', () => {
	const answer = (status: number, retryAfter: string | null, ms: number) => ({ status, retryAfter, ms })
	expect(
		summarise([
			answer(200, null, 40),
			answer(200, null, 90),
			answer(503, '2', 7),
			answer(429, '1', 9),
			answer(503, null, 1),
			answer(500, '2', 1),
		]),
	).toEqual({ offered: 6, done: 2, refused: 2, failed: 2, doneP95Ms: 90, refusedP99Ms: 9 })
})
