const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const moment = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'short',
	timeZone: 'Europe/London',
})

/** "21 November 2026", as days are counted in the United Kingdom. */
export function dayOf(date: Date): string {
	return day.format(date)
}

/** "21 November 2026 at 10:04", London time. */
export function momentOf(date: Date): string {
	return moment.format(date)
}
