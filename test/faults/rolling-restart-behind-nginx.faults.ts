import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { keepBusy } from './keep-busy.ts'
import { findNginx, startNginx } from './nginx.ts'
import { startPassiveBalancer } from './passive-balancer.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { pairForFile, type StartFront } from './shop-pair.ts'

// Two servers are restarted in turn behind a proxy without health checks, which passes on all answers.

const nginx = findNginx()
// nginx's default is ten seconds, during which it sends nothing to a server that it could not reach.
const failSeconds = isFull ? 10 : 2

const ownFront: [string, StartFront] = [
	'a balancer that does what nginx does',
	(port, servers) => startPassiveBalancer({ port, servers, failSeconds }),
]
const nginxFront = (name: string, program: string, keepsConnections: boolean): [string, StartFront] => [
	name,
	(port, servers) => startNginx(program, port, servers, { failSeconds, keepsConnections }),
]
const fronts: [string, StartFront][] = [
	...(nginx === undefined ? [ownFront] : [nginxFront('nginx', nginx, false)]),
	...(nginx !== undefined && isFull
		? [nginxFront('nginx that keeps its connections', nginx, true), ownFront]
		: []),
]

/** Sends a request once. Records the status, or the reason for the failure. */
function impatientFetch(received: string[]): typeof fetch {
	return async (...asked) => {
		try {
			const answer = await fetch(...asked)
			received.push(String(answer.status))
			return answer
		} catch (error) {
			received.push(String(error instanceof Error ? error.cause : error))
			throw error
		}
	}
}

describe.each(fronts)('F22, behind %s', (_name, startFront) => {
	const pair = pairForFile({ startFront })

	test(`no request is lost while servers are restarted in turn (seed ${seed})`, {
		timeout: 150_000,
	}, async () => {
		const received: string[] = []
		const shoppers = await Promise.all(
			Array.from({ length: 4 }, () => pair().shopper(impatientFetch(received))),
		)
		const busy = keepBusy(shoppers, seededChance(seed))
		try {
			for (const server of pair().servers) {
				await pause(300)
				expect(await server.stop()).toBe(0)
				await server.restart()
				await pause((failSeconds + 1) * 1_000)
			}
		} finally {
			await busy.stop()
		}
		expect(received.filter((status) => !/^[234]/.test(status))).toEqual([])
		expect(received.length).toBeGreaterThan(50)
		expect(pair().promises.opened.length).toBeGreaterThan(0)
	})
})
