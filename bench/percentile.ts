/** The least of these values that so many of a hundred do not exceed; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = values.toSorted((x, y) => x - y)
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
