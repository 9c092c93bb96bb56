import { nameOf, periodOf } from '#server/features/sales/period.ts'
import type { Count, Funnel } from '#server/features/sales/read-funnel.ts'

export function linesOfFunnel({ period, before, tables }: Funnel): string[] {
	return [
		`${nameOf(periodOf(period))} (before: ${nameOf(periodOf(before))}). A percentage is of the step to its left.`,
		...tables.flatMap(funnelTable),
	]
}

interface FunnelTable {
	title: string
	columns: readonly {
		label: string
		/** Whether to show each count as a share of the column to its left. */
		hasRate: boolean
	}[]
	rows: readonly {
		name: string
		/** One count for each column; null if it is not known. */
		counts: readonly Count[]
		/** The counts of the period before, in the same order. */
		before: readonly Count[]
	}[]
}

/** Formats a table as lines, beginning with an empty one. */
function funnelTable({ title, columns, rows }: FunnelTable): string[] {
	const cellsOf = (name: string, counts: readonly Count[]) => [
		name,
		...columns.map(({ hasRate }, index) => {
			const count = counts[index] ?? null
			return hasRate ? `${shown(count)} ${rate(count, counts[index - 1] ?? null)}` : shown(count)
		}),
	]
	const lines = [
		[title, ...columns.map(({ label }) => label)],
		...rows.flatMap(({ name, counts, before }) => [cellsOf(name, counts), cellsOf('  before', before)]),
	]
	const widths = ['', ...columns].map((_, index) =>
		Math.max(...lines.map((line) => line[index]?.length ?? 0)),
	)
	const laidOut = lines.map((line) =>
		line
			.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
			.join('   '),
	)
	return ['', ...laidOut]
}

function shown(count: Count): string {
	return count === null ? '–' : count.toLocaleString('en-GB')
}

/** Returns a share, padded to a fixed width so that the counts in the column stay aligned. */
function rate(count: Count, of: Count): string {
	const share = count === null || !of ? '–' : `${((100 * count) / of).toFixed(1)}%`
	return share.padStart(6)
}
