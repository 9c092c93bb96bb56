import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { impatientFetch } from '../faults/impatient-fetch.ts'
import { keepBusy } from '../faults/keep-busy.ts'
import { startPassiveBalancer } from '../faults/passive-balancer.ts'
import { seededChance } from '../faults/random.ts'
import { seed } from '../faults/run-options.ts'
import { pairForFile } from '../faults/shop-pair.ts'
import { lastRelease, prepareCommit, removeCommits } from './commits.ts'

// Two servers of the last release are replaced by servers of this one in turn, and back again, on one database and under load.

const failSeconds = 2
afterAll(removeCommits)
const last = await prepareCommit(process.env.UPGRADE_LAST ?? (await lastRelease()))
const newest = fileURLToPath(new URL('../..', import.meta.url))
let release = last

const pair = pairForFile({
	startFront: (port, servers) => startPassiveBalancer({ port, servers, failSeconds }),
	release: () => release,
	// A release may bring new editions, and both servers must have the files of both.
	isLarge: true,
})

test(`no request and no sale is lost while the shop is upgraded, rolled back and upgraded again (seed ${seed})`, {
	timeout: 300_000,
}, async () => {
	const received: string[] = []
	const shoppers = await Promise.all(
		Array.from({ length: 4 }, () => pair().shopper(impatientFetch(received))),
	)
	const busy = keepBusy(shoppers, seededChance(seed))
	try {
		for (release of [newest, last, newest])
			for (const server of pair().servers) {
				await pause(1_000)
				expect(await server.stop()).toBe(0)
				await server.restart()
				await pause((failSeconds + 1) * 1_000)
			}
	} finally {
		await busy.stop()
	}
	expect(received.filter((status) => !/^[234]/.test(status))).toEqual([])
	expect(received.length).toBeGreaterThan(200)
	expect(pair().promises.completed.length).toBeGreaterThan(0)
})
