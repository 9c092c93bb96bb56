import { type Figure, isHeld } from './figure.ts'
import { median } from './load.ts'

/** One line a figure, with what it was measured next to. */
export function printFigures(figures: readonly Figure[]): void {
	console.table(
		figures.map((figure) => ({
			what: figure.name,
			'per second': Math.round(median(figure.ours.map((one) => one.perSecond))),
			'next to': figure.next,
			'its per second': Math.round(median(figure.baseline.map((one) => one.perSecond))),
			'MB a second': Math.round(median(figure.ours.map((one) => one.bytesPerSecond)) / 1e6),
			ratio: figure.ratio.toFixed(2),
			hold: figure.hold,
			held: isHeld(figure) ? 'yes' : 'NO',
			'p50, p95, p99 ms': ([50, 95, 99] as const)
				.map((percent) => median(figure.ours.map((one) => one[`p${percent}Ms`])).toFixed(1))
				.join(', '),
			failures: figure.ours.reduce((sum, one) => sum + one.failures, 0),
		})),
	)
}
