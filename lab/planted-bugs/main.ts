// Plants each bug of the list in a copy of the code, one at a time, and runs the tests that should notice it.
//
// Why not Stryker? It makes thousands of mechanical changes to operators and literals. No one would write most of them, and
// running database tests for each takes hours. The bugs here are mistakes that a tired engineer makes: a check that is not
// awaited, a missing condition in a query, a limit off by one, a forgotten lock. Trying them all takes minutes, and each bug
// states its consequence.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bugs } from './bugs.ts'
import { type PlantedBug, plant } from './planted-bug.ts'
import { type Outcome, runJourneys, runUnitTests } from './run-tests.ts'
import { makeWorkingCopy } from './working-copy.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } })
const chosen = bugs.filter(
	({ name }) =>
		positionals.length === 0 || positionals.some((text) => name === text || name.startsWith(`${text}/`)),
)
process.exitCode = chosen.length === 0 ? complain() : await plantAll(chosen)

function complain(): number {
	const areas = new Set(bugs.map(({ name }) => name.split('/')[0]))
	console.error(
		`No planted bug is called ${positionals.join(' or ')}. The areas are ${[...areas].join(', ')}.`,
	)
	return 1
}

async function plantAll(chosen: readonly PlantedBug[]): Promise<number> {
	// The signal also reaches the test runner, if one is running.
	let stopped = false
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => {
			stopped = true
		})
	const copy = await makeWorkingCopy()
	try {
		if (stopped) return 130
		// An entry that no longer fits the code is reported now rather than after an hour.
		for (const bug of chosen) plant(bug, await readFile(join(copy.folder, bug.file), 'utf8'))
		console.log(`Running the tests without any bug, in ${copy.folder} …`)
		const files = new Set(chosen.flatMap(({ noticedBy }) => noticedBy))
		const before = await runTests(copy.folder, [...files], { all: values.all === true, bail: false })
		if (stopped || before.stopped) return 130
		for (const { file, name } of before.failed) console.log(`Fails without any bug: "${name}" in ${file}`)
		if (before.ran === 0) {
			console.log(before.output)
			return 1
		}
		const failing = new Set(before.failed.map(({ file }) => file))
		const isTestable = ({ noticedBy }: PlantedBug) =>
			values.all ? failing.size === 0 : !noticedBy.some((file) => failing.has(file))
		const testable = chosen.filter(isTestable)

		const unnoticed: PlantedBug[] = []
		for (const [index, bug] of testable.entries()) {
			process.stdout.write(`${String(index + 1).padStart(3)}/${testable.length} ${bug.name} … `)
			const startedAt = performance.now()
			const outcome = await tryBug(copy.folder, bug)
			if (stopped || outcome.stopped) return 130
			const seconds = Math.round((performance.now() - startedAt) / 1000)
			const [first] = outcome.failed
			if (first === undefined) unnoticed.push(bug)
			console.log(
				first === undefined
					? `NOT NOTICED (${outcome.ran} tests, ${seconds} s)`
					: `noticed by "${first.name}" in ${first.file} (${seconds} s)`,
			)
			if (outcome.ran === 0) console.log(outcome.output)
		}
		console.log(`\n${testable.length - unnoticed.length} of ${testable.length} noticed.`)
		for (const { name, file, why } of unnoticed) console.log(`Not noticed: ${name} (${file}): ${why}`)
		for (const { name } of chosen.filter((bug) => !isTestable(bug)))
			console.log(`Skipped, because its tests fail without it: ${name}`)
		return unnoticed.length === 0 && testable.length === chosen.length ? 0 : 1
	} finally {
		await copy.remove()
	}
}

async function tryBug(copy: string, bug: PlantedBug): Promise<Outcome> {
	const path = join(copy, bug.file)
	const source = await readFile(path, 'utf8')
	await writeFile(path, plant(bug, source))
	try {
		return await runTests(copy, bug.noticedBy, { all: values.all === true, bail: true })
	} finally {
		await writeFile(path, source)
	}
}

async function runTests(
	copy: string,
	files: readonly string[],
	{ all, bail }: { all: boolean; bail: boolean },
): Promise<Outcome> {
	const journeys = files.filter((file) => file.startsWith('e2e/'))
	const units = files.filter((file) => !file.startsWith('e2e/'))
	const outcomes: Outcome[] = []
	if (all || units.length > 0) outcomes.push(await runUnitTests(copy, all ? [] : units, { bail }))
	const isDone = outcomes.some(({ failed, stopped }) => stopped || (bail && failed.length > 0))
	if (journeys.length > 0 && !isDone) outcomes.push(await runJourneys(copy, journeys))
	return {
		failed: outcomes.flatMap(({ failed }) => failed),
		ran: outcomes.reduce((sum, { ran }) => sum + ran, 0),
		stopped: outcomes.some(({ stopped }) => stopped),
		output: outcomes.map(({ output }) => output).join('\n'),
	}
}
