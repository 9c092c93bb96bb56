import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createProviderLines } from '#server/payments/provider-lines.ts'

const limits = { atOnce: 2, mostWaiting: 3, longestWaitMs: 100 }

describe('lines to the provider', () => {
	test('are never more than there are, and go to those who came first', async () => {
		const lines = createProviderLines({ ...limits, longestWaitMs: 5_000 })
		let calling = 0
		let most = 0
		const served: number[] = []
		await Promise.all(
			[0, 1, 2, 3, 4].map(async (caller) => {
				const handBack = await lines.take()
				served.push(caller)
				calling += 1
				most = Math.max(most, calling)
				await pause(20)
				calling -= 1
				handBack()
			}),
		)
		expect(most).toBe(2)
		expect(served).toEqual([0, 1, 2, 3, 4])
	})

	test('refuse at once whoever comes when too many wait, and the waiting when their time is up', async () => {
		const lines = createProviderLines(limits)
		await lines.take()
		const handBack = await lines.take()
		const began = performance.now()
		const ends = Array.from({ length: 4 }, () =>
			lines.take().then(
				() => undefined,
				() => performance.now() - began,
			),
		)
		const last = await ends.at(-1)
		expect(last).toBeLessThan(50)
		for (const end of ends.slice(0, 3)) expect(await end).toBeGreaterThanOrEqual(95)
		// Nobody who left is given a line: it is there for the next.
		handBack()
		expect(await lines.take()).toBe(handBack)
	})
})
