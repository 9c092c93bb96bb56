import { defineConfig } from 'vitest/config'
import { beginRun } from './scripts/setup/test-run.mjs'

await beginRun()

// Servers that are killed, and databases, beside which nothing else may run: one file at a time. `npm test` runs those that
// kill servers, in their short form; `npm run test:faults` runs all of them in full.
const files =
	process.env.FAULTS === 'full'
		? '*'
		: '{kill-points,random-kills,slow-database,rolling-restart,rolling-restart-behind-nginx}'

export default defineConfig({
	test: {
		environment: 'node',
		include: [`test/faults/${files}.faults.ts`],
		globalSetup: 'test/end-run.ts',
		pool: 'forks',
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 90_000,
		expect: { requireAssertions: true },
	},
})
