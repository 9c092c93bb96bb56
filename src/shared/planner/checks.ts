import { largestPounds, rhythms, rooms } from './choices.ts'
import { dueDays, isAlike, type PlanDays } from './due-days.ts'
import type { Fault, Field, ListName, Place, Problem } from './problem.ts'
import { costQuestion, incomeQuestion, isMoneyIn, isOn, nothingFixed, signProblems } from './questions.ts'
import {
	dateOf,
	dayNumber,
	type Typed,
	type TypedDue,
	type TypedGoal,
	type TypedPay,
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

/** Returns the problems of a plan, in the order in which they are named. */
export function problemsIn(plan: TypedPlan, today: number): Problem[] {
	const days = planDays(plan)
	const found: { place: Place; fault: Fault | null }[] = [
		inField('firstMonday', mondayProblem(plan.firstMonday)),
		inField('lastWeek', weekCountProblem(plan.lastWeek)),
		inField('starting', balanceProblem(plan.starting, 'nothing')),
		inField('terms', termsProblem(plan.terms, days)),
		inField('floor', balanceProblem(plan.floor, null)),
		...plan.income.map((row) =>
			inRow(
				'income',
				row,
				dueProblem(row, true, plan.terms, days, () => incomeQuestion(row, plan, days)),
			),
		),
		...plan.costs.map((row) =>
			inRow(
				'costs',
				row,
				dueProblem(row, false, plan.terms, days, () => costQuestion(row, plan, days)),
			),
		),
		inField('fixed', nothingFixed(plan, days)),
		...plan.goals.map((row) => inRow('goals', row, goalProblem(row, days))),
		...[...plan.pay]
			.sort((one, other) => one.row - other.row)
			.map((pay) => ({
				place: { of: 'pay', week: pay.row } as const,
				fault: payProblem(pay, days, today),
			})),
		inField('showWeek', shownWeekProblem(plan.showWeek, days)),
		inField('bank', balanceProblem(plan.bank, null)),
		inField('bankDate', bankDateProblem(plan.bankDate, days, today)),
		...plan.categories.map((_, place) => inField('categories', categoryProblem(plan.categories, place))),
		...signProblems(plan, (row) =>
			days !== null && typeof row.date === 'number' && paymentProblem(row, plan, days, today) === null
				? Math.floor((row.date - days.firstMonday) / 7) + 1
				: undefined,
		),
		...[...plan.spending]
			.sort((one, other) => one.row - other.row)
			.map((row) => inRow('spending', { ...row, name: row.note }, paymentProblem(row, plan, days, today))),
	]
	return found.flatMap(({ place, fault }) => (fault === null ? [] : [{ place, fault }]))
}

function inField(field: Field, fault: Fault | null) {
	return { place: { of: 'field', field } as const, fault }
}

function inRow(of: ListName, { row, name }: { row: number; name: Typed }, fault: Fault | null) {
	return { place: { of, row, name: isBlank(name) ? '' : String(name).trim() }, fault }
}

export function isBlank(value: Typed): boolean {
	return value === null || String(value).trim() === ''
}

function isWeek(value: Typed): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= rooms.weeks
}

function mondayProblem(value: Typed): Fault | null {
	if (isBlank(value)) return 'nothing'
	if (typeof value !== 'number') return 'notDate'
	if (isWrongYear(value)) return 'whichYear'
	return dateOf(Math.floor(value)).getUTCDay() === 1 ? null : 'notMonday'
}

function isWrongYear(day: number): boolean {
	return day < earliest || day > latest
}

function weekCountProblem(value: Typed): Fault | null {
	if (isBlank(value)) return 'nothing'
	return isWeek(value) ? null : 'planWeeks'
}

function balanceProblem(value: Typed, ifBlank: Fault | null): Fault | null {
	if (isBlank(value)) return ifBlank
	if (typeof value !== 'number') return 'notNumber'
	return Math.abs(value) > largestPounds ? 'tooMuch' : null
}

function termsProblem(terms: readonly Typed[], days: PlanDays | null): Fault | null {
	const typed = terms.filter((term) => !isBlank(term))
	const dates = typed.filter((term) => typeof term === 'number')
	if (dates.length < typed.length) return 'notDate'
	const isNear = (one: number, index: number) =>
		dates.slice(index + 1).some((other) => Math.abs(one - other) < 7)
	if (dates.some(isNear)) return 'twice'
	return days !== null && dates.some((date) => isOutside(date, days)) ? 'outside' : null
}

