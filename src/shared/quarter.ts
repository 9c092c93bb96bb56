/** Returns the quarter of a month such as `2026-11`. */
export function quarterOfMonth(month: string): string {
	return `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`
}

/** Returns the last day of a quarter, whose rate of exchange counts. */
export function lastDayOfQuarter(ofQuarter: string): string {
	const [year, number] = ofQuarter.split('-Q').map(Number)
	return new Date(Date.UTC(year ?? 0, (number ?? 0) * 3, 0)).toISOString().slice(0, 10)
}
