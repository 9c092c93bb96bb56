import { UsageError } from '#server/operations/admin-cli/command.ts'
import { type Periods, readPeriods } from '#server/shop/sales/period.ts'

/** Reads a period as `readPeriods` does. Throws `UsageError` if it is none. */
export function periodsOf(wanted: string, now: Date): Periods {
	const periods = readPeriods(wanted, now)
	if (periods === undefined)
		throw new UsageError('Say how many days, as a whole number, or which month, such as 2026-11.')
	return periods
}
