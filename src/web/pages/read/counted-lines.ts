import { formatPounds } from '#shared/money.ts'
import { readAmount } from '#shared/planner/typed-amount.ts'
import type { CountedKind } from '#shared/sheet-fields.ts'
import type { Typed } from './typed-fields.ts'

/** A line of a sheet that is counted from what was typed. */
export interface CountedLine {
	text: string
	/** Whether it says that something is over a limit or doesn't add up. */
	warns: boolean
}

const nothing: CountedLine = { text: '', warns: false }
const says = (text: string): CountedLine => ({ text, warns: false })
const warns = (text: string): CountedLine => ({ text, warns: true })

/** Counts a line. The names of the fields that it needs begin like its own: `term-in` and `term-due` for `term-left`. */
export function countLine(kind: CountedKind, name: string, typed: Typed): CountedLine {
	const group = name.slice(0, name.lastIndexOf('-') + 1)
	return counts[kind]((last) => typed[group + last]?.trim() ?? '')
}

type Read = (last: string) => string

const counts: Readonly<Record<CountedKind, (read: Read) => CountedLine>> = {
	left(read) {
		const left = penceLeft(read)
		if (typeof left !== 'number') return left
		return left < 0 ? warns(`${poundsOf(left)}: more goes out than comes in.`) : says(poundsOf(left))
	},
	weekly(read) {
		const left = penceLeft(read)
		const typed = read('weeks')
		if (typeof left !== 'number' || typed === '') return nothing
		const weeks = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
		if (weeks < 1 || weeks > 60) return warns('Line 5 needs a whole number of weeks, from 1 to 60.')
		// Rounded down, so that the last week has enough too.
		const weekly = Math.floor(left / weeks)
		return weekly < lowWeekly
			? warns(
					`${poundsOf(weekly)} a week. Below about £50, a fixed cost has to change or income has to rise.`,
				)
			: says(`${poundsOf(weekly)} a week`)
	},
	week(read) {
		const typed = ['one', 'two', 'voluntary'].map(read)
		if (typed.every((text) => text === '')) return nothing
		const minutes = typed.map(minutesIn)
		const wrong = minutes.indexOf(null)
		if (wrong !== -1) return warns(`“${typed[wrong]}” isn’t a number of hours. Type 7.5 or 7:30.`)
		const total = minutes.reduce<number>((sum, part) => sum + (part ?? 0), 0)
		if (total > minutesOfWeek) return warns('That’s more hours than a week has.')
		if (total > mostHours * 60)
			return warns(
				`${hoursOf(total)}: ${hoursOf(total - mostHours * 60)} over the ${mostHours} of a week in term.`,
			)
		return says(
			total > fewerHours * 60
				? `${hoursOf(total)} (too many if your limit is ${fewerHours})`
				: hoursOf(total),
		)
	},
	go(read) {
		const result = goOrStop(read)
		if ('warns' in result) return result
		const { visitors, go } = result
		return go === null
			? warns(`${visitors} visitors are too few: even if all leave one, it could be luck.`)
			: says(`${go} of ${visitors} (${percentOf(go / visitors)})`)
	},
	again(read) {
		const result = goOrStop(read)
		if ('warns' in result) return nothing
		const [least, most] = [(result.stop ?? -1) + 1, (result.go ?? result.visitors + 1) - 1]
		return says(`${least} and ${most}`)
	},
	stop(read) {
		const result = goOrStop(read)
		if ('warns' in result) return nothing
		const { visitors, stop } = result
		return stop === null
			? warns(`${visitors} visitors are too few: even none could be bad luck.`)
			: says(`${stop} of ${visitors} (${percentOf(stop / visitors)})`)
	},
}

/** The results of a test of demand, by how sure they are. Null if there is none so small or so large. */
function goOrStop(read: Read): { visitors: number; stop: number | null; go: number | null } | CountedLine {
	const [visitorsTyped, oneIn] = [read('visitors'), read('one-in')]
	if (visitorsTyped === '' || oneIn === '') return nothing
	const visitors = /^\d{1,6}$/.test(visitorsTyped) ? Number(visitorsTyped) : 0
	const share = /^\d{1,4}([.,]\d{1,2})?$/.test(oneIn) ? 1 / Number(oneIn.replace(',', '.')) : 2
	if (visitors < 1) return warns('The visitors need a whole number, such as 200.')
	if (share >= 1) return warns('“One in how many” needs a number above 1, such as 10.')
	const expected = Math.floor(visitors * share)
	let stop: number | null = expected
	while (stop !== null && wilson(stop, visitors).upper >= share) stop = stop === 0 ? null : stop - 1
	let go: number | null = expected
	while (go !== null && wilson(go, visitors).lower <= share) go = go === visitors ? null : go + 1
	return { visitors, stop, go }
}

/** Returns between which shares the truth probably is (Wilson’s interval, 95 %). */
function wilson(count: number, of: number): { lower: number; upper: number } {
	const squared = 1.96 ** 2
	const middle = count + squared / 2
	const reach = 1.96 * Math.sqrt((count * (of - count)) / of + squared / 4)
	return { lower: (middle - reach) / (of + squared), upper: (middle + reach) / (of + squared) }
}

/** In pence. The guide says that something has to change below it. */
const lowWeekly = 5000
/** The hours that a Student visa usually allows in a week of term: on a degree course, and below. */
const mostHours = 20
const fewerHours = 10
const minutesOfWeek = 168 * 60

/** Returns line 1 minus lines 2 and 3, in pence; or, if that can't be counted, what to show instead. */
function penceLeft(read: Read): number | CountedLine {
	const lines = ['in', 'due', 'aside'].map(read)
	if (lines.includes('')) return nothing
	const amounts = lines.map(readAmount)
	const [income, due, aside] = amounts.map((amount) =>
		typeof amount === 'number' ? Math.round(amount * 100) : null,
	)
	if (income == null || due == null || aside == null) {
		const wrong = amounts.findIndex((amount) => typeof amount !== 'number')
		return warns(`Line ${wrong + 1} isn’t an amount. Type it like 1250 or 87.50.`)
	}
	if (income < 0 || due < 0 || aside < 0) return warns('Type amounts without a minus; the sheet subtracts.')
	return income - due - aside
}

function percentOf(share: number): string {
	return `${(share * 100).toFixed(1).replace('.0', '')}%`
}

function poundsOf(pence: number): string {
	return formatPounds(pence).replace(/\.00$/, '').replace('-', '−')
}

/** Reads hours such as "7", "7.5", "7,5" or "7:30"; nothing typed is none. Returns null if the text isn't a number of hours. */
function minutesIn(text: string): number | null {
	const [, hours, part = '', minutes = ''] =
		/^(\d{1,3})(?:[.,](\d{1,2})|:([0-5]\d))?$/.exec(text || '0') ?? []
	if (hours === undefined) return null
	return Number(hours) * 60 + Math.round(Number(`0.${part || '0'}`) * 60) + Number(minutes)
}

function hoursOf(minutes: number): string {
	const hours = Math.round((minutes * 100) / 60) / 100
	return hours === 1 ? '1 hour' : `${hours} hours`
}
