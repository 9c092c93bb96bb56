/** Returns the middle value, or the mean of the two middle ones. Returns NaN if there are none. */
export function median(numbers: readonly number[]): number {
	const sorted = numbers.toSorted((x, y) => x - y)
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
	const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
	return (lower + upper) / 2
}

/** Returns the smallest value that is at least as large as `percent` per cent of the values. Returns NaN if there are none. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = values.toSorted((x, y) => x - y)
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
