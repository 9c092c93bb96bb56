import { defineConfig } from 'vitest/config'
import { beginRun } from '../../scripts/setup/test-run.mjs'

await beginRun()

// Its own run, which `test/test-run.test.ts` starts to see that what its test leaves behind is cleaned up.
export default defineConfig({
	test: {
		include: ['test/careless/*.careless.ts'],
		globalSetup: 'test/end-run.ts',
		pool: 'forks',
	},
})
