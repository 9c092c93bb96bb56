import { says } from './check-words.ts'
import { largestPounds, rhythms, rooms, spendingCategories } from './planner-data.ts'
import { dateOf, dayNumber, type Typed, type TypedDue, type TypedGoal, type TypedPlan } from './typed-plan.ts'

/** A field or row that the planner cannot count, and why. */
export interface Problem {
	where: string
	what: string
}

/** The first day of a plan, which is a Monday, the number of its last week, and its last day. */
export interface PlanDays {
	firstMonday: number
	lastWeek: number
	lastDay: number
}

const earliest = dayNumber('2015-01-01')
const latest = dayNumber('2099-12-31')

/** Returns null if the first Monday or the number of weeks is missing or invalid. */
export function planDays({ firstMonday, lastWeek }: TypedPlan): PlanDays | null {
	if (typeof firstMonday !== 'number' || mondayProblem(firstMonday) !== null || !isWeek(lastWeek)) return null
	const monday = Math.floor(firstMonday)
	return { firstMonday: monday, lastWeek, lastDay: monday + 7 * lastWeek - 1 }
}

/** Returns the problems of a plan, in the order in which the dashboard names them. */
export function problemsOf(plan: TypedPlan): Problem[] {
	const days = planDays(plan)
	const found: { where: string; what: string | null }[] = [
		{ where: 'Setup, first Monday', what: mondayProblem(plan.firstMonday) },
		{ where: 'Setup, last week', what: weekCountProblem(plan.lastWeek) },
		{ where: 'Setup, in the account', what: balanceProblem(plan.starting, says.nothing) },
		{ where: 'Setup, term dates', what: termsProblem(plan.terms, days) },
		...plan.income.map((row) => named('Setup', row, dueProblem(row, true, plan.terms, days))),
		...plan.costs.map((row) => named('Setup', row, dueProblem(row, false, plan.terms, days))),
		...plan.goals.map((row) => named('Savings', row, goalProblem(row, days))),
		{ where: 'Dashboard, week to show', what: shownWeekProblem(plan.showWeek, days) },
		{ where: 'Dashboard, bank balance', what: balanceProblem(plan.bank, null) },
		{ where: 'Dashboard, day of the balance', what: bankDateProblem(plan.bankDate, days) },
		...[...plan.spending]
			.sort((one, other) => one.row - other.row)
			.map((row) => ({ where: `Spending, row ${row.row}`, what: paymentProblem(row, days) })),
	]
	return found.flatMap(({ where, what }) => (what === null ? [] : [{ where, what }]))
}

function named(sheet: string, { row, name }: { row: number; name: Typed }, what: string | null) {
	const short = isBlank(name) ? '' : `: ${String(name).trim().slice(0, 18)}`
	return { where: `${sheet}, row ${row}${short}`, what }
}

export function isBlank(value: Typed): boolean {
	return value === null || String(value).trim() === ''
}

function isWeek(value: Typed): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= rooms.weeks
}

function mondayProblem(value: Typed): string | null {
	if (isBlank(value)) return says.nothing
	if (typeof value !== 'number') return says.notDate
	if (isWrongYear(value)) return says.whichYear
	return dateOf(Math.floor(value)).getUTCDay() === 1 ? null : says.notMonday
}

function isWrongYear(day: number): boolean {
	return day < earliest || day > latest
}

function weekCountProblem(value: Typed): string | null {
	if (isBlank(value)) return says.nothing
	return isWeek(value) ? null : says.planWeeks
}

function balanceProblem(value: Typed, ifBlank: string | null): string | null {
	if (isBlank(value)) return ifBlank
	if (typeof value !== 'number') return says.notNumber
	return Math.abs(value) > largestPounds ? says.tooMuch : null
}

function termsProblem(terms: readonly Typed[], days: PlanDays | null): string | null {
	const typed = terms.filter((term) => !isBlank(term))
	const dates = typed.filter((term) => typeof term === 'number')
	if (dates.length < typed.length) return says.notDate
	const isNear = (one: number, index: number) =>
		dates.slice(index + 1).some((other) => Math.abs(one - other) < 7)
	if (dates.some(isNear)) return says.twice
	return days !== null && dates.some((date) => isOutside(date, days)) ? says.outside : null
}

function amountProblem(value: Typed, ifBlank: string, ifText: string): string | null {
	if (isBlank(value)) return ifBlank
	if (typeof value !== 'number') return ifText
	if (value < 0) return says.below
	return value > largestPounds ? says.tooMuch : null
}

