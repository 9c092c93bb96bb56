import { addDays, todayInLondon } from '#admin/ui/money/format.ts'
import type { Sent } from '#shared/admin/api.ts'

export type Filter = Sent<'sales-figures'>

/** The periods to choose from. A saved view stores the choice rather than its days, so "7 days" always means the last seven. */
export const periods = [
	{ value: '1', label: 'Today' },
	{ value: '7', label: '7 days' },
	{ value: '28', label: '28 days' },
	{ value: '90', label: '90 days' },
	{ value: '365', label: '365 days' },
	{ value: 'month', label: 'This month' },
	{ value: 'last-month', label: 'Last month' },
	{ value: 'days', label: 'From … to …' },
] as const

const usual = '28'

/** The fields of the filter in the page's address, besides those of the period. */
export const fields = ['what', 'product', 'status', 'country'] as const

/** Returns the period in the page's address. */
export function periodIn(query: URLSearchParams): string {
	const wanted = query.get('period') ?? (query.has('from') ? 'days' : usual)
	return periods.some(({ value }) => value === wanted) ? wanted : usual
}

/** Reads the filter from the page's address. Unknown values are ignored. */
export function filterIn(query: URLSearchParams): Filter {
	const product = query.get('product')
	const country = query.get('country')
	return {
		...daysOf(periodIn(query), query),
		what: oneOf(['sales', 'refunds', 'disputes', 'returned'] as const, query.get('what')),
		status: oneOf(['paid', 'part refunded', 'refunded', 'disputed'] as const, query.get('status')),
		...(product === null || product === '' ? {} : { product }),
		...(country !== null && /^([A-Z]{2}|unknown)$/.test(country) ? { country } : {}),
	}
}

function daysOf(period: string, query: URLSearchParams): { from: string; to: string } {
	const today = todayInLondon()
	if (period === 'month') return { from: `${today.slice(0, 7)}-01`, to: today }
	if (period === 'last-month') {
		const end = addDays(`${today.slice(0, 7)}-01`, -1)
		return { from: `${end.slice(0, 7)}-01`, to: end }
	}
	if (period === 'days') {
		const from = dayIn(query.get('from')) ?? addDays(today, -27)
		const to = dayIn(query.get('to')) ?? today
		return from <= to ? { from, to } : { from: to, to: from }
	}
	return { from: addDays(today, 1 - Number(period)), to: today }
}

function dayIn(text: string | null): string | undefined {
	return text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
		? text
		: undefined
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
	return values.find((value) => value === text)
}
