import { defineConfig } from 'vitest/config'
import { beginRun } from './scripts/setup/test-run.mjs'

await beginRun()

export default defineConfig({
	test: {
		environment: 'node',
		include: ['src/**/*.test.{ts,tsx}', 'catalogue/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
		globalSetup: ['test/end-run.ts', 'test/postgres-setup.ts'],
		// Forks: a test of the server may send signals and change its user, which threads share.
		pool: 'forks',
		// A worker keeps its modules from file to file: a quarter of the time was spent on reading them again. Nothing in them is
		// changed by a test but for its own length.
		isolate: false,
		testTimeout: 20_000,
		hookTimeout: 30_000,
		// A test that asserts nothing cannot fail.
		expect: { requireAssertions: true },
	},
})
