import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		environment: 'node',
		include: ['src/**/*.test.{ts,tsx}', 'catalogue/**/*.test.ts', 'test/**/*.test.ts'],
		exclude: ['test/walls/fixtures/**'],
		globalSetup: 'test/postgres-setup.ts',
		// Forks: a test of the server may send signals and change its user, which threads share.
		pool: 'forks',
		testTimeout: 20_000,
		hookTimeout: 30_000,
		// A test that asserts nothing cannot fail.
		expect: { requireAssertions: true },
	},
})
