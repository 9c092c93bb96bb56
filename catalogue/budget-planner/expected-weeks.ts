import { type PlannerData, rooms } from './planner-data.ts'

/** The expected values of a week in pence (savings in parts of a penny), calculated without the spreadsheet. */
export interface ExpectedWeek {
	week: number
	/** ISO date of its Monday. */
	monday: string
	/** Counts from 1. 0 after the last week of the plan. */
	stretch: number
	lumpsPence: number
	weeklyPence: number
	fixedPence: number
	savedPence: number
	weeklyNumberPence: number
	spentPence: number
	/** The planned balance on its Sunday. */
	accountPence: number
}

export interface ExpectedPlanner {
	weeks: readonly ExpectedWeek[]
	/** For the week that the dashboard shows. */
	safeToSpendPence: number
	spentAltogetherPence: number
}

const dayMs = 24 * 60 * 60 * 1000

export function expectedPlanner(data: PlannerData): ExpectedPlanner {
	const flows = Array.from({ length: rooms.weeks }, (_, index) => flowsOf(data, index + 1))
	const numbers = weeklyNumbers(data, flows)
	const weeks = flows.map((flow) => ({ ...flow, weeklyNumberPence: numbers.get(flow.stretch) ?? 0 }))
	const now = weeks[data.currentWeek - 1]
	const stretch = weeks.filter(({ stretch }) => stretch === now?.stretch)
	const soFar = stretch.filter(({ week }) => week <= data.currentWeek)
	const before = stretch.filter(({ week }) => week < data.currentWeek)
	const safeToSpendPence =
		sum(soFar.map((week) => week.weeklyNumberPence)) - sum(before.map((week) => week.spentPence))

	let accountPence = data.startingPence ?? 0
	return {
		weeks: weeks.map((week) => {
			const number = week.week === data.currentWeek ? safeToSpendPence : week.weeklyNumberPence
			const planned = week.week < data.currentWeek ? week.spentPence : Math.max(number, week.spentPence)
			const goesOut = week.week > data.lastWeek ? 0 : planned
			const change = week.lumpsPence + week.weeklyPence - week.fixedPence - week.savedPence - goesOut
			// To a hundredth, as in the sheet, so that parts of a penny do not leave a tiny negative remainder.
			accountPence = Math.round((accountPence + change) * 100) / 100
			return { ...week, accountPence }
		}),
		safeToSpendPence,
		spentAltogetherPence: sum(data.spending.map(({ pence }) => pence)),
	}
}

type Flows = Omit<ExpectedWeek, 'weeklyNumberPence' | 'accountPence'>

function flowsOf(data: PlannerData, week: number): Flows {
	const start = Date.parse(data.firstMonday) + (week - 1) * 7 * dayMs
	const isIn = (date: string) => Date.parse(date) >= start && Date.parse(date) < start + 7 * dayMs
	const isPast = week > data.lastWeek
	// The weeks before the first lump sum are a separate stretch, unless it is in the first week.
	const firstEnd = Date.parse(data.firstMonday) + 7 * dayMs
	const begun = data.lumps
		.filter(({ startsStretch, date }) => startsStretch && Date.parse(date) >= firstEnd)
		.map(({ date }) => Math.floor((Date.parse(date) - firstEnd) / (7 * dayMs)) + 2)
		.filter((begins) => begins <= week)
	const unlessPast = (amounts: readonly number[]) => (isPast ? 0 : sum(amounts))
	return {
		week,
		monday: new Date(start).toISOString().slice(0, 10),
		stretch: isPast ? 0 : 1 + new Set(begun).size,
		lumpsPence: unlessPast(data.lumps.filter(({ date }) => isIn(date)).map(({ pence }) => pence)),
		weeklyPence: unlessPast(
			data.weekly
				.filter(({ firstWeek, lastWeek }) => week >= firstWeek && week <= lastWeek)
				.map(({ pence }) => pence),
		),
		fixedPence: unlessPast(data.fixed.map((cost) => cost.pence * timesDue(cost, start))),
		savedPence: unlessPast(
			data.goals
				.filter(({ fromWeek, byWeek }) => week >= fromWeek && week <= byWeek)
				.map((goal) => Math.max(0, goal.targetPence - goal.savedPence) / (goal.byWeek - goal.fromWeek + 1)),
		),
		spentPence: unlessPast(data.spending.filter(({ date }) => isIn(date)).map(({ pence }) => pence)),
	}
}

/** Returns how often a cost is due in the seven days from a Monday. */
function timesDue({ rhythm, first, last }: PlannerData['fixed'][number], start: number): number {
	const days = Array.from({ length: 7 }, (_, index) => new Date(start + index * dayMs))
	const running = days.filter(
		(date) => date.getTime() >= Date.parse(first) && date.getTime() <= Date.parse(last),
	)
	switch (rhythm) {
		case 'Once':
			return days.filter((date) => date.getTime() === Date.parse(first)).length
		case 'Weekly':
			return Math.min(1, running.length)
		case 'Monthly':
			return running.filter((date) => date.getUTCDate() === dueDay(first, date)).length
	}
}

/** Returns the due day in a month. The 31st is the last day of a short month. */
function dueDay(first: string, within: Date): number {
	const lastDay = new Date(Date.UTC(within.getUTCFullYear(), within.getUTCMonth() + 1, 0)).getUTCDate()
	return Math.min(new Date(first).getUTCDate(), lastDay)
}

/** By stretch. What is left or missing at the end of one belongs to the next. */
function weeklyNumbers(data: PlannerData, flows: readonly Flows[]): Map<number, number> {
	const stretchNow = flows[data.currentWeek - 1]?.stretch ?? 0
	const numbers = new Map<number, number>()
	let carriedPence = data.startingPence ?? 0
	for (const stretch of new Set(flows.map((flow) => flow.stretch))) {
		if (stretch === 0) continue
		const together = flows.filter((flow) => flow.stretch === stretch)
		const free = sum(
			together.map((flow) => flow.lumpsPence + flow.weeklyPence - flow.fixedPence - flow.savedPence),
		)
		// First rounded to a hundredth because of floating-point errors, then down to the penny.
		const number = Math.trunc(Math.round(((free + carriedPence) / together.length) * 100) / 100)
		numbers.set(stretch, number)
		carriedPence =
			stretch < stretchNow ? number * together.length - sum(together.map((flow) => flow.spentPence)) : 0
	}
	return numbers
}

function sum(amounts: readonly number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0)
}
