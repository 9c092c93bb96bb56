import { type Flow, type Known, penceOf, sum } from './known-plan.ts'
import type { TypedPlan } from './typed-plan.ts'
import type { BankVerdict } from './verdict.ts'

/** The plan compared with the bank's balance on a day. */
export interface BankComparison {
	byPlanPence: number
	differencePence: number
	verdict: BankVerdict
	costsLatelyPence: number
	incomeLatelyPence: number
	savedPence: number
	lastPayment: number | undefined
	/** By how much the bank shows less than the plan, as a sum below zero. 0 if the balance is newer than the shown week. */
	missingPence: number
	/** What is still to arrive in the shown week, if the balance is of that week. */
	arrivingPence: number
	/** Whether the balance is of the shown week and less than the account must have. */
	isBelowFloor: boolean
}

/** Returns the most that is safe to spend if the bank shows less than the plan expects. */
export function boundBy(
	bank: BankComparison | undefined,
	{ leastPence, thisSundayPence }: { leastPence: number; thisSundayPence: number },
): number {
	if (bank === undefined) return leastPence
	const { missingPence, arrivingPence, isBelowFloor } = bank
	// What has not arrived cannot be spent while the plan and the bank disagree.
	const onHand = missingPence < 0 ? thisSundayPence - arrivingPence : leastPence
	const bound = Math.min(leastPence, onHand) + missingPence
	return isBelowFloor ? Math.min(bound, 0) : bound
}

/** How many days a payment may take to appear in the bank's balance. */
const lately = 4

/**
 * Compares the plan with the bank balance that was typed in. Returns undefined if there is none or its day is outside the plan.
 */
export function compareWithBank(
	plan: Known,
	typed: TypedPlan,
	today: number,
	weeks: readonly {
		week: number
		monday: number
		savedPence: number
		countedPence: number
		payments: number
	}[],
	weekNow: number,
): BankComparison | undefined {
	if (typeof typed.bank !== 'number') return undefined
	const day = Math.floor(typeof typed.bankDate === 'number' ? typed.bankDate : today)
	if (day < plan.firstMonday || day > plan.lastDay) return undefined
	const due = (flows: readonly Flow[], after: number, until = day) =>
		sum(flows.map(({ pence, days }) => pence * days.filter((date) => date > after && date <= until).length))
	const everything = plan.firstMonday - 1
	const savedPence = sum(weeks.filter(({ monday }) => monday <= day).map((week) => week.savedPence))
	const spentPence = sum(plan.spending.filter((payment) => payment.day < day + 1).map(({ pence }) => pence))
	// Weeks without payments that were over by then.
	const assumed = weeks.filter(
		({ week, monday, payments }) => payments === 0 && week < weekNow && monday + 6 <= day,
	)
	const byPlanPence =
		plan.startingPence +
		due(plan.income, everything) -
		due(plan.costs, everything) -
		savedPence -
		spentPence -
		sum(assumed.map(({ countedPence }) => countedPence))
	const differencePence = penceOf(typed.bank) - byPlanPence
	const monday = plan.firstMonday + 7 * (weekNow - 1)
	const isOfWeek = day >= monday && day <= monday + 6
	return {
		byPlanPence,
		differencePence,
		verdict: bankVerdict(plan, differencePence, savedPence),
		costsLatelyPence: due(plan.costs, day - lately),
		incomeLatelyPence: due(plan.income, day - lately),
		savedPence,
		lastPayment:
			plan.spending.length === 0 ? undefined : Math.max(...plan.spending.map((payment) => payment.day)),
		missingPence: day <= monday + 6 ? Math.min(0, differencePence) : 0,
		arrivingPence: isOfWeek ? due(plan.income, day, monday + 6) : 0,
		isBelowFloor: isOfWeek && typed.bank < plan.floorPence / 100,
	}
}

/** Explains a difference by a single amount of the same size, if there is one. */
function bankVerdict(
	{ income, costs, spending }: Known,
	difference: number,
	savedPence: number,
): BankVerdict {
	const same = Math.abs(difference)
	const nameIn = (flows: readonly Flow[]) =>
		flows.find(({ pence, name }) => pence === same && name !== '')?.name
	const payment = spending.find(({ pence }) => pence === same)
	if (difference === 0) return { kind: 'agree' }
	if (difference > 0) {
		const cost = nameIn(costs)
		if (difference === savedPence) return { kind: 'savings' }
		if (cost !== undefined) return { kind: 'costNotTaken', name: cost }
		return payment === undefined ? { kind: 'more' } : { kind: 'paymentNotTaken', row: payment.row }
	}
	const arriving = nameIn(income)
	const cost = nameIn(costs)
	if (arriving !== undefined) return { kind: 'notArrived', name: arriving }
	return cost === undefined ? { kind: 'less' } : { kind: 'costTakenTwice', name: cost }
}
