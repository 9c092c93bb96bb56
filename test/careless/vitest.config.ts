import { defineConfig } from 'vitest/config'
import { beginRun } from '../../scripts/setup/test-run.mjs'

await beginRun()

// A separate run. `test/test-run.test.ts` starts it to check that everything its test leaves behind is removed.
export default defineConfig({
	test: {
		include: ['test/careless/*.careless.ts'],
		globalSetup: 'test/end-run.ts',
		pool: 'forks',
	},
})
