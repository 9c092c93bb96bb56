import { expect, test } from 'vitest'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { pairForFile } from './shop-pair.ts'

// Two servers on one database are stopped and started in turn, as during an upgrade.

const pair = pairForFile()
const rounds = isFull ? 3 : 1
const tries = 5

/** Returns a `fetch` that retries like a browser if the connection was closed before an answer, and records each status. */
function patientFetch(received: number[]): typeof fetch {
	return async (...request) => {
		for (let left = tries; ; left -= 1) {
			try {
				const answer = await fetch(...request)
				received.push(answer.status)
				return answer
			} catch (error) {
				if (left === 0) throw error
				await new Promise((resolve) => setTimeout(resolve, 20))
			}
		}
	}
}

test(`while servers are restarted in turn, users can buy and take guides without seeing an error (seed ${seed})`, {
	timeout: 120_000 + rounds * 60_000,
}, async () => {
	const received: number[] = []
	const shoppers = await Promise.all(Array.from({ length: 4 }, () => pair().shopper(patientFetch(received))))
	const busy = keepBusy(shoppers, seededChance(seed))
	try {
		for (let round = 0; round < rounds; round += 1)
			for (const server of pair().servers) {
				await new Promise((resolve) => setTimeout(resolve, 300))
				expect(await server.stop()).toBe(0)
				await server.restart()
			}
	} finally {
		await busy.stop()
	}
	expect(received.filter((status) => status >= 500)).toEqual([])
	expect(received.length).toBeGreaterThan(50)
	expect(pair().promises.opened.length).toBeGreaterThan(0)
})
