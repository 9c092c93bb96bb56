import { type Flow, type Known, penceOf, sum } from './known-plan.ts'
import type { TypedPlan } from './typed-plan.ts'

/** The plan compared with the bank's balance on a day. */
export interface ExpectedBank {
	byPlanPence: number
	differencePence: number
	verdict: string
	costsLatelyPence: number
	incomeLatelyPence: number
	savedPence: number
	lastPayment: number | undefined
}

/** How many days a payment may take to appear in the bank's balance. */
const lately = 4

/**
 * Compares the plan with the bank balance that was typed in. Returns undefined if there is none or its day is outside the plan.
 */
export function bankOf(
	plan: Known,
	typed: TypedPlan,
	today: number,
	weeks: readonly { monday: number; savedPence: number }[],
): ExpectedBank | undefined {
	if (typeof typed.bank !== 'number') return undefined
	const day = Math.floor(typeof typed.bankDate === 'number' ? typed.bankDate : today)
	if (day < plan.firstMonday || day > plan.lastDay) return undefined
	const due = (flows: readonly Flow[], after: number) =>
		sum(flows.map(({ pence, days }) => pence * days.filter((date) => date > after && date <= day).length))
	const everything = plan.firstMonday - 1
	const savedPence = sum(weeks.filter(({ monday }) => monday <= day).map((week) => week.savedPence))
	const spentPence = sum(plan.spending.filter((payment) => payment.day < day + 1).map(({ pence }) => pence))
	const byPlanPence =
		plan.startingPence + due(plan.income, everything) - due(plan.costs, everything) - savedPence - spentPence
	const differencePence = penceOf(typed.bank) - byPlanPence
	return {
		byPlanPence,
		differencePence,
		verdict: bankVerdict(plan, differencePence, savedPence),
		costsLatelyPence: due(plan.costs, day - lately),
		incomeLatelyPence: due(plan.income, day - lately),
		savedPence,
		lastPayment:
			plan.spending.length === 0 ? undefined : Math.max(...plan.spending.map((payment) => payment.day)),
	}
}

/** Explains a difference by a single amount of the same size, if there is one. */
function bankVerdict({ income, costs, spending }: Known, difference: number, savedPence: number): string {
	const same = Math.abs(difference)
	const nameIn = (flows: readonly Flow[]) => flows.find(({ pence }) => pence === same)?.name
	const payment = spending.find(({ pence }) => pence === same)
	if (difference === 0) return 'The bank and the plan agree.'
	if (difference > 0) {
		const cost = nameIn(costs)
		if (difference === savedPence) return 'Just what you set aside: are the savings still in this account?'
		if (cost !== undefined) return `As much as ${cost}: not taken yet?`
		if (payment !== undefined)
			return `As much as Spending, row ${payment.row}: not taken yet, or typed twice?`
		return 'The bank has more: something isn’t taken yet, or is typed twice.'
	}
	const arriving = nameIn(income)
	const cost = nameIn(costs)
	if (arriving !== undefined) return `As much as ${arriving}: not arrived yet?`
	if (cost !== undefined) return `As much as ${cost}: taken twice?`
	return 'The bank has less: a payment isn’t typed, or money hasn’t arrived.'
}
