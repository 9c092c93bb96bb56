import { median, percentile } from './statistics.ts'

/** Something that was measured once in each round. */
export interface Figure {
	name: string
	unit: string
	values: readonly number[]
	/** Without a limit, the figure is for information only. */
	limit?: Limit
	/** Why the values cannot be trusted. If set, they are not judged. */
	void?: string
}

export type Limit = { atLeast: number } | { atMost: number }

/** Returns a figure that was measured only once. */
export function figure(name: string, unit: string, value: number, limit?: Limit): Figure {
	return { name, unit, values: [value], ...(limit === undefined ? {} : { limit }) }
}

/** Returns the median and the middle half of the values. */
export function spreadOf(values: readonly number[]): { middle: number; low: number; high: number } {
	return { middle: median(values), low: percentile(values, 25), high: percentile(values, 75) }
}

/** Returns whether the median is within the limit; undefined if there is nothing to judge. */
export function isMet({ values, limit, void: isVoid }: Figure): boolean | undefined {
	if (limit === undefined || isVoid !== undefined) return undefined
	const middle = median(values)
	return 'atLeast' in limit ? middle >= limit.atLeast : middle <= limit.atMost
}

export function printFigures(figures: readonly Figure[]): void {
	console.table(
		figures.map((figure) => {
			const { middle, low, high } = spreadOf(figure.values)
			const met = isMet(figure)
			return {
				figure: figure.name,
				median: rounded(middle),
				'middle half': figure.values.length > 1 ? `${rounded(low)}–${rounded(high)}` : '',
				unit: figure.unit,
				limit: limitOf(figure),
				met: figure.void !== undefined ? 'VOID' : met === undefined ? '' : met ? 'yes' : 'NO',
			}
		}),
	)
	for (const reason of new Set(figures.map((figure) => figure.void)))
		if (reason !== undefined) console.log(`VOID: ${reason}`)
}

function limitOf({ limit }: Figure): string {
	if (limit === undefined) return ''
	return 'atLeast' in limit ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`
}

/** Rounds to three significant digits, or to a whole number from 100 upwards. */
export function rounded(value: number): string {
	return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
