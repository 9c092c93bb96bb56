/** One measurement. */
export interface Point {
	/** In seconds since the start. */
	at: number
	value: number
}

/** How fast something grows. */
export interface Trend {
	perHour: number
	/** With 97.5 % certainty it grows at least this fast. */
	atLeastPerHour: number
}

/** For a two-sided interval of 95 %. */
const z = 1.96

/**
 * Returns the trend by Theil and Sen, with Kendall's confidence interval. The trend is the median of the slopes between all
 * pairs of points, so a few outliers such as a restart don't affect it. Comparing only the first point with the last would
 * report noise, or miss a leak.
 */
export function trendOf(points: readonly Point[]): Trend {
	const slopes = points
		.flatMap((one, index) =>
			points.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
		)
		.toSorted((one, other) => one - other)
	if (slopes.length === 0) throw new Error('a trend needs two points')
	const count = points.length
	const spread = z * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
	const lowest = Math.max(Math.floor((slopes.length - spread) / 2), 0)
	const perHour = (index: number) => 3_600 * (slopes[index] ?? 0)
	return {
		perHour: (perHour(Math.floor((slopes.length - 1) / 2)) + perHour(Math.ceil((slopes.length - 1) / 2))) / 2,
		atLeastPerHour: perHour(lowest),
	}
}
