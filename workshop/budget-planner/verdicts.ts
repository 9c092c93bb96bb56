import type { BankVerdict, Verdict } from '../../src/shared/planner/verdict.ts'

/** What the dashboard says below its numbers. */
export const verdicts = {
	check: 'No number yet: mend what is listed under “Check these”.',
	ended: 'This plan has ended. Begin the next one in a fresh copy.',
	notBegun: 'The plan hasn’t begun. This is its first week.',
	typedOver: 'A formula on this sheet was typed over: go on in a fresh copy.',
	bankBelow: 'The bank shows less than £0, so nothing is safe to spend until money arrives.',
	bankBelowFloor:
		'The bank shows less than “never below” in Setup, so nothing is safe to spend until money arrives.',
	bankLess: 'The bank shows less than the plan, so “safe” is no more than that: see “What the bank says”.',
	short: 'Nothing is safe to spend this week: the stretch is short by the figure in red.',
	belowZero: 'The plan goes below zero: see the red figures in Weeks, column K.',
	belowFloor: 'The plan goes below “never below” in Setup: see the red figures in Weeks, column K.',
	emptyWeek: 'Nothing is typed for one earlier week, so it counts as its weekly number.',
	over: 'You’ve spent more than this week allows. It comes off next week.',
	held: 'Held down to what the account can bear: the rest arrives later in the stretch.',
	fine: 'You’re inside the plan.',
} as const

export function emptyWeeksVerdict(count: number | string): string {
	return `Nothing is typed for ${count} earlier weeks, so each counts as its weekly number.`
}

/** Shown instead of every figure once the plan is over. */
export const over = 'plan over'

export function sameTwice(first: number | string, row: number | string): string {
	return `Spending, rows ${first} and ${row} are the same: typed twice? If not, begin a note with OK.`
}

export function asMuchAsCost(row: number | string, name: string): string {
	return `Spending, row ${row} is as much as ${name} in Setup: counted twice? If not, begin its note with OK.`
}

export function verdictWords(verdict: Verdict): string {
	switch (verdict.kind) {
		case 'emptyWeeks':
			return verdict.count === 1 ? verdicts.emptyWeek : emptyWeeksVerdict(verdict.count)
		case 'sameTwice':
			return sameTwice(verdict.first, verdict.row)
		case 'asMuchAsCost':
			return asMuchAsCost(verdict.row, verdict.name)
		default:
			return verdicts[verdict.kind]
	}
}

export function bankWords(verdict: BankVerdict): string {
	switch (verdict.kind) {
		case 'agree':
			return 'The bank and the plan agree.'
		case 'savings':
			return 'Just what you set aside: are the savings still in this account?'
		case 'costNotTaken':
			return `As much as ${verdict.name}: not taken yet?`
		case 'paymentNotTaken':
			return `As much as Spending, row ${verdict.row}: not taken yet, or typed twice?`
		case 'more':
			return 'The bank has more: something isn’t taken yet, or is typed twice.'
		case 'notArrived':
			return `As much as ${verdict.name}: not arrived yet?`
		case 'costTakenTwice':
			return `As much as ${verdict.name}: taken twice?`
		case 'less':
			return 'The bank has less: a payment isn’t typed, or money hasn’t arrived.'
	}
}
