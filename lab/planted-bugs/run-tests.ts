import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { run } from '../../scripts/setup/run.mjs'

export interface Outcome {
	/** The tests that failed, and the files that could not be run. */
	failed: { file: string; name: string }[]
	/** How many tests ran. */
	ran: number
	/** Whether the run was interrupted. */
	stopped: boolean
	/** What the runner printed. */
	output: string
}

const unitReport = z.object({
	testResults: z.array(
		z.object({
			name: z.string(),
			status: z.string(),
			message: z.string(),
			assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
		}),
	),
})

/** Runs unit tests in a copy of the code: all of them, or only those in `files`. */
export async function runUnitTests(
	copy: string,
	files: readonly string[],
	{ bail }: { bail: boolean },
): Promise<Outcome> {
	const report = join(copy, 'test-results/planted-bugs.json')
	await rm(report, { force: true })
	const program = join(copy, 'node_modules/vitest/vitest.mjs')
	const options = ['--reporter=json', `--outputFile=${report}`, ...(bail ? ['--bail=1'] : [])]
	const { output, signalled } = await run(process.execPath, [program, 'run', ...options, ...files], {
		quiet: true,
		cwd: copy,
	})
	const { testResults } = unitReport.parse((await readReport(report)) ?? { testResults: [] })
	const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
		const file = name.slice(copy.length + 1)
		const names = assertionResults.filter((test) => test.status === 'failed').map(({ title }) => title)
		// If a hook fails or the file cannot be loaded, no test is reported as failed. The error message then takes the place of a
		// name.
		if (names.length === 0 && status === 'failed') names.push(message.split('\n')[0] ?? '')
		return names.map((title) => ({ file, name: title }))
	})
	const ran = testResults.flatMap(({ assertionResults }) => assertionResults).length
	return { failed, ran, stopped: signalled, output }
}

const journeyReport = z.object({
	stats: z.object({ expected: z.number(), unexpected: z.number() }),
	suites: z.array(z.object({ file: z.string(), ...specs() })),
})

/** Builds the pages and the programs of the copy, then runs journeys on these pages. */
export async function runJourneys(copy: string, files: readonly string[]): Promise<Outcome> {
	// Not with `npm run build`, which may install packages, and the copy has only a link to them.
	const builds =
		"for (const name of ['pages', 'programs']) await (await import('./scripts/setup/build.mjs')).build(name)"
	const build = await run(process.execPath, ['--input-type=module', '--eval', builds], {
		quiet: true,
		cwd: copy,
		env: { NODE_ENV: 'production' },
	})
	if (build.code !== 0 || build.signalled)
		return { failed: [], ran: 0, stopped: build.signalled, output: build.output }
	const report = join(copy, 'test-results/journeys.json')
	await rm(report, { force: true })
	const program = join(copy, 'node_modules/@playwright/test/cli.js')
	const { output, signalled } = await run(
		process.execPath,
		[program, 'test', ...files, '--project=phone', '--project=laptop'],
		{ quiet: true, cwd: copy },
	)
	const { stats, suites } = journeyReport.parse(
		(await readReport(report)) ?? { stats: { expected: 0, unexpected: 0 }, suites: [] },
	)
	const failed = suites.flatMap((suite) =>
		suite.specs
			.concat((suite.suites ?? []).flatMap((inner) => inner.specs))
			.filter(({ ok }) => !ok)
			.map(({ title }) => ({ file: `e2e/${suite.file}`, name: title })),
	)
	return { failed, ran: stats.expected + stats.unexpected, stopped: signalled, output }
}

function specs() {
	const list = { specs: z.array(z.object({ title: z.string(), ok: z.boolean() })) }
	return { ...list, suites: z.array(z.object(list)).optional() }
}

async function readReport(path: string): Promise<unknown> {
	try {
		return JSON.parse(await readFile(path, 'utf8'))
	} catch {
		// The runner was interrupted, or could not start: its output says why.
		return undefined
	}
}
