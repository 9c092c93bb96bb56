import { defineConfig } from 'vitest/config'
import { beginRun } from '../../scripts/setup/test-run.mjs'

await beginRun()

// A run by itself: `test/test-run.test.ts` looks at what becomes of what its test leaves behind.
export default defineConfig({
	test: {
		include: ['test/careless/*.careless.ts'],
		globalSetup: 'test/end-run.ts',
		pool: 'forks',
	},
})
