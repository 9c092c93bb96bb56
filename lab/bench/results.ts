import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, release } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Figure, isMet, printFigures } from './figure.ts'
import { generator } from './generator.ts'

const machineSchema = z.object({
	cores: z.number(),
	processor: z.string(),
	kernel: z.string(),
	node: z.string(),
	commit: z.string(),
	generator: z.string(),
	/**
	 * The load average of the last minute, at the beginning and at the end. If it exceeds the number of cores, other programs may have
	 * affected the figures; the bench itself raises it too.
	 */
	loadAverage: z.tuple([z.number(), z.number()]),
})

const figureSchema = z.object({
	name: z.string(),
	unit: z.string(),
	values: z.array(z.number()).readonly(),
	limit: z.union([z.object({ atLeast: z.number() }), z.object({ atMost: z.number() })]).optional(),
	void: z.string().optional(),
})

const resultsSchema = z.object({
	area: z.string(),
	finishedAt: z.string(),
	machine: machineSchema,
	figures: z.array(figureSchema),
})

export type Results = z.infer<typeof resultsSchema>

const folder = fileURLToPath(new URL('./results/', import.meta.url))
const loadAtStart = loadavg()[0] ?? 0

/** Prints the figures, writes them to a file with facts about the machine, and returns whether all are within their limits. */
export async function report(area: string, figures: readonly Figure[]): Promise<boolean> {
	const machine = factsOf()
	const finishedAt = new Date().toISOString()
	const results = resultsSchema.parse({ area, finishedAt, machine, figures })
	await mkdir(folder, { recursive: true })
	const file = join(folder, `${finishedAt.replaceAll(':', '-').slice(0, 19)}-${area}.json`)
	await writeFile(file, `${JSON.stringify(results, undefined, '\t')}\n`)
	printFigures(figures)
	const { cores, processor, kernel, node, commit, loadAverage } = machine
	console.log(
		`${cores} × ${processor}, kernel ${kernel}, Node ${node}, commit ${commit}, generator ${generator}, load average ${loadAverage.join(' → ')}.`,
	)
	if (Math.max(...loadAverage) > cores)
		console.log(
			'Other programs kept the machine busy: trust the processor time of a request, not how many there were in a second.',
		)
	console.log(
		`Written to ${relative(process.cwd(), file)}; compare with: npm run bench -- compare <old.json>`,
	)
	return figures.every((figure) => isMet(figure) !== false)
}

/** Reads results; the latest ones if no file is named. */
export async function readResults(file?: string): Promise<Results> {
	const newest = async () => join(folder, (await readdir(folder)).toSorted().at(-1) ?? '')
	return resultsSchema.parse(JSON.parse(await readFile(file ?? (await newest()), 'utf8')))
}

function factsOf(): z.infer<typeof machineSchema> {
	return {
		cores: availableParallelism(),
		processor: cpus()[0]?.model ?? 'unknown',
		kernel: release(),
		node: process.version,
		commit: commitOf(),
		generator,
		loadAverage: [rounded(loadAtStart), rounded(loadavg()[0] ?? 0)],
	}
}

function rounded(load: number): number {
	return Math.round(load * 10) / 10
}

function commitOf(): string {
	try {
		return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
			encoding: 'utf8',
		}).trim()
	} catch {
		return 'unknown'
	}
}
