import type { LoadResult } from './load.ts'

export interface Figure {
	name: string
	/** What it is measured next to, in the same run. */
	next: string
	/** The least the ratio may be. */
	hold: number
	ratio: number
	ours: readonly LoadResult[]
	baseline: readonly LoadResult[]
}

/** Whether the figure is held: the ratio, and no answer failed. */
export function isHeld({ ratio, hold, ours }: Figure): boolean {
	return ratio >= hold && ours.every(({ failures }) => failures === 0)
}
