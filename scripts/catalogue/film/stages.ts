import { examplePlanner, type PlannerData } from '#catalogue/budget-planner/planner-data.ts'

/** The example as it stands at each stage of being filled in; every stage is a whole workbook. */
export interface FilmStages {
	empty: PlannerData
	/** Lumps and what was in the account before them. */
	moneyIn: PlannerData
	/** Weekly money, fixed costs and goals too. */
	fixed: PlannerData
	/** Everything but the payments of the week that is shown. */
	weekBefore: PlannerData
	weekTyped: PlannerData
	/** As delivered: the dashboard shows the week. */
	weekShown: PlannerData
	/** One more payment: what the film asks "and now?". */
	ticket: PlannerData
}

const weekMs = 7 * 24 * 60 * 60 * 1000
/** The dashboard still shows the week before the one that will be typed. */
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
