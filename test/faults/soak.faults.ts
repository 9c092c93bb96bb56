import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { seededChance } from './random.ts'
import { plantedLeak, seed, soakMinutes } from './run-options.ts'
import { pairForFile } from './shop-pair.ts'
import { tell } from './shopper.ts'
import { fillTokenCaches } from './soak/fill-token-caches.ts'
import { judge, tableOf, writeReport } from './soak/report.ts'
import { type Sample, takeSample } from './soak/samples.ts'
import { startVisits } from './soak/visitors.ts'

// Visitors do everything that the shop is for, while PostgreSQL, the provider and the mail server are restarted now and then.
// Afterwards payments and purchases match, no request has failed except during the restarts, and nothing grows with time.

const pair = pairForFile()

const soakMs = soakMinutes * 60_000
/** The time between two samples. A run of ten minutes has sixty. */
const sampleMs = Math.max(1_000, Math.min(10_000, soakMs / 60))
/** The time between two restarts: four minutes, or less if the run is too short for two. */
const restartMs = Math.min(240_000, soakMs / 3)
/** After a restart, requests may fail for this long. */
const recoveryMs = 10_000

test(`${Math.round(soakMinutes * 60)} seconds of mixed load leak nothing (seed ${seed})`, {
	timeout: soakMs + 600_000,
}, async () => {
	const chance = seededChance(seed)
	const samples: Sample[] = []
	const restarts: { what: string; from: number; to: number }[] = []
	if (soakMinutes >= 5) await fillTokenCaches(pair())
	if (plantedLeak !== undefined) for (const server of pair().servers) server.send({ leak: plantedLeak })
	const visits = await startVisits(pair(), chance)
	const began = performance.now()
	const end = began + soakMs

	async function sample(): Promise<void> {
		while (performance.now() < end) {
			await pause(sampleMs)
			const taken = await takeSample(pair(), (performance.now() - began) / 1_000)
			if (taken !== undefined) samples.push(taken)
		}
	}

	async function restart(): Promise<void> {
		for (let turn = 0; performance.now() + restartMs + recoveryMs / 2 < end; turn += 1) {
			await pause(restartMs)
			const [what, act] =
				turn % 2 === 0
					? (['PostgreSQL', restartPostgres] as const)
					: (['provider and mail', killSandbox] as const)
			const from = performance.now()
			await act()
			restarts.push({ what, from, to: performance.now() + recoveryMs })
		}
	}

	await Promise.all([sample(), restart()])
	await visits.stop()
	const failures = visits.failures.filter(
		(failure) => !restarts.some(({ from, to }) => failure.from < to && failure.to > from),
	)
	const lines = judge(samples)
	const actions = Object.fromEntries([...visits.actions].toSorted(([, one], [, other]) => other - one))
	const path = await writeReport({
		minutes: soakMinutes,
		seed,
		plantedLeak,
		actions,
		requests: visits.requests(),
		failures,
		failuresInRestarts: visits.failures.length - failures.length,
		restarts: restarts.map(({ what, from }) => ({ what, at: (from - began) / 1_000 })),
		lines,
		samples,
	})
	console.log(
		[
			`${visits.requests()} requests: ${JSON.stringify(actions)}`,
			`${restarts.length} restarts; ${failures.length} failed requests besides ${visits.failures.length - failures.length} during them`,
			lines.length === 0 ? 'Too short to see a trend.' : tableOf(lines),
			`All samples: ${path}`,
		].join('\n'),
	)
	await tell(pair(), '/stripe/events/hurry', {})
	await pair().expectAgreement()
	expect(failures).toEqual([])
	expect(lines.filter(({ isLeak }) => isLeak).map(({ measure }) => measure)).toEqual([])
	// Without sales the run would show nothing.
	expect(visits.actions.get('buy')).toBeGreaterThan(soakMinutes)
	expect(restarts.length).toBeGreaterThan(1)
})

async function restartPostgres(): Promise<void> {
	await pair().postgres.restart()
}

const aboutSchema = z.object({ pid: z.int() })

/** Kills the sandbox, which is the provider and the mail server. `startSandbox` starts it again. */
async function killSandbox(): Promise<void> {
	const about = async () => aboutSchema.parse(await (await fetch(`${pair().sandboxUrl}/sandbox.json`)).json())
	const { pid } = await about()
	process.kill(pid, 'SIGKILL')
	await expect.poll(about, { timeout: 15_000 }).not.toEqual({ pid })
}
