// Plants each bug of the list in a copy of the code, one at a time, and runs the tests that should notice it.
//
// Why not Stryker: it makes thousands of mechanical changes to operators and literals, most of which nobody would write, and
// running database tests for each takes hours. These are mistakes a tired engineer makes: a guard not awaited, a condition of a
// query left out, a limit off by one, a lock forgotten. They take minutes, and each says what it would have cost.
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
	// While no test runs, a signal only sets this; while one does, it goes to the runner as well.
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
		const red = new Set(before.failed.map(({ file }) => file))
		const isJudged = ({ noticedBy }: PlantedBug) =>
			values.all ? red.size === 0 : !noticedBy.some((file) => red.has(file))
		const judged = chosen.filter(isJudged)

		const unnoticed: PlantedBug[] = []
		for (const [index, bug] of judged.entries()) {
			process.stdout.write(`${String(index + 1).padStart(3)}/${judged.length} ${bug.name} … `)
			const began = performance.now()
			const outcome = await tryBug(copy.folder, bug)
			if (stopped || outcome.stopped) return 130
			const seconds = Math.round((performance.now() - began) / 1000)
			const [first] = outcome.failed
			if (first === undefined) unnoticed.push(bug)
			console.log(
				first === undefined
					? `NOT NOTICED (${outcome.ran} tests, ${seconds} s)`
					: `noticed by "${first.name}" in ${first.file} (${seconds} s)`,
			)
			if (outcome.ran === 0) console.log(outcome.output)
		}
		console.log(`\n${judged.length - unnoticed.length} of ${judged.length} noticed.`)
		for (const { name, file, why } of unnoticed) console.log(`Not noticed: ${name} (${file}): ${why}`)
		for (const { name } of chosen.filter((bug) => !isJudged(bug)))
			console.log(`Not tried, as its tests fail without it: ${name}`)
		return unnoticed.length === 0 && judged.length === chosen.length ? 0 : 1
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
