import { type LoadResult, median } from './load.ts'

export interface Figure {
	name: string
	/** What it is compared with, in the same run. */
	baselineName: string
	/** The lowest acceptable ratio. */
	target: number
	ratio: number
	ours: readonly LoadResult[]
	baseline: readonly LoadResult[]
}

/** Returns whether the ratio reaches the target and no request failed. */
export function isMet({ ratio, target, ours }: Figure): boolean {
	return ratio >= target && ours.every(({ failures }) => failures === 0)
}

export function printFigures(figures: readonly Figure[]): void {
	console.table(
		figures.map((figure) => ({
			figure: figure.name,
			'per second': Math.round(median(figure.ours.map((one) => one.perSecond))),
			baseline: figure.baselineName,
			'baseline per second': Math.round(median(figure.baseline.map((one) => one.perSecond))),
			'MB per second': Math.round(median(figure.ours.map((one) => one.bytesPerSecond)) / 1e6),
			ratio: figure.ratio.toFixed(2),
			target: figure.target,
			met: isMet(figure) ? 'yes' : 'NO',
			'p50, p95, p99 ms': ([50, 95, 99] as const)
				.map((percent) => median(figure.ours.map((one) => one[`p${percent}Ms`])).toFixed(1))
				.join(', '),
			failures: figure.ours.reduce((sum, one) => sum + one.failures, 0),
		})),
	)
}
