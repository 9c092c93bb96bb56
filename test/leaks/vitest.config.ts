import { defineConfig } from 'vitest/config'
import { beginRun } from '../../scripts/setup/test-run.mjs'

await beginRun()

// For a separate run. `test/test-run.test.ts` starts it, and checks that everything its tests leave behind is reported and removed.
export default defineConfig({
	test: {
		include: ['test/leaks/*.leak.ts'],
		globalSetup: 'test/end-run.ts',
		pool: 'forks',
	},
})
