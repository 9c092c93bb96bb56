import { dateOf, dayNumber, type Typed, type TypedDue } from './typed-plan.ts'

/** The first day of a plan, which is a Monday, the number of its last week, and its last day. */
export interface PlanDays {
	firstMonday: number
	lastWeek: number
	lastDay: number
}

/** Returns the days within the plan on which an amount is due. The amount, rhythm and dates must have been checked. */
export function dueDays(
	{ rhythm, first, last }: Pick<TypedDue, 'rhythm' | 'first' | 'last'>,
	terms: readonly Typed[],
	{ firstMonday, lastDay }: PlanDays,
): number[] {
	if (typeof first !== 'number' || typeof rhythm !== 'string') return []
	const from = Math.floor(first)
	const until = Math.min(lastDay, typeof last === 'number' ? Math.floor(last) : lastDay)
	const isInside = (day: number) => day >= firstMonday && day >= from && day <= until
	switch (rhythm.toLowerCase()) {
		case 'once':
			return from >= firstMonday && from <= lastDay ? [from] : []
		case 'termly':
			return terms.filter((term) => typeof term === 'number').filter(isInside)
		case 'monthly':
			return monthlyDays(from, until).filter(isInside)
		default:
			return everyFewDays(from, until, stepOf(rhythm)).filter(isInside)
	}
}

function stepOf(rhythm: string): number {
	return { weekly: 7, fortnightly: 14, 'four-weekly': 28 }[rhythm.toLowerCase()] ?? Number.POSITIVE_INFINITY
}

function everyFewDays(from: number, until: number, step: number): number[] {
	const days = []
	for (let day = from; day <= until; day += step) days.push(day)
	return days
}

/** In a short month, the 31st means its last day. */
function monthlyDays(from: number, until: number): number[] {
	const start = dateOf(from)
	const days = []
	for (let month = 0; ; month += 1) {
		const lastDate = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month + 1, 0))
		const date = Math.min(start.getUTCDate(), lastDate.getUTCDate())
		const day = dayNumber(`${lastDate.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`)
		if (day > until) return days
		days.push(day)
	}
}

export function isAlike(word: string, typed: Typed): boolean {
	return typeof typed === 'string' && typed.toLowerCase() === word.toLowerCase()
}
