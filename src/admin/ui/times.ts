import { dayOf } from '#shared/dates.ts'

const time = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'medium',
	timeStyle: 'short',
	timeZone: 'Europe/London',
})
const shortTime = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'Europe/London',
})
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })

/** Formats a time from the API, such as "22 Nov 2026, 14:02", in London time. */
export function timeOf(at: string): string {
	return time.format(new Date(at))
}

/** Formats a time without its year, such as "22 Nov, 14:02", in London time. */
export function shortTimeOf(at: string): string {
	return shortTime.format(new Date(at))
}

/** Formats the day of a time from the API, such as "22 November 2026". */
export function dayOfTime(at: string): string {
	return dayOf(new Date(at))
}

/** Formats the time of day, such as "14:02", in London time. */
export function clockOf(date: Date): string {
	return clock.format(date)
}
