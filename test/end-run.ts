import { clearLeftovers, clearRun, ownsRun } from '../scripts/setup/test-run.mjs'

/** How long processes may take to stop after the tests. */
const patienceMs = 15_000

/**
 * Ends the run that the configuration started, and fails if a test has left something behind. If `npm test` started the run,
 * `npm test` ends it. Vitest calls this by name after all tests.
 */
export async function teardown(): Promise<void> {
	const { HEADSTART_TEST_RUN: folder } = process.env
	if (folder === undefined || !(await ownsRun(folder))) return
	const left = await clearLeftovers(folder, patienceMs)
	await clearRun(folder)
	if (left.length > 0) throw new Error(`The tests left behind:\n${left.join('\n')}`)
}
