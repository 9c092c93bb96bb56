import { type Category, type Rhythm, spendingCategories } from './choices.ts'
import { dayNumber, type TypedPlan } from './typed-plan.ts'

/** What is typed into a planner without mistakes. Amounts are integer pence, dates are ISO dates. */
export interface PlanData {
	firstMonday: string | null
	lastWeek: number | null
	startingPence: number | null
	/** The days on which termly money comes or goes. */
	terms: readonly string[]
	/** The week that the dashboard shows; null for the current one. */
	showWeek: number | null
	/** The balance that the bank showed on a day. */
	bank: { pence: number; date: string } | null
	/** Income that starts a new stretch, such as a loan instalment, has to last until the next income of that kind. */
	income: readonly (Due & { startsStretch: boolean })[]
	costs: readonly Due[]
	goals: readonly {
		name: string
		targetPence: number
		savedPence: number
		fromWeek: number
		byWeek: number
	}[]
	spending: readonly { date: string; category: Category; pence: number; note: string }[]
}

/** A regular income or cost. Without a last date it continues to the end of the plan. */
export interface Due {
	name: string
	pence: number
	rhythm: Rhythm
	first: string
	last: string | null
}

/** The first row of each list in its sheet. */
export const firstRows = { income: 10, costs: 26, goals: 4, spending: 4, pay: 4, categories: 43 } as const

export function typedPlan(data: PlanData): TypedPlan {
	const due = (first: number, stretches: boolean) => (entry: PlanData['costs'][number], index: number) => ({
		row: first + index,
		name: entry.name,
		amount: entry.pence / 100,
		rhythm: entry.rhythm,
		first: dayNumber(entry.first),
		last: entry.last === null ? null : dayNumber(entry.last),
		stretch: stretches ? ('startsStretch' in entry && entry.startsStretch ? 'Yes' : 'No') : null,
	})
	return {
		firstMonday: data.firstMonday === null ? null : dayNumber(data.firstMonday),
		lastWeek: data.lastWeek,
		starting: data.startingPence === null ? null : data.startingPence / 100,
		terms: data.terms.map(dayNumber),
		floor: null,
		showWeek: data.showWeek,
		bank: data.bank === null ? null : data.bank.pence / 100,
		bankDate: data.bank === null ? null : dayNumber(data.bank.date),
		income: data.income.map(due(firstRows.income, true)),
		costs: data.costs.map(due(firstRows.costs, false)),
		goals: data.goals.map((goal, index) => ({
			row: firstRows.goals + index,
			name: goal.name,
			target: goal.targetPence / 100,
			saved: goal.savedPence / 100,
			from: goal.fromWeek,
			by: goal.byWeek,
		})),
		pay: [],
		categories: [...spendingCategories],
		spending: data.spending.map((payment, index) => ({
			row: firstRows.spending + index,
			date: dayNumber(payment.date),
			category: payment.category,
			amount: payment.pence / 100,
			note: payment.note === '' ? null : payment.note,
		})),
	}
}
