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
