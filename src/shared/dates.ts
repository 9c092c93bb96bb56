const day = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'long',
	year: 'numeric',
	timeZone: 'Europe/London',
})
const moment = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'short',
	timeZone: 'Europe/London',
})

const second = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'medium',
	timeZone: 'Europe/London',
})

/** Formats a date as "21 November 2026", in United Kingdom time. */
export function dayOf(date: Date): string {
	return day.format(date)
}

/** Formats a date and time as "21 November 2026 at 10:04", in United Kingdom time. */
export function momentOf(date: Date): string {
	return moment.format(date)
}

/** Formats a date and time as "21 November 2026 at 10:04:05", in United Kingdom time. */
export function secondOf(date: Date): string {
	return second.format(date)
}
