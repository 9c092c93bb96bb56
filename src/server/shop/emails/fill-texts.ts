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

/** The values for placeholders in braces. */
interface Placeholders {
	/** The recipient's address. */
	address: string
	/** The site's host. */
	site: string
	/** When it happened, in London time. */
	when?: string
	/** The guide and the amount concerned. */
	product?: string
	amount?: string
}

/** Fills in the placeholders of an email's texts. Placeholders inside the values are left alone. */
export function fillTexts<T extends object>(texts: T, values: Placeholders): Record<keyof T, string>
export function fillTexts(texts: object, values: Placeholders): Record<string, string> {
	const known: ReadonlyMap<string, string> = new Map(Object.entries(values))
	return Object.fromEntries(
		Object.entries(texts).map(([name, text]) => [
			name,
			String(text).replaceAll(/\{(\w+)\}/g, (whole, placeholder) => known.get(placeholder) ?? whole),
		]),
	)
}
