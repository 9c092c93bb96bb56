import { defineConfig } from 'vitest/config'
import { beginRun } from './scripts/setup/test-run.mjs'

await beginRun()

/** The test files that run one at a time, by the value of FAULTS. With any other value, the tests of `npm test` run. */
const alone = {
	full: ['test/faults/*.faults.ts', 'lab/bench/scale/*.full.ts'],
	upgrade: ['test/upgrade/*.upgrade.ts'],
}[process.env.FAULTS ?? '']

const options = {
	environment: 'node',
	pool: 'forks',
	testTimeout: 240_000,
	hookTimeout: 240_000,
	expect: { requireAssertions: true, poll: { timeout: 30_000 } },
	// Messages contain whole lists of losses.
	chaiConfig: { truncateThreshold: 0 },
} as const

// Tests that kill servers, their databases and the machine’s services. `npm test` runs a part of them in a short form, `npm run
// test:faults` runs all of them in full, one file at a time, and `npm run test:upgrade` runs those that replace servers of the
// last release.
export default defineConfig({
	test: {
		globalSetup: 'test/end-run.ts',
		projects: alone
			? [{ test: { ...options, name: 'all', include: alone, fileParallelism: false } }]
			: [
					{
						test: {
							...options,
							// These mostly wait, so `npm test` runs them beside the unit tests.
							name: 'kills',
							include: faults('kill-points'),
							sequence: { groupOrder: 0 },
						},
					},
					{
						test: {
							...options,
							// The restarts need a quiet machine: on a busy one, the system refuses connections that a stopping server has not
							// accepted in time, and an overloaded server answers 503. After random kills, all must be well within a minute.
							name: 'quiet',
							include: faults(
								'random-kills',
								'rolling-restart',
								'rolling-restart-behind-proxies',
								'slow-database',
							),
							fileParallelism: false,
							sequence: { groupOrder: 1 },
						},
					},
				],
	},
})

function faults(...names: string[]): string[] {
	return names.map((name) => `test/faults/${name}.faults.ts`)
}
