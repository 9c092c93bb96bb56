import { AppError } from '#server/platform/app-error.ts'
import { dayMs } from '#shared/clock.ts'
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
	if (days < 1 || days > longestDays)
		throw new AppError({
			code: 'validation_failed',
			status: 400,
			message: 'The last day must not be before the first, or more than ten years after it.',
			details: { field: 'to' },
		})
	return { period, filter: { what, product, status, country } }
}