function amountProblem(value: Typed, ifBlank: Fault, ifText: Fault): Fault | null {
	if (isBlank(value)) return ifBlank
	if (typeof value !== 'number') return ifText
	if (value < 0) return 'below'
	return value > largestPounds ? 'tooMuch' : null
}

function dueProblem(
	row: TypedDue,
	isIncome: boolean,
	terms: readonly Typed[],
	days: PlanDays | null,
	question: () => Fault | null,
): Fault | null {
	const { name, amount, rhythm, first, last, stretch } = row
	if ([name, amount, rhythm, first, last, stretch].every(isBlank)) return null
	const amountFault = amountProblem(amount, 'noAmount', 'amountText')
	if (amountFault !== null) return amountFault
	if (isBlank(rhythm)) return 'noRhythm'
	if (!rhythms.some((known) => isAlike(known, rhythm))) return 'rhythmUnknown'
	if (isBlank(first)) return 'noFirst'
	if (typeof first !== 'number') return 'firstText'
	if (isWrongYear(first)) return 'whichYear'
	if (!isBlank(last) && typeof last !== 'number') return 'lastText'
	if (typeof last === 'number' && isWrongYear(last)) return 'whichYear'
	if (typeof last === 'number' && last < first) return 'lastEarly'
	if (isIncome && !isAlike('Yes', stretch) && !isAlike('No', stretch)) return 'noAnswer'
	if (isAlike('Termly', rhythm) && !terms.includes(first)) return 'notTerm'
	if (days !== null && dueDays(row, terms, days).length === 0) return 'neverDue'
	return isBlank(name) ? 'noName' : question()
}

function goalProblem({ name, target, saved, from, by }: TypedGoal, days: PlanDays | null): Fault | null {
	if ([name, target, saved, from, by].every(isBlank)) return null
	const targetFault = amountProblem(target, 'noTarget', 'targetText')
	if (targetFault !== null) return targetFault
	const savedFault = isBlank(saved) ? null : amountProblem(saved, 'savedText', 'savedText')
	if (savedFault !== null) return savedFault
	if (!isBlank(from) && !isWeek(from)) return 'fromWhich'
	if (!isWeek(by)) return 'byWhich'
	if (isWeek(from) && by < from) return 'weeksReversed'
	if (days !== null && by > days.lastWeek) return 'notInPlan'
	return isBlank(name) ? 'noName' : null
}

function payProblem({ row, amount }: TypedPay, days: PlanDays | null, today: number): Fault | null {
	if (isBlank(amount)) return null
	const amountFault = amountProblem(amount, 'amountText', 'amountText')
	if (amountFault !== null || days === null) return amountFault
	if (row > days.lastWeek) return 'notInPlan'
	return days.firstMonday + 7 * (row - 1) >= today + 1 ? 'future' : null
}

/** A spreadsheet looks for names, in which some marks stand for any letters. */
function categoryProblem(names: readonly Typed[], place: number): Fault | null {
	const name = names[place] ?? null
	if (isBlank(name)) return null
	if (typeof name !== 'string' || name.trim() !== name || /[*?~]/.test(name)) return 'categoryName'
	return names.slice(0, place).some((other) => isAlike(name, other)) ? 'categoryTwice' : null
}

function shownWeekProblem(value: Typed, days: PlanDays | null): Fault | null {
	if (isBlank(value) || days === null) return null
	return isWeek(value) && value <= days.lastWeek ? null : 'notInPlan'
}

function bankDateProblem(value: Typed, days: PlanDays | null, today: number): Fault | null {
	if (isBlank(value)) return null
	if (typeof value !== 'number') return 'notDate'
	if (days === null) return null
	if (isOutside(value, days)) return 'outside'
	return value >= today + 1 ? 'future' : null
}

function isOutside(day: number, { firstMonday, lastDay }: PlanDays): boolean {
	return day < firstMonday || day >= lastDay + 1
}

function paymentProblem(
	row: TypedPayment,
	plan: TypedPlan,
	days: PlanDays | null,
	today: number,
): Fault | null {
	const { date, category, amount, note } = row
	if ([date, category, amount, note].every(isBlank)) return null
	if (isBlank(date)) return 'noDate'
	if (typeof date !== 'number') return 'dateText'
	if (days !== null && isOutside(date, days)) return 'outside'
	if (date >= today + 1) return 'future'
	if (isBlank(category)) return 'noCategory'
	if (!plan.categories.some((name) => isOn(name, category))) return 'categoryUnknown'
	if (isBlank(amount)) return 'noAmount'
	if (typeof amount !== 'number') return 'amountText'
	if (Math.abs(amount) > largestPounds) return 'tooMuch'
	return isMoneyIn(row, plan) ? 'asMoneyIn' : null
}
