import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Measure, measures, type Sample } from './samples.ts'
import { type Trend, trendOf } from './trend.ts'

interface Allowance {
	/** Growth per hour. */
	perHour: number
	/** Growth in the whole run; anything less is noise. */
	inAll: number
}

/** The fastest growth that does not count as a leak. Log files may grow, because their rotation limits them. */
const allowed: Partial<Record<Measure, Allowance>> = {
	heap: { perHour: 10, inAll: 4 },
	rss: { perHour: 60, inAll: 15 },
	files: { perHour: 12, inAll: 10 },
	connections: { perHour: 6, inAll: 5 },
	temporaryFiles: { perHour: 4, inAll: 3 },
	queue: { perHour: 6, inAll: 2 },
	jobs: { perHour: 30, inAll: 20 },
	dead: { perHour: 30, inAll: 10 },
}

/** The part of a run that is not judged, because connections are still being opened and caches filled. */
const warmUp = 1 / 3
/** A shorter run shows no trend: in its first minutes a server still compiles code. */
const shortestSeconds = 120

export interface Line {
	measure: Measure
	title: string
	first: number
	median: number
	last: number
	trend: Trend
	allowance: Allowance | undefined
	isLeak: boolean
}

/** Returns a line for each measure, or an empty list if the run was too short to see a trend. */
export function judge(samples: readonly Sample[]): Line[] {
	const settled = samples.slice(Math.ceil(samples.length * warmUp))
	const seconds = (settled.at(-1)?.at ?? 0) - (settled[0]?.at ?? 0)
	if (seconds < shortestSeconds) return []
	return measures.map(({ measure, title }) => {
		const values = settled.map((sample) => sample[measure])
		const trend = trendOf(settled.map((sample) => ({ at: sample.at, value: sample[measure] })))
		const allowance = allowed[measure]
		const atLeast = (trend.atLeastPerHour * seconds) / 3_600
		return {
			measure,
			title,
			first: values[0] ?? 0,
			median: values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0,
			last: values.at(-1) ?? 0,
			trend,
			allowance,
			isLeak:
				allowance !== undefined && trend.atLeastPerHour > allowance.perHour && atLeast > allowance.inAll,
		}
	})
}

const columns = ['', 'after warm-up', 'median', 'end', 'per hour', 'at least', 'allowed', ''] as const

/** Returns the lines as a table. */
export function tableOf(lines: readonly Line[]): string {
	const number = (value: number) => value.toFixed(1)
	const rows = lines.map(({ title, first, median, last, trend, allowance, isLeak }) => [
		title,
		...[first, median, last, trend.perHour, trend.atLeastPerHour].map(number),
		allowance === undefined ? '' : number(allowance.perHour),
		isLeak ? 'GROWS' : '',
	])
	const widths = columns.map((column, index) =>
		Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
	)
	return [columns, ...rows]
		.map((row) =>
			row
				.map((cell, index) =>
					index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
				)
				.join('  '),
		)
		.join('\n')
}

/** Writes everything that was measured to `test-results/soak.json`, and returns its path. */
export async function writeReport(report: object): Promise<string> {
	const folder = fileURLToPath(new URL('../../../test-results', import.meta.url))
	await mkdir(folder, { recursive: true })
	const path = join(folder, 'soak.json')
	await writeFile(path, `${JSON.stringify(report, null, '\t')}\n`)
	return path
}
