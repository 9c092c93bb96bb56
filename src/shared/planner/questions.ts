import { askedFrom, livingWords, manyRefunds, okWord, unaskedDays } from './choices.ts'
import { dueDays, isAlike, type PlanDays } from './due-days.ts'
import type { Fault, Problem } from './problem.ts'
import type { Typed, TypedDue, TypedPayment, TypedPlan } from './typed-plan.ts'

// Questions about rows that can be counted, but perhaps not as they were meant.

/** Returns whether the user has said that a row is right as it is. */
export function isAnswered(nameOrNote: Typed): boolean {
	return startsAlike(nameOrNote, okWord)
}

/** Returns the question about an income without faults, if there is one. */
export function incomeQuestion(row: TypedDue, plan: TypedPlan, days: PlanDays | null): Fault | null {
	const { amount, first, rhythm, stretch } = row
	if (isAnswered(row.name) || typeof amount !== 'number' || amount === 0) return null
	if (above(plan.income, row).some((other) => other.amount === amount && other.first === first))
		return 'sameAsAbove'
	if (!isAlike('Yes', stretch)) return null
	const isSoon = days !== null && dueDays(row, plan.terms, days).some((day) => day <= days.firstMonday + 27)
	if (isSoon && typeof plan.starting === 'number' && plan.starting >= amount) return 'inBalance'
	const isOften = !isAlike('Once', rhythm) && !isAlike('Termly', rhythm)
	return isOften && amount >= askedFrom.oftenIncome ? 'tooOften' : null
}

/** Returns the question about a cost without faults, if there is one. */
export function costQuestion(row: TypedDue, plan: TypedPlan, days: PlanDays | null): Fault | null {
	const { name, amount, first, last, rhythm } = row
	if (isAnswered(name) || typeof amount !== 'number' || typeof first !== 'number') return null
	const isSame = (other: TypedDue) =>
		isAlike(String(name), other.name) &&
		other.amount === amount &&
		other.first === first &&
		isAlike(String(rhythm), other.rhythm)
	if (amount === 0) return 'zero'
	if (above(plan.costs, row).some(isSame)) return 'sameAsAbove'
	const words = livingWords.filter((word) => contains(name, word))
	if (days === null || words.length === 0) return null
	if (isAlike('Once', rhythm)) {
		const isAlone = (word: string) => plan.costs.filter((cost) => contains(cost.name, word)).length === 1
		return days.lastWeek > 5 && words.some(isAlone) ? 'onlyOnce' : null
	}
	// The cost that follows or precedes it may be the same one with another amount.
	const isFollowed = plan.costs.some((cost) => isNumber(cost.first) && isNumber(last) && cost.first > last)
	if (isNumber(last) && last + unaskedDays <= days.lastDay && !isFollowed) return 'endsEarly'
	const isPreceded = plan.costs.some((cost) => isNumber(cost.last) && cost.last < first)
	return first > days.firstMonday + unaskedDays && !isPreceded ? 'startsLate' : null
}

/** Asks for rent and bills if nothing is due again and again. */
export function nothingFixed(plan: TypedPlan, days: PlanDays | null): Fault | null {
	const again = ['Weekly', 'Fortnightly', 'Four-weekly', 'Monthly', 'Termly']
	const isAny = plan.costs.some(({ rhythm }) => again.some((word) => isAlike(word, rhythm)))
	return days === null || isAny ? null : 'nothingFixed'
}

/** Returns whether a refund is as much as an income, which the account would then get twice. */
export function isMoneyIn({ amount, note }: TypedPayment, { income }: TypedPlan): boolean {
	return isNumber(amount) && amount < 0 && !isAnswered(note) && income.some((row) => row.amount === -amount)
}

/**
 * Finds the first week and the categories in which more came back than was spent, as if payments were pasted with their sign
 * turned. `weekOf` returns the week of a payment that can be counted.
 */
export function signProblems(
	{ spending, categories: names }: TypedPlan,
	weekOf: (row: TypedPayment) => number | undefined,
): Problem[] {
	const open = spending.filter(({ note }) => !isAnswered(note))
	const weeks = [...new Set(open.map(weekOf))].filter(isNumber).sort((one, other) => one - other)
	const week = weeks.find((number) => {
		const amounts = open.filter((row) => weekOf(row) === number).map(({ amount }) => amount)
		return (
			isBelowZero(amounts) || amounts.filter((amount) => isNumber(amount) && amount < 0).length >= manyRefunds
		)
	})
	const categories = names.filter((name) =>
		isBelowZero(open.filter(({ category }) => isOn(name, category)).map(({ amount }) => amount)),
	)
	return [
		...(week === undefined ? [] : [{ of: 'week', week } as const]),
		...categories.map((name) => ({ of: 'category', category: String(name) }) as const),
	].map((place) => ({ place, fault: 'moreBack' }))
}

/** Returns whether a payment is on a category. A number is no name, but a spreadsheet finds it too. */
export function isOn(name: Typed, category: Typed): boolean {
	return typeof name === 'string' ? isAlike(name, category) : name !== null && name === category
}

/** Returns the names of the categories, without the places that are empty. */
export function categoriesIn(names: TypedPlan['categories']): string[] {
	return names.map((name) => String(name ?? '')).filter((name) => name.trim() !== '')
}

function isBelowZero(amounts: readonly Typed[]): boolean {
	return Math.round(amounts.filter(isNumber).reduce((sum, amount) => sum + 100 * amount, 0)) < 0
}

function above(list: readonly TypedDue[], { row }: TypedDue): TypedDue[] {
	return list.filter((other) => other.row < row)
}

function isNumber(value: Typed | undefined): value is number {
	return typeof value === 'number'
}

function contains(name: Typed, word: string): boolean {
	return String(name).toLowerCase().includes(word)
}

function startsAlike(typed: Typed, word: string): boolean {
	return typeof typed === 'string' && typed.toLowerCase().startsWith(word.toLowerCase())
}
