import { dayMs } from '#shared/clock.ts'
import { periodInvalid } from './errors.ts'
import type { MovementFilter } from './movements.ts'
import { type Period, periodOf } from './period.ts'

interface Sent extends MovementFilter {
	from: string
	to: string
}

const longestDays = 3_660

/**
 * Returns the period and the filter that were requested. Throws `validation_failed` unless the days are in order and within ten
 * years.
 */
export function filterOf({ from, to, what, product, status, country }: Sent): {
	period: Period
	filter: MovementFilter
} {
	const period = periodOf({ from, to })
	const days = (period.until.getTime() - period.from.getTime()) / dayMs
	if (days < 1 || days > longestDays) throw periodInvalid()
	return { period, filter: { what, product, status, country } }
}
