import { z } from 'zod'
import { dayMs } from '#shared/clock.ts'
import { periodUnreadable } from './errors.ts'

/** The days from `from` up to, but not including, `until`. Both are midnight UTC. */
export interface Period {
	from: Date
	until: Date
}

const daysSchema = z.coerce.number().int().min(1).max(3_650)
const monthSchema = z.stringFormat('month', /^20\d\d-(0[1-9]|1[0-2])$/)
const yearSchema = z.stringFormat('year', /^20\d\d$/)
const rangeSchema = z
	.string()
	.transform((text) => text.split('..'))
	.pipe(z.tuple([z.iso.date(), z.iso.date()]))
	.refine(([from, to]) => from <= to)

/** A period, and the period of the same length before it. */
export interface Periods {
	period: Period
	before: Period
}

/**
 * Reads a number of days up to today, a month such as `2026-11`, a year such as `2026`, or two days with both included, such as
 * `2026-04-06..2027-04-05`. Throws `validation_failed` if the text is none of these.
 */
export function periodsOf(wanted: string, now: Date): Periods {
	const month = monthSchema.safeParse(wanted)
	if (month.success) return { period: monthOf(month.data), before: monthOf(month.data, -1) }
	const year = yearSchema.safeParse(wanted)
	if (year.success) return { period: yearOf(Number(year.data)), before: yearOf(Number(year.data) - 1) }
	const range = rangeSchema.safeParse(wanted)
	if (range.success) {
		const [from, to] = range.data
		const period = periodOf({ from, to })
		return { period, before: periodBefore(period) }
	}
	const days = daysSchema.safeParse(wanted)
	if (!days.success) throw periodUnreadable()
	const tomorrow = (Math.floor(now.getTime() / dayMs) + 1) * dayMs
	const daysAgo = (periods: number) => new Date(tomorrow - periods * days.data * dayMs)
	return {
		period: { from: daysAgo(1), until: daysAgo(0) },
		before: { from: daysAgo(2), until: daysAgo(1) },
	}
}

/** Returns the period of the month that comes `later` months after a month such as `2026-11`. */
export function monthOf(month: string, later = 0): Period {
	const first = new Date(`${month}-01`)
	const monthsLater = (months: number) =>
		new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months))
	return { from: monthsLater(later), until: monthsLater(later + 1) }
}

function yearOf(year: number): Period {
	return { from: new Date(Date.UTC(year, 0)), until: new Date(Date.UTC(year + 1, 0)) }
}

/** Returns the first and the last day of a period. */
export function daysOf({ from, until }: Period): { from: string; to: string } {
	const [first, last] = [from, new Date(until.getTime() - dayMs)].map((date) =>
		date.toISOString().slice(0, 10),
	)
	return { from: first ?? '', to: last ?? '' }
}

/** Yields the weeks of a period from its first day; the last week may be shorter. */
export function* eachWeek({ from, until }: Period): Generator<Period> {
	for (let day = from.getTime(); day < until.getTime(); day += 7 * dayMs)
		yield { from: new Date(day), until: new Date(Math.min(day + 7 * dayMs, until.getTime())) }
}

/** Yields each day of a period. */
export function* eachDay({ from, until }: Period): Generator<string> {
	for (let day = from.getTime(); day < until.getTime(); day += dayMs)
		yield new Date(day).toISOString().slice(0, 10)
}

/** Returns the period of the same length that ends where this one begins. */
export function periodBefore({ from, until }: Period): Period {
	return { from: new Date(2 * from.getTime() - until.getTime()), until: from }
}

/** Returns the period from a first to a last day, both included. */
export function periodOf({ from, to }: { from: string; to: string }): Period {
	return { from: new Date(from), until: new Date(new Date(to).getTime() + dayMs) }
}

/** Returns the current day in London, as midnight UTC. In summer the day in London begins an hour before that. */
export function dayInLondon(now: Date): Date {
	return new Date(
		new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' }).format(now),
	)
}
