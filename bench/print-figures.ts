import type { Figure } from './figure.ts'
import { median } from './load.ts'

/** One line a figure, with what it was measured next to. */
export function printFigures(figures: readonly Figure[]): void {
	console.table(
		figures.map(({ name, next, hold, ratio, ours, baseline }) => ({
			what: name,
			'per second': Math.round(median(ours.map((one) => one.perSecond))),
			'next to': next,
			'its per second': Math.round(median(baseline.map((one) => one.perSecond))),
			'MB a second': Math.round(median(ours.map((one) => one.bytesPerSecond)) / 1e6),
			ratio: ratio.toFixed(2),
			hold,
			'p99 ms': median(ours.map((one) => one.p99Ms)),
			failures: ours.reduce((sum, one) => sum + one.failures, 0),
		})),
	)
}
