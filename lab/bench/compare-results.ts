import { rounded, spreadOf } from './figure.ts'
import type { Results } from './results.ts'

export type Verdict = 'better' | 'worse' | 'within the spread' | 'void' | 'only now' | 'no longer'

export interface Change {
	name: string
	before: string
	now: string
	verdict: Verdict
}

/**
 * Compares the figures of two runs. A figure counts as better or worse only if the middle halves of its values in the two runs do
 * not overlap. A figure with a single value has no spread, so 10 % in each direction is assumed.
 */
export function compareResults(before: Results, now: Results): Change[] {
	const old = new Map(before.figures.map((figure) => [figure.name, figure]))
	const current = new Map(now.figures.map((figure) => [figure.name, figure]))
	return [...new Set([...current.keys(), ...old.keys()])].map((name): Change => {
		const [was, is] = [old.get(name), current.get(name)]
		const row = { name, before: shown(was?.values, was?.unit), now: shown(is?.values, is?.unit) }
		if (was === undefined) return { ...row, verdict: 'only now' }
		if (is === undefined) return { ...row, verdict: 'no longer' }
		if (was.void !== undefined || is.void !== undefined) return { ...row, verdict: 'void' }
		const [a, b] = [rangeOf(was.values), rangeOf(is.values)]
		if (a.low <= b.high && b.low <= a.high) return { ...row, verdict: 'within the spread' }
		return { ...row, verdict: b.low > a.high === isMoreBetter(is) ? 'better' : 'worse' }
	})
}

/** Prints the comparison, and says what differs between the two machines. Returns whether nothing got worse. */
export function printChanges(before: Results, now: Results): boolean {
	const changes = compareResults(before, now)
	console.table(changes)
	const facts: readonly (keyof Results['machine'])[] = ['cores', 'processor', 'kernel', 'node', 'generator']
	for (const fact of facts) {
		const [was, is] = [before.machine[fact], now.machine[fact]]
		if (was !== is) console.log(`Not the same ${fact}: ${was}, now ${is}. Only ratios can be compared.`)
	}
	console.log(
		`Commit ${before.machine.commit}, load average ${before.machine.loadAverage.join(' → ')}; now ${now.machine.commit}, ${now.machine.loadAverage.join(' → ')}.`,
	)
	return changes.every(({ verdict }) => verdict !== 'worse')
}

function rangeOf(values: readonly number[]): { low: number; high: number } {
	const { middle, low, high } = spreadOf(values)
	return values.length > 1 ? { low, high } : { low: middle * 0.9, high: middle * 1.1 }
}

/**
 * Returns whether a higher value is better, as it is for requests per second and for figures with a minimum. For times, memory
 * and failures, a lower value is better.
 */
function isMoreBetter({ limit, unit }: Results['figures'][number]): boolean {
	return limit === undefined ? unit === '1/s' : 'atLeast' in limit
}

function shown(values: readonly number[] | undefined, unit = ''): string {
	if (values === undefined) return ''
	const { middle, low, high } = spreadOf(values)
	const spread = values.length > 1 ? ` (${rounded(low)}–${rounded(high)})` : ''
	return `${rounded(middle)}${spread} ${unit}`.trim()
}
