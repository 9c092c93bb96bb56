import { examplePlanner, type PlannerData } from '#catalogue/budget-planner/planner-data.ts'

/** The example at each stage of being filled in. Every stage is a complete workbook. */
export interface FilmStages {
	empty: PlannerData
	/** With the lump sums and the opening balance. */
	moneyIn: PlannerData
	/** With weekly income, fixed costs and goals as well. */
	fixed: PlannerData
	/** With everything except the payments of the week shown. */
	weekBefore: PlannerData
	weekTyped: PlannerData
	/** As delivered. The dashboard shows the week. */
	weekShown: PlannerData
	/** With one more payment, which the film shows last. */
	ticket: PlannerData
}

const weekMs = 7 * 24 * 60 * 60 * 1000
/** The dashboard shows the week before the one that will be typed. */
const weekAtFirst = examplePlanner.currentWeek - 1
export const ticketPence = 3800

export function filmStages(): FilmStages {
	const example = { ...examplePlanner, currentWeek: weekAtFirst }
	const monday = Date.parse(example.firstMonday) + (examplePlanner.currentWeek - 1) * weekMs
	const before = example.spending.filter(({ date }) => Date.parse(date) < monday)
	const empty: PlannerData = {
		...example,
		startingPence: null,
		lumps: [],
		weekly: [],
		fixed: [],
		goals: [],
		spending: [],
	}
	const moneyIn = { ...empty, startingPence: example.startingPence, lumps: example.lumps }
	const fixed = { ...moneyIn, weekly: example.weekly, fixed: example.fixed, goals: example.goals }
	return {
		empty,
		moneyIn,
		fixed,
		weekBefore: { ...fixed, spending: before },
		weekTyped: example,
		weekShown: examplePlanner,
		ticket: {
			...examplePlanner,
			spending: [
				...examplePlanner.spending,
				{ date: '2026-11-06', category: 'Going out', pence: ticketPence, note: 'Concert ticket' },
			],
		},
	}
}
