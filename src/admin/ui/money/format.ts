import { dayMs } from '#shared/clock.ts'
import { formatPounds } from '#shared/money.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	timeZone: 'UTC',
})
const inLondon = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' })

/** Formats pence with a real minus sign, such as "−£5.00". Null becomes "not known yet". */
export function pounds(pence: number | null): string {
	return pence === null ? 'not known yet' : formatPounds(pence === 0 ? 0 : pence).replace('-', '−')
}

/** Formats a net sum. While some of its fees aren't known, it can only become less. */
export function netInWords({ net_pence, fees_unknown }: { net_pence: number; fees_unknown: number }): string {
	return fees_unknown === 0 ? pounds(net_pence) : `at most ${pounds(net_pence)}`
}

/** Says how many fees are missing from a sum; null if none are. */
export function missingFees(count: number): string | null {
	if (count === 0) return null
	return count === 1 ? '1 fee is missing' : `${count.toLocaleString('en-GB')} fees are missing`
}

/** Returns today's date in London, such as `2026-11-22`. */
export function todayInLondon(): string {
	return inLondon.format(new Date())
}

/** Returns the date that is this many days later. */
export function addDays(from: string, days: number): string {
	return new Date(new Date(from).getTime() + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the number of days from the first to the last, both included. */
export function daysBetween(from: string, to: string): number {
	return Math.round((new Date(to).getTime() - new Date(from).getTime()) / dayMs) + 1
}

/** Formats a day, such as "22 Nov". */
export function dayName(of: string): string {
	return day.format(new Date(of))
}

/** Formats a day with its weekday and year. */
export function wholeDayName(of: string): string {
	return longDay.format(new Date(of))
}
