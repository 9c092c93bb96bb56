import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		root: 'workshop',
		environment: 'node',
		// Compiling a guide takes seconds.
		testTimeout: 120_000,
		hookTimeout: 120_000,
		// A test that asserts nothing cannot fail.
		expect: { requireAssertions: true },
		// Messages contain whole lists.
		chaiConfig: { truncateThreshold: 0 },
	},
})
