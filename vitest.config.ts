import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { beginRun } from './scripts/setup/test-run.mjs'

await beginRun()

/** These tests mostly wait, so they begin first and others run meanwhile. */
const slowest = /\/test\/(test-run|readiness|operator-programs|recovery)\.test\.ts$/

class SlowestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isSlow = ({ moduleId }: TestSpecification) => slowest.test(moduleId)
		const sorted = await super.sort(files)
		return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
	}
}

// All cores are busy, so garbage is collected on one thread, which takes less processor time. A larger semi-space needs
// collecting less often.
const execArgv = ['--single-threaded-gc', '--min-semi-space-size=16']

const options = {
	environment: 'node',
	// Not threads: a test of the server may send signals or change its user, which all threads of a process share.
	pool: 'forks',
	execArgv,
	// A worker keeps its modules for the next file, because loading them again took a quarter of the time. So a test that changes a
	// module must restore it.
	isolate: false,
	// Much longer than any test takes on an idle machine.
	testTimeout: 240_000,
	hookTimeout: 240_000,
	// A test that asserts nothing cannot fail.
	// On a busy machine, a condition may take much longer to be met than vitest's default of one second.
	expect: { requireAssertions: true, poll: { timeout: 30_000 } },
	// Messages contain whole lists.
	chaiConfig: { truncateThreshold: 0 },
} as const

/** Vite builds these, so it also transforms them for their tests. */
const pages = ['src/web/**/*.test.{ts,tsx}', 'catalogue/**/*.test.ts']

export default defineConfig({
	test: {
		globalSetup: ['test/end-run.ts', 'test/postgres-setup.ts'],
		// More workers than cores, because many tests wait for a process to start or a time limit to pass: on two cores, eight workers
		// take three minutes and four take about four. Workers share only the PostgreSQL server: each test file has its own
		// database, folder and ports.
		maxWorkers: availableParallelism() + 6,
		sequence: { sequencer: SlowestFirst },
		projects: [
			{ test: { ...options, name: 'pages', include: pages } },
			{
				test: {
					...options,
					name: 'server',
					include: ['src/**/*.test.ts', 'lab/bench/**/*.test.ts', 'test/**/*.test.ts'],
					exclude: pages,
					// Node itself loads these, as it does when the shop runs. That costs less than transforming them.
					experimental: { viteModuleRunner: false, nodeLoader: false },
				},
			},
		],
	},
})
