/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = values.toSorted((x, y) => x - y)
	return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
