import { says } from './check-words.ts'
import { dueDays, isAlike, type PlanDays } from './due-days.ts'
import {
	costQuestion,
	incomeQuestion,
	isMoneyIn,
	nothingFixed,
	type Problem,
	signProblems,
} from './expected-questions.ts'
import { largestPounds, rhythms, rooms, spendingCategories } from './planner-data.ts'
import {
	dateOf,
	dayNumber,
	type Typed,
	type TypedDue,
	type TypedGoal,
	type TypedPayment,
	type TypedPlan,
} from './typed-plan.ts'

const earliest = dayNumber('2015-01-01')
const latest = dayNumber('2099-12-31')

/** Returns null if the first Monday or the number of weeks is missing or invalid. */
export function planDays({ firstMonday, lastWeek }: TypedPlan): PlanDays | null {
	if (typeof firstMonday !== 'number' || mondayProblem(firstMonday) !== null || !isWeek(lastWeek)) return null
	const monday = Math.floor(firstMonday)
	return { firstMonday: monday, lastWeek, lastDay: monday + 7 * lastWeek - 1 }
}

/** Returns the problems of a plan, in the order in which the dashboard names them. */
export function problemsOf(plan: TypedPlan, today: number): Problem[] {
	const days = planDays(plan)
	const found: { where: string; what: string | null }[] = [
		{ where: 'Setup, first Monday', what: mondayProblem(plan.firstMonday) },
		{ where: 'Setup, last week', what: weekCountProblem(plan.lastWeek) },
		{ where: 'Setup, in the account', what: balanceProblem(plan.starting, says.nothing) },
		{ where: 'Setup, term dates', what: termsProblem(plan.terms, days) },
		...plan.income.map((row) =>
			named(
				'Setup',
				row,
				dueProblem(row, true, plan.terms, days, () => incomeQuestion(row, plan, days)),
			),
		),
		...plan.costs.map((row) =>
			named(
				'Setup',
				row,
				dueProblem(row, false, plan.terms, days, () => costQuestion(row, plan, days)),
			),
		),
		{ where: 'Setup, fixed costs', what: nothingFixed(plan, days) },
		...plan.goals.map((row) => named('Savings', row, goalProblem(row, days))),
		{ where: 'Dashboard, week to show', what: shownWeekProblem(plan.showWeek, days) },
		{ where: 'Dashboard, bank balance', what: balanceProblem(plan.bank, null) },
		{ where: 'Dashboard, day of the balance', what: bankDateProblem(plan.bankDate, days, today) },
		...signProblems(plan, (row) =>
			days !== null && typeof row.date === 'number' && paymentProblem(row, plan, days, today) === null
				? Math.floor((row.date - days.firstMonday) / 7) + 1
				: undefined,
		),
		...elsewhereProblems(plan),
		...[...plan.spending]
			.sort((one, other) => one.row - other.row)
			.map((row) => ({ where: `Spending, row ${row.row}`, what: paymentProblem(row, plan, days, today) })),
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
	question: () => string | null,
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
	return isBlank(name) ? says.noName : question()
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

function bankDateProblem(value: Typed, days: PlanDays | null, today: number): string | null {
	if (isBlank(value)) return null
	if (typeof value !== 'number') return says.notDate
	if (days === null) return null
	if (isOutside(value, days)) return says.outside
	return value >= today + 1 ? says.future : null
}

function isOutside(day: number, { firstMonday, lastDay }: PlanDays): boolean {
	return day < firstMonday || day >= lastDay + 1
}

function paymentProblem(
	row: TypedPayment,
	plan: TypedPlan,
	days: PlanDays | null,
	today: number,
): string | null {
	const { date, category, amount, note } = row
	if ([date, category, amount, note].every(isBlank)) return null
	if (isBlank(date)) return says.noDate
	if (typeof date !== 'number') return says.dateText
	if (days !== null && isOutside(date, days)) return says.outside
	if (date >= today + 1) return says.future
	if (isBlank(category)) return says.noCategory
	if (!spendingCategories.some((known) => isAlike(known, category))) return says.categoryUnknown
	if (isBlank(amount)) return says.noAmount
	if (typeof amount !== 'number') return says.amountText
	if (Math.abs(amount) > largestPounds) return says.tooMuch
	return isMoneyIn(row, plan) ? says.asMoneyIn : null
}

/** What is typed outside the yellow fields, by the sheet's areas in the order in which they are checked. */
const elsewhere: readonly { where: string; what: string; cells: RegExp }[] = [
	{ where: 'Setup, beside the yellow fields', what: says.beside, cells: /^Setup!([EF][3-6]|[A-F][78])$/ },
	{ where: 'Setup, money in', what: says.belowEnd, cells: /^Setup!([B-F]22|[A-F]23)$/ },
	{ where: 'Setup, fixed costs', what: says.belowEnd, cells: /^Setup!([B-F]42|[A-F]4[3-9])$/ },
	{ where: 'Savings', what: says.belowEnd, cells: /^Savings!([B-E]8|[A-E]9)$/ },
	{ where: 'Setup, hidden columns', what: says.typedOver, cells: /^Setup!([K-V]\d+)$/ },
	{ where: 'Spending', what: says.belowEnd, cells: /^Spending!([B-D]1504|[A-D]150[5-9])$/ },
]

function elsewhereProblems(plan: TypedPlan): Problem[] {
	return elsewhere.filter(({ cells }) => plan.elsewhere.some(({ cell }) => cells.test(cell)))
}
