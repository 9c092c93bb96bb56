import { clearLeftovers, clearRun, ownsRun } from '../scripts/setup/test-run.mjs'

/** What may take so long to end in order once the tests are over: servers finish what they are doing. */
const patienceMs = 15_000

/**
 * Ends the run that the configuration has begun, and fails if a test has left something behind. A run that `npm test` has begun
 * is ended by it. Vitest calls this by its name once all tests are over.
 */
export async function teardown(): Promise<void> {
	const { HEADSTART_TEST_RUN: folder } = process.env
	if (folder === undefined || !(await ownsRun(folder))) return
	const left = await clearLeftovers(folder, patienceMs)
	await clearRun(folder)
	if (left.length > 0) throw new Error(`The tests left behind:\n${left.join('\n')}`)
}
