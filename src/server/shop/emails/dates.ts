const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const moment = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'short',
	timeZone: 'Europe/London',
})

/** Formats a date in London time, such as "21 November 2026". */
export function dayOf(date: Date): string {
	return day.format(date)
}

/** Formats a date and time in London time, such as "21 November 2026 at 10:04". */
export function momentOf(date: Date): string {
	return moment.format(date)
}
