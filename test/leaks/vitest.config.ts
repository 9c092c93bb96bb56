import { defineConfig } from 'vitest/config'
import { beginRun } from '../../scripts/setup/test-run.mjs'

await beginRun()

// A separate run, which `test/test-run.test.ts` starts to check that what a test leaves behind is reported and removed.
export default defineConfig({
	test: {
		include: ['test/leaks/*.leak.ts'],
		globalSetup: 'test/end-run.ts',
		pool: 'forks',
	},
})
