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
		// Vitest leaves one core free by default, which on two cores is half of them. Workers share only the PostgreSQL server: each
		// test file has its own database, folder and ports.
		maxWorkers: '100%',
		// A worker keeps its modules from file to file: loading them again took a quarter of the time. A test that changes a module
		// restores it.
		isolate: false,
		testTimeout: 20_000,
		hookTimeout: 30_000,
		// A test that asserts nothing cannot fail.
		expect: { requireAssertions: true },
	},
})
