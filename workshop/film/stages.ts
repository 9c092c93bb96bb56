import { examplePlanner, type PlannerData } from '../budget-planner/planner-data.ts'

/** The example at each stage of being filled in. Every stage is a complete workbook. */
export interface FilmStages {
	empty: PlannerData
	/** With the opening balance and all income. */
	moneyIn: PlannerData
	/** With fixed costs and goals as well. */
	fixed: PlannerData
	/** With everything except the payments of the week shown. */
	weekBefore: PlannerData
	/** As the example is delivered. */
	weekTyped: PlannerData
	/** With one more payment, which the film shows last. */
	ticket: PlannerData
}

const weekMs = 7 * 24 * 60 * 60 * 1000
/** The week that the film shows. */
export const shownWeek = examplePlanner.showWeek ?? 1
export const ticketPence = 3800

export function filmStages(): FilmStages {
	const example = examplePlanner
	const monday = Date.parse(example.firstMonday ?? '') + (shownWeek - 1) * weekMs
	const before = example.spending.filter(({ date }) => Date.parse(date) < monday)
	const empty: PlannerData = {
		...example,
		startingPence: null,
		bank: null,
		income: [],
		costs: [],
		goals: [],
		spending: [],
	}
	const moneyIn = { ...empty, startingPence: example.startingPence, income: example.income }
	const fixed = { ...moneyIn, costs: example.costs, goals: example.goals }
	return {
		empty,
		moneyIn,
		fixed,
		weekBefore: { ...fixed, spending: before },
		weekTyped: example,
		ticket: {
			...examplePlanner,
			spending: [
				...examplePlanner.spending,
				{ date: '2026-11-06', category: 'Going out', pence: ticketPence, note: 'Concert ticket' },
			],
		},
	}
}
