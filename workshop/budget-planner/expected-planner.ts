import { problemsIn } from '../../src/shared/planner/checks.ts'
import { rooms } from '../../src/shared/planner/choices.ts'
import { penceOf } from '../../src/shared/planner/known-plan.ts'
import type { Place, Problem } from '../../src/shared/planner/problem.ts'
import { calculatePlan, type PlanFigures } from '../../src/shared/planner/weeks.ts'
import { says } from './check-words.ts'
import type { SheetPlan } from './sheet-plan.ts'
import { bankWords, verdicts, verdictWords } from './verdicts.ts'

/** A problem in the words of the workbook. */
export interface SheetProblem {
	where: string
	what: string
}

/** What the workbook shows. If anything has to be checked, it shows that and no number. */
export type ExpectedPlanner =
	| { isKnown: false; problems: readonly SheetProblem[] }
	| { isKnown: true; problems: readonly []; figures: ExpectedFigures }

export interface ExpectedFigures extends Omit<PlanFigures, 'verdict' | 'bank'> {
	/** Differs from `safeToSpendPence` if its formula was typed over. */
	shownAsSafePence: number
	/** By the place of the category. An empty place has none. */
	spentOn: readonly number[]
	verdict: string
	bank: (Omit<NonNullable<PlanFigures['bank']>, 'verdict'> & { verdict: string }) | undefined
}

/** Returns what the workbook must show for a plan: what the planner's rules say, in the workbook's words. */
export function expectedPlanner(plan: SheetPlan, today: number): ExpectedPlanner {
	const found = problemsIn(plan, today)
	const firstPayment = found.findIndex(({ place }) => place.of === 'spending')
	const problems = found.map(inWords)
	problems.splice(firstPayment === -1 ? problems.length : firstPayment, 0, ...elsewhereProblems(plan))
	const result = calculatePlan(plan, today)
	if (problems.length > 0 || !result.isKnown) return { isKnown: false, problems }
	const { safeToSpendPence, verdict, bank } = result.figures
	const typedOver = plan.elsewhere.find(({ cell }) => cell === 'Dashboard!B6')
	const figures = {
		...result.figures,
		shownAsSafePence: typedOver === undefined ? safeToSpendPence : penceOf(typedOver.value),
		spentOn: Array.from({ length: rooms.categories }, (_, index) => {
			const name = plan.categories[index]
			return typeof name === 'string' ? (result.figures.spentOnPence.get(name) ?? 0) : 0
		}),
		verdict: typedOver === undefined ? verdictWords(verdict) : verdicts.typedOver,
		bank: bank && { ...bank, verdict: bankWords(bank.verdict) },
	}
	return { isKnown: true, problems: [], figures }
}

function inWords({ place, fault }: Problem): SheetProblem {
	return { where: cellsNamed(place), what: says[fault] }
}

const fields = {
	firstMonday: 'Setup, first Monday',
	lastWeek: 'Setup, last week',
	starting: 'Setup, in the account',
	terms: 'Setup, term dates',
	floor: 'Setup, never below',
	categories: 'Dashboard, on what',
	fixed: 'Setup, fixed costs',
	showWeek: 'Dashboard, week to show',
	bank: 'Dashboard, bank balance',
	bankDate: 'Dashboard, day of the balance',
} as const
const sheets = { income: 'Setup', costs: 'Setup', goals: 'Savings' } as const

function cellsNamed(place: Place): string {
	switch (place.of) {
		case 'field':
			return fields[place.field]
		case 'pay':
			return `Pay, week ${place.week}`
		case 'week':
			return `Spending, week ${place.week}`
		case 'category':
			return `Spending, ${place.category}`
		case 'spending':
			return `Spending, row ${place.row}`
		default: {
			const short = place.name === '' ? '' : `: ${place.name.slice(0, 18)}`
			return `${sheets[place.of]}, row ${place.row}${short}`
		}
	}
}

/** What is typed outside the yellow fields, by the sheet's areas in the order in which they are checked. */
const elsewhere: readonly { where: string; what: string; cells: RegExp }[] = [
	{ where: 'Setup, beside the yellow fields', what: says.beside, cells: /^Setup!([EF][3-7]|[CD]7|[A-F]8)$/ },
	{ where: 'Setup, money in', what: says.belowEnd, cells: /^Setup!([B-F]22|[A-F]23)$/ },
	{ where: 'Setup, fixed costs', what: says.belowEnd, cells: /^Setup!([B-F]42|[A-F]4[3-9])$/ },
	{ where: 'Savings', what: says.belowEnd, cells: /^Savings!([B-E]8|[A-E]9)$/ },
	{ where: 'Pay', what: says.belowEnd, cells: /^Pay!([B-F]56|[A-F]5[7-9])$/ },
	{ where: 'Setup, hidden columns', what: says.typedOver, cells: /^(Setup![K-V]|Pay!F)\d+$/ },
	{ where: 'Spending', what: says.belowEnd, cells: /^Spending!([B-D]1504|[A-D]150[5-9])$/ },
]

function elsewhereProblems(plan: SheetPlan): SheetProblem[] {
	return elsewhere.filter(({ cells }) => plan.elsewhere.some(({ cell }) => cells.test(cell)))
}