function dueProblem(
	row: TypedDue,
	isIncome: boolean,
	terms: readonly Typed[],
	days: PlanDays | null,
): string | null {
	const { name, amount, rhythm, first, last, stretch } = row
	if ([name, amount, rhythm, first, last, stretch].every(isBlank)) return null
	const amountFault = amountProblem(amount, says.noAmount, says.amountText)
	if (amountFault !== null) return amountFault
	if (isBlank(rhythm)) return says.noRhythm
	if (!rhythms.some((known) => isAlike(known, rhythm))) return says.rhythmUnknown
	if (isBlank(first)) return says.noFirst
	if (typeof first !== 'number') return says.firstText
	if (isWrongYear(first)) return says.whichYear
	if (!isBlank(last) && typeof last !== 'number') return says.lastText
	if (typeof last === 'number' && isWrongYear(last)) return says.whichYear
	if (typeof last === 'number' && last < first) return says.lastEarly
	if (isIncome && !isAlike('Yes', stretch) && !isAlike('No', stretch)) return says.noAnswer
	if (isAlike('Termly', rhythm) && !terms.includes(first)) return says.notTerm
	if (days !== null && dueDays(row, terms, days).length === 0) return says.neverDue
	return isBlank(name) ? says.noName : null
}

function isAlike(word: string, typed: Typed): boolean {
	return typeof typed === 'string' && typed.toLowerCase() === word.toLowerCase()
}

/** Returns the days within the plan on which an amount is due. The amount, rhythm and dates must have been checked. */
export function dueDays(
	{ rhythm, first, last }: Pick<TypedDue, 'rhythm' | 'first' | 'last'>,
	terms: readonly Typed[],
	{ firstMonday, lastDay }: PlanDays,
): number[] {
	if (typeof first !== 'number' || typeof rhythm !== 'string') return []
	const from = Math.floor(first)
	const until = Math.min(lastDay, typeof last === 'number' ? Math.floor(last) : lastDay)
	const isInside = (day: number) => day >= firstMonday && day >= from && day <= until
	switch (rhythm.toLowerCase()) {
		case 'once':
			return from >= firstMonday && from <= lastDay ? [from] : []
		case 'termly':
			return terms.filter((term) => typeof term === 'number').filter(isInside)
		case 'monthly':
			return monthlyDays(from, until).filter(isInside)
		default:
			return everyFewDays(from, until, stepOf(rhythm)).filter(isInside)
	}
}

function stepOf(rhythm: string): number {
	return { weekly: 7, fortnightly: 14, 'four-weekly': 28 }[rhythm.toLowerCase()] ?? Number.POSITIVE_INFINITY
}

function everyFewDays(from: number, until: number, step: number): number[] {
	const days = []
	for (let day = from; day <= until; day += step) days.push(day)
	return days
}

/** In a short month, the 31st means its last day. */
function monthlyDays(from: number, until: number): number[] {
	const start = dateOf(from)
	const days = []
	for (let month = 0; ; month += 1) {
		const lastDate = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month + 1, 0))
		const date = Math.min(start.getUTCDate(), lastDate.getUTCDate())
		const day = dayNumber(`${lastDate.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`)
		if (day > until) return days
		days.push(day)
	}
}

function goalProblem({ name, target, saved, from, by }: TypedGoal, days: PlanDays | null): string | null {
	if ([name, target, saved, from, by].every(isBlank)) return null
	const targetFault = amountProblem(target, says.noTarget, says.targetText)
	if (targetFault !== null) return targetFault
	const savedFault = isBlank(saved) ? null : amountProblem(saved, says.savedText, says.savedText)
	if (savedFault !== null) return savedFault
	if (!isBlank(from) && !isWeek(from)) return says.fromWhich
	if (!isWeek(by)) return says.byWhich
	if (isWeek(from) && by < from) return says.weeksReversed
	if (days !== null && by > days.lastWeek) return says.notInPlan
	return isBlank(name) ? says.noName : null
}

function shownWeekProblem(value: Typed, days: PlanDays | null): string | null {
	if (isBlank(value) || days === null) return null
	return isWeek(value) && value <= days.lastWeek ? null : says.notInPlan
}

function bankDateProblem(value: Typed, days: PlanDays | null): string | null {
	if (isBlank(value)) return null
	if (typeof value !== 'number') return says.notDate
	return days !== null && isOutside(value, days) ? says.outside : null
}

function isOutside(day: number, { firstMonday, lastDay }: PlanDays): boolean {
	return day < firstMonday || day >= lastDay + 1
}

function paymentProblem(
	{ date, category, amount, note }: TypedPlan['spending'][number],
	days: PlanDays | null,
): string | null {
	if ([date, category, amount, note].every(isBlank)) return null
	if (isBlank(date)) return says.noDate
	if (typeof date !== 'number') return says.dateText
	if (days !== null && isOutside(date, days)) return says.outside
	if (isBlank(category)) return says.noCategory
	if (!spendingCategories.some((known) => isAlike(known, category))) return says.categoryUnknown
	if (isBlank(amount)) return says.noAmount
	if (typeof amount !== 'number') return says.amountText
	return Math.abs(amount) > largestPounds ? says.tooMuch : null
}
