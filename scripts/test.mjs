// `npm test`: prepares the clone, then checks everything. The last line gives the numbers passed and failed.
// `npm run test:full`: also repeats every journey on each screen, and runs all fault tests in full.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { findBrowser } from './setup/browser.mjs'
import { checks, playwright, vitest } from './setup/checks.mjs'
import { inOwnNamespaces } from './setup/namespaces.mjs'
import { compileCache } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { rootDir, run } from './setup/run.mjs'
import { beginRun, clearLeftovers, clearRun } from './setup/test-run.mjs'
import { runScript, say, Trouble } from './setup/trouble.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ title: string, name: string, program: string, args: string[], env?: Record<string, string> }} Suite */

const results = join(rootDir, 'test-results')
const journeysName = 'journeys'
/** How long the processes that a suite has started may take to end, in milliseconds. */
const patienceMs = 15_000
/** How much of a failure's message is listed again, in characters. */
const longestReason = 800

/** How much of what a runner reports of errors outside tests is listed again, in characters. */
const mostErrors = 4_000

/** The failures of all suites, which are listed again at the end of the output. @type {string[]} */
const failures = []

await runScript(async () => {
	/** @type {Count[]} */
	const counts = []
	/** @type {string | undefined} */
	let runFolder
	try {
		const { values } = parseArgs({ options: { full: { type: 'boolean' } } })
		const extent = values.full ? 'full' : 'short'
		const node = await prepare({ tools: true, workshop: values.full === true })
		runFolder = await beginRun()
		rmSync(results, { recursive: true, force: true })
		mkdirSync(results, { recursive: true })
		// The build uses only one core, so the checks run beside it.
		const [style] = await Promise.all([
			styleChecks(node),
			prepare({ builds: ['pages', 'programs'], tools: true }),
		])
		counts.push(...style)
		/** @param {string} name @param {...string} args */
		const vitestRun = (name, ...args) => [
			...[vitest, 'run', ...args],
			...['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, `${name}.json`)}`],
		]
		/** @param {string} title @param {string} name @param {...string} args @returns {Suite} */
		const faults = (title, name, ...args) => {
			const whole = vitestRun(name, '--config', 'vitest.faults.config.ts', ...args)
			const started = values.full ? inOwnNamespaces(node, whole) : { program: node, args: whole, env: {} }
			return {
				title: `${title}, the ${extent} form`,
				name,
				...started,
				env: { FAULTS: extent, ...started.env },
			}
		}
		const unitTests = {
			title: 'Unit, API and database tests',
			name: 'vitest',
			program: node,
			args: vitestRun('vitest'),
			env: { FAULTS: extent },
		}
		const journeys = {
			title: 'Journeys in a browser',
			name: journeysName,
			program: node,
			args: [playwright, 'test'],
			env: { JOURNEYS: extent },
		}
		const [kills, others] = values.full
			? [[], faults('Faults', 'faults')]
			: [
					[faults('Killed servers', 'faults-kills', '--project', 'kills')],
					faults('Other faults', 'faults', '--project', 'quiet'),
				]
		// Tests that kill servers spend a third of their time waiting, and so do the unit tests that run first. The two therefore run
		// together. The journeys run alone, because other tests beside them would miss their time limits.
		counts.push(...(await suites(unitTests, ...kills)))
		counts.push(...(await suites(others)))
		// The browser is unpacked before several workers try to do so at once.
		const [types] = await Promise.all([check('Types', node, ...checks.types), findBrowser()])
		counts.push(types)
		if (values.full) {
			counts.push(
				...(await suites({
					title: 'Upgrades from the last release',
					name: 'upgrades',
					program: node,
					args: vitestRun('upgrades', '--config', 'vitest.faults.config.ts'),
					env: { FAULTS: 'upgrade' },
				})),
			)
			counts.push(
				...(await suites({
					title: 'The workshop',
					name: 'workshop',
					program: node,
					args: vitestRun('workshop', '--config', 'workshop/vitest.config.ts'),
				})),
			)
			counts.push(await check('Types of the workshop', node, ...checks.typesOfWorkshop))
		}
		counts.push(...(await suites(journeys)))
	} catch (error) {
		say(error instanceof Trouble ? error.message : String(error instanceof Error ? error.stack : error))
		counts.push({ passed: 0, failed: 1, skipped: 0 })
	} finally {
		if (runFolder !== undefined) await clearRun(runFolder)
	}
	const sum = total(counts)
	if (failures.length > 0) say(`\n${failures.join('\n')}`)
	if (sum.skipped > 0) say(`\n${sum.skipped} skipped`)
	process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`)
	return sum.failed > 0 || sum.passed === 0 ? 1 : 0
})

/** @param {string} node @returns {Promise<Count[]>} */
async function styleChecks(node) {
	say('\nLint and import rules …')
	return await Promise.all([
		check('Lint and format', node, ...checks.lint),
		check('Import rules', node, ...checks.importRules),
	])
}

/**
 * Runs a check that passes or fails as a whole. It consists of one or more commands, and each depends on the one before.
 *
 * @param {string} title @param {string} node @param {string[][]} commands
 * @returns {Promise<Count>}
 */
async function check(title, node, ...commands) {
	for (const args of commands) {
		const { code, output, signalled } = await run(node, args, { quiet: true })
		if (signalled) throw new Trouble('Stopped.')
		if (code === 0) continue
		say(`\n${title}: failed\n${output}`)
		failures.push(`Failed: ${title}`)
		return { passed: 0, failed: 1, skipped: 0 }
	}
	return { passed: 1, failed: 0, skipped: 0 }
}

/**
 * Runs suites of tests side by side, and reads the counts from their JSON reports.
 *
 * @param {...Suite} all @returns {Promise<Count[]>}
 */
async function suites(...all) {
	const counts = await Promise.all(all.map(suite))
	const left = await clearLeftovers(await beginRun(), patienceMs)
	if (left.length === 0) return counts
	const problem = `Left behind by ${all.map(({ title }) => title).join(' or ')}:\n${left.join('\n')}`
	say(`\n${problem}`)
	failures.push(problem)
	return [...counts, { passed: 0, failed: 1, skipped: 0 }]
}

/** @param {Suite} begun @returns {Promise<Count>} */
async function suite({ title, name, program, args, env }) {
	say(`\n${title} …`)
	// Compiled code is cached, because the tests start many servers and sandboxes.
	const {
		code,
		signalled,
		output: errors,
	} = await run(program, args, {
		env: { ...compileCache, ...env },
		keepErrors: true,
	})
	if (signalled) throw new Trouble('Stopped.')
	const { count, failed } = readReport(name)
	failures.push(...failed.map((test) => `Failed: ${test}`))
	// The report has no failed test if the runner crashed, a file could not be loaded, or an error belongs to no test.
	if ((code !== 0 || count.passed === 0) && count.failed === 0) {
		count.failed = 1
		if (failed.length === 0)
			failures.push(
				`Failed: ${title}, which exited with ${code} although no test failed. Its last errors:\n${errors.slice(-mostErrors)}`,
			)
	}
	return count
}

/** Reads how many tests passed, and the names of those that failed, with the reasons. @param {string} name @returns {{ count: Count, failed: string[] }} */
function readReport(name) {
	try {
		const report = JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8'))
		if (name === journeysName) {
			const { expected, unexpected, flaky, skipped } = report.stats
			const failed = report.suites.flatMap(failedJourneys)
			return { count: { passed: expected, failed: unexpected + flaky, skipped }, failed }
		}
		const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
		const count = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
		return { count, failed: testResults.flatMap(failedTests) }
	} catch {
		return { count: { passed: 0, failed: 1, skipped: 0 }, failed: [] }
	}
}

/**
 * @param {{ name: string, status: string, message?: string,
 *	assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} result
 * @returns {string[]}
 */
function failedTests({ name, status, message = '', assertionResults }) {
	if (status === 'passed') return []
	const file = relative(rootDir, name)
	const failed = assertionResults.filter((each) => each.status === 'failed')
	if (failed.length === 0) return [withReasons(file, [message])]
	return failed.map(({ fullName, failureMessages }) => withReasons(`${file}, ${fullName}`, failureMessages))
}

/** @typedef {{ ok: boolean, title: string, tests: { results: { errors: { message?: string }[] }[] }[] }} JourneySpec */

/**
 * @param {{ file: string, specs?: JourneySpec[], suites?: object[] }} suite
 * @returns {string[]}
 */
function failedJourneys({ file, specs = [], suites: inner = [] }) {
	const failed = specs
		.filter(({ ok }) => !ok)
		.map(({ title, tests }) => {
			const errors = tests.flatMap((each) => each.results.flatMap((result) => result.errors))
			return withReasons(
				`e2e/${file}, ${title}`,
				errors.map(({ message = '' }) => message),
			)
		})
	return [...failed, ...inner.flatMap((each) => failedJourneys(/** @type {any} */ (each)))]
}

/** The end of a long output is often all that is kept, so the list of failures says why. @param {string} test @param {string[]} errors */
function withReasons(test, errors) {
	const reasons = errors.map((error) =>
		(stripVTControlCharacters(error).split(/\n\s+at /)[0] ?? '')
			.trim()
			.slice(0, longestReason)
			.replaceAll('\n', '\n\t'),
	)
	return [test, ...reasons.filter((reason) => reason !== '')].join('\n\t')
}

/** @param {Count[]} counts @returns {Count} */
function total(counts) {
	const add = (/** @type {keyof Count} */ key) => counts.reduce((sum, count) => sum + count[key], 0)
	return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') }
}
