import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { impatientFetch } from './impatient-fetch.ts'
import { keepBusy } from './keep-busy.ts'
import { startPassiveBalancer } from './passive-balancer.ts'
import { findProgram, startCaddy, startNginx } from './proxies.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { pairForFile, type StartFront } from './shop-pair.ts'

// Two servers are restarted in turn behind the proxies of deploy/, which pass on all answers.

const [nginx, caddy] = [findProgram('nginx'), findProgram('caddy')]
// For this long, nginx sends nothing to a server that it could not reach. The default is ten seconds.
const failSeconds = isFull ? 10 : 2

const nginxFront: [string, StartFront | undefined] = [
	'deploy/nginx.conf',
	nginx === undefined ? undefined : (port, servers) => startNginx(nginx, port, servers, failSeconds),
]
const caddyFront: [string, StartFront | undefined] = [
	'deploy/Caddyfile',
	caddy === undefined ? undefined : (port, servers) => startCaddy(caddy, port, servers),
]
const ownFront: [string, StartFront] = [
	'a balancer that does what nginx does',
	(port, servers) => startPassiveBalancer({ port, servers, failSeconds }),
]
const fronts = isFull ? [nginxFront, caddyFront, ownFront] : [nginx ? nginxFront : ownFront]

for (const [name, startFront] of fronts)
	if (startFront === undefined)
		test.skip(`${name}: not tested, because its program is not installed (apt-get install nginx caddy)`)

const startable = fronts.flatMap(([name, startFront]) => (startFront ? [{ name, startFront }] : []))

describe.each(startable)('behind $name', ({ startFront }) => {
	const pair = pairForFile({ startFront, isLarge: isFull })

	test(`no request is lost while servers are restarted in turn (seed ${seed})`, async () => {
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
