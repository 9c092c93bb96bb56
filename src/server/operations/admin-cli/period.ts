import { z } from 'zod'
import { UsageError } from '#server/operations/admin-cli/command.ts'

/** The days from `from` up to, but not including, `until`. They begin at midnight UTC. */
export interface Period {
	from: Date
	until: Date
}

const dayMs = 86_400_000
const daysSchema = z.coerce.number().int().min(1).max(3_650)
const monthSchema = z.stringFormat('month', /^20\d\d-(0[1-9]|1[0-2])$/)

/**
 * Reads a number of days up to today, or a month such as `2026-11`. Returns it with the period of the same length before. Throws
 * `UsageError` if it is neither.
 */
export function periodsOf(wanted: string, now: Date): { period: Period; before: Period } {
	const month = monthSchema.safeParse(wanted)
	if (month.success) {
		const from = new Date(`${month.data}-01`)
		const monthsLater = (months: number) =>
			new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months))
		return { period: { from, until: monthsLater(1) }, before: { from: monthsLater(-1), until: from } }
	}
	const days = daysSchema.safeParse(wanted)
	if (!days.success)
		throw new UsageError('Say how many days, as a whole number, or which month, such as 2026-11.')
	const tomorrow = (Math.floor(now.getTime() / dayMs) + 1) * dayMs
	const daysAgo = (periods: number) => new Date(tomorrow - periods * days.data * dayMs)
	return {
		period: { from: daysAgo(1), until: daysAgo(0) },
		before: { from: daysAgo(2), until: daysAgo(1) },
	}
}

/** Returns the first and the last day. */
export function daysOf({ from, until }: Period): { from: string; to: string } {
	const [first, last] = [from, new Date(until.getTime() - dayMs)].map((date) =>
		date.toISOString().slice(0, 10),
	)
	return { from: first ?? '', to: last ?? '' }
}

/** Returns the period from the first to the last day. */
export function periodOf({ from, to }: { from: string; to: string }): Period {
	return { from: new Date(from), until: new Date(new Date(to).getTime() + dayMs) }
}

/** Returns midnight UTC of the day that it is in London, where the day begins an hour earlier in summer. */
export function dayInLondon(now: Date): Date {
	return new Date(
		new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' }).format(now),
	)
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns the first and the last day, for people. */
export function nameOf({ from, until }: Period): string {
	return dates.formatRange(from, new Date(until.getTime() - dayMs))
}
