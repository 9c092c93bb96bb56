import { type BankComparison, boundBy, compareWithBank } from './bank.ts'
import { isBlank, planDays, problemsIn } from './checks.ts'
import { rooms } from './choices.ts'
import { countedTwice } from './counted-twice.ts'
import { type Flow, type Known, knownPlan, sum } from './known-plan.ts'
import type { Problem } from './problem.ts'
import { categoriesIn } from './questions.ts'
import type { TypedPlan } from './typed-plan.ts'
import type { Verdict } from './verdict.ts'

/** A week of the plan, in pence. */
export interface PlannedWeek {
	week: number
	/** The Monday it begins on, as a day number. */
	monday: number
	/** Starts at 1, and is 0 after the last week of the plan. */
	stretch: number
	incomePence: number
	fixedPence: number
	savedPence: number
	weeklyNumberPence: number
	spentPence: number
	/** What was spent, or the weekly number for an earlier week without payments. */
	countedPence: number
	/** The planned balance on its Sunday. */
	accountPence: number
	/** The lowest planned balance of the week: on its Sunday, or on a day when fixed costs are due before money arrives. */
	lowestPence: number
}

/** What the planner shows. If anything has to be checked, it shows that and no number. */
export type PlanResult =
	| { isKnown: false; problems: readonly Problem[] }
	| { isKnown: true; problems: readonly []; figures: PlanFigures }

export interface PlanFigures {
	weeks: readonly PlannedWeek[]
	/** The week that is shown: the present one, unless another was chosen. */
	now: PlannedWeek
	safeToSpendPence: number
	nextStretch: PlannedWeek | undefined
	lowestPence: number
	/** What the account must never have less than. */
	floorPence: number
	pace: Pace | undefined
	/** Whether the plan ended before today and no week was chosen. */
	isOver: boolean
	/** Whether the shown week is this week; false if another was chosen. */
	isTodaysWeek: boolean
	spentOnPence: ReadonlyMap<string, number>
	verdict: Verdict
	bank: BankComparison | undefined
	/** Whether a balance is typed in for a day outside the plan. */
	isBankOutside: boolean
}

/** What happens to the account if the coming weeks cost as much as the last few. */
export interface Pace {
	aWeekPence: number
	/** In the account when the present stretch ends. */
	leftPence: number
	/** The first week in which the account has less than it must. */
	runsOut: PlannedWeek | undefined
}

export function calculatePlan(plan: TypedPlan, today: number): PlanResult {
	const problems = problemsIn(plan, today)
	const days = planDays(plan)
	if (problems.length > 0 || days === null) return { isKnown: false, problems }
	return { isKnown: true, problems: [], figures: figuresOf(knownPlan(plan, days), plan, today) }
}

function figuresOf(plan: Known, typed: TypedPlan, today: number): PlanFigures {
	const flows = withStretches(
		plan,
		Array.from({ length: rooms.weeks }, (_, index) => flowsOf(plan, index + 1)),
	)
	const weekNow =
		typeof typed.showWeek === 'number'
			? typed.showWeek
			: Math.min(plan.lastWeek, Math.max(1, Math.floor((today - plan.firstMonday) / 7) + 1))
	const numbers = weeklyNumbers(plan, flows, weekNow)
	const planned = flows.map((flow) => {
		const weeklyNumberPence = numbers.get(flow.stretch) ?? 0
		return { ...flow, weeklyNumberPence, countedPence: countedIn(flow, weeklyNumberPence, weekNow) }
	})
	const bank = compareWithBank(plan, typed, today, planned, weekNow)
	const stretch = planned.filter((week) => week.stretch === planned[weekNow - 1]?.stretch)
	const byNumbersPence =
		sum(stretch.filter(({ week }) => week <= weekNow).map((week) => week.weeklyNumberPence)) -
		sum(stretch.filter(({ week }) => week < weekNow).map((week) => week.countedPence))
	const safeToSpendPence = Math.min(byNumbersPence, boundBy(bank, bearable(plan, planned, weekNow)))

	// Overspending comes off the next week.
	const leftPence = safeToSpendPence - (planned[weekNow - 1]?.spentPence ?? 0)
	let accountPence = plan.startingPence
	const weeks = planned.map((week) => {
		const number =
			week.week === weekNow
				? safeToSpendPence
				: week.weeklyNumberPence + (week.week === weekNow + 1 ? Math.min(0, leftPence) : 0)
		const out = week.week < weekNow ? week.countedPence : Math.max(number, week.spentPence)
		const lowestOnADay = accountPence + week.dipPence
		accountPence +=
			week.incomePence - week.fixedPence - week.savedPence - (week.week > plan.lastWeek ? 0 : out)
		return { ...week, accountPence, lowestPence: Math.min(accountPence, lowestOnADay) }
	})
	const now = weeks[weekNow - 1]
	if (now === undefined) throw new Error(`the plan has no week ${weekNow}`)
	const figures = {
		weeks,
		now,
		safeToSpendPence,
		nextStretch: weeks.find((week) => week.stretch === now.stretch + 1),
		lowestPence: Math.min(...weeks.map((week) => week.lowestPence)),
		floorPence: plan.floorPence,
		pace: paceOf(plan, weeks, weekNow),
		isOver: isBlank(typed.showWeek) && today > plan.lastDay,
		isTodaysWeek: isBlank(typed.showWeek) || Math.floor((today - plan.firstMonday) / 7) + 1 === weekNow,
		spentOnPence: new Map(
			categoriesIn(typed.categories).map((category) => [
				category,
				sum(
					plan.spending
						.filter((payment) => payment.category === category.toLowerCase())
						.map(({ pence }) => pence),
				),
			]),
		),
		bank,
		isBankOutside: typeof typed.bank === 'number' && bank === undefined,
	}
	const shownDay = isBlank(typed.showWeek) ? today : undefined
	const isHeld = safeToSpendPence < byNumbersPence
	return { ...figures, verdict: verdictOf({ ...figures, isHeld }, plan, shownDay) }
}

type Flows = Omit<PlannedWeek, 'weeklyNumberPence' | 'countedPence' | 'accountPence' | 'lowestPence'> & {
	beginsStretch: boolean
	/** The week's income so far less its fixed costs so far, on the day when this is lowest. */
	dipPence: number
	payments: number
}

function flowsOf(plan: Known, week: number): Flows {
	const monday = plan.firstMonday + 7 * (week - 1)
	const isIn = (day: number) => day >= monday && day < monday + 7
	const dueIn = (flow: Flow) => flow.pence * flow.days.filter(isIn).length
	const isPast = week > plan.lastWeek
	const unlessPast = (amounts: readonly number[]) => (isPast ? 0 : sum(amounts))
	return {
		week,
		monday,
		stretch: 0,
		beginsStretch: plan.income.some((flow) => flow.startsStretch && dueIn(flow) > 0),
		incomePence: unlessPast(plan.income.map(dueIn)),
		fixedPence: unlessPast(plan.costs.map(dueIn)),
		savedPence: unlessPast(plan.goals.map((goal) => savedIn(goal, week))),
		spentPence: unlessPast(plan.spending.filter(({ day }) => isIn(day)).map(({ pence }) => pence)),
		dipPence: dipIn(plan, monday),
		payments: plan.spending.filter(({ day }) => isIn(day)).length,
	}
}

/** On the same day, income counts before costs. */
function dipIn(plan: Known, monday: number): number {
	const upTo = (flows: readonly Flow[], date: number) =>
		sum(flows.map(({ pence, days }) => pence * days.filter((due) => due >= monday && due <= date).length))
	const balances = [0, 1, 2, 3, 4, 5, 6].map(
		(day) => upTo(plan.income, monday + day) - upTo(plan.costs, monday + day),
	)
	return Math.min(...balances)
}

/** An earlier week for which nothing is typed counts as if its weekly number had been spent. */
function countedIn(
	{ week, payments, spentPence }: Flows,
	weeklyNumberPence: number,
	weekNow: number,
): number {
	return week < weekNow && payments === 0 ? Math.max(0, weeklyNumberPence) : spentPence
}

/**
 * Returns the most that can be spent in the shown week and leave the account with what it must have, if nothing else is spent. Looks at
 * every week until the end of the stretch, and at the lowest point of the week after it. `thisSunday` looks at the shown week only.
 */
function bearable(
	plan: Known,
	flows: readonly (Flows & Pick<PlannedWeek, 'countedPence'>)[],
	weekNow: number,
): { leastPence: number; thisSundayPence: number } {
	const stretchNow = flows[weekNow - 1]?.stretch
	let untouchedPence = plan.startingPence - plan.floorPence
	let leastPence = Number.POSITIVE_INFINITY
	let thisSundayPence = 0
	for (const week of flows) {
		untouchedPence += week.incomePence - week.fixedPence - week.savedPence
		if (week.week === weekNow) thisSundayPence = untouchedPence
		else untouchedPence -= week.countedPence
		const nextDip = flows[week.week]?.dipPence ?? 0
		if (week.week >= weekNow && week.stretch === stretchNow)
			leastPence = Math.min(leastPence, untouchedPence + Math.min(0, nextDip))
	}
	return { leastPence, thisSundayPence }
}

const paceWeeks = 4

/** Returns the pace of the last few weeks; undefined in the first week, or if one of those weeks has no payments. */
function paceOf(plan: Known, weeks: readonly (PlannedWeek & Flows)[], weekNow: number): Pace | undefined {
	const lately = weeks.filter(({ week }) => week < weekNow && week >= weekNow - paceWeeks)
	if (lately.length === 0 || lately.some(({ payments }) => payments === 0)) return undefined
	const spentPence = sum(lately.map((week) => week.spentPence))
	// A half is rounded away from zero, as a spreadsheet does.
	const aWeekPence = Math.sign(spentPence) * Math.round(Math.abs(spentPence) / lately.length)
	let balance = plan.startingPence
	let leftPence = 0
	let runsOut: PlannedWeek | undefined
	for (const week of weeks.slice(0, plan.lastWeek)) {
		const isAhead = week.week >= weekNow
		const onADay = balance + (week.week === weekNow ? 0 : week.dipPence)
		balance += week.incomePence - week.fixedPence - week.savedPence
		balance -= isAhead ? Math.max(aWeekPence, week.spentPence) : week.countedPence
		if (week.stretch === weeks[weekNow - 1]?.stretch) leftPence = balance
		if (isAhead && runsOut === undefined && Math.min(balance, onADay) < plan.floorPence) runsOut = week
	}
	return { aWeekPence, leftPence, runsOut }
}

/** Returns what is saved for a goal in a week, in whole pence. All weeks together add up exactly to the target. */
function savedIn({ pence, from, by }: Known['goals'][number], week: number): number {
	if (week < from || week > by) return 0
	const upTo = (weeks: number) => Math.floor((pence * weeks) / (by - from + 1))
	return upTo(week - from + 1) - upTo(week - from)
}

/** The first week begins the first stretch, whether or not money arrives in it. */
function withStretches(plan: Known, flows: readonly Flows[]): Flows[] {
	let stretch = 1
	return flows.map((flow) => {
		if (flow.week > 1 && flow.beginsStretch) stretch += 1
		return { ...flow, stretch: flow.week > plan.lastWeek ? 0 : stretch }
	})
}

/** Returns the weekly number of each stretch. What is left or missing at the end of a stretch is carried over to the next. */
function weeklyNumbers(plan: Known, flows: readonly Flows[], weekNow: number): Map<number, number> {
	const stretchNow = flows[weekNow - 1]?.stretch ?? 0
	const numbers = new Map<number, number>()
	let carriedPence = plan.startingPence - plan.floorPence
	for (const stretch of new Set(flows.map((flow) => flow.stretch))) {
		if (stretch === 0) continue
		const together = flows.filter((flow) => flow.stretch === stretch)
		const free = sum(together.map((flow) => flow.incomePence - flow.fixedPence - flow.savedPence))
		const number = Math.floor((free + carriedPence) / together.length)
		numbers.set(stretch, number)
		carriedPence =
			stretch < stretchNow
				? number * together.length - sum(together.map((flow) => countedIn(flow, number, weekNow)))
				: 0
	}
	return numbers
}

/** Returns what the planner says about its numbers. `shownDay` is today, unless a week was chosen. */
function verdictOf(
	{
		weeks,
		now,
		safeToSpendPence,
		isHeld,
		bank,
	}: Pick<PlanFigures, 'now' | 'safeToSpendPence' | 'bank'> & {
		weeks: readonly (PlannedWeek & Flows)[]
		isHeld: boolean
	},
	plan: Known,
	shownDay: number | undefined,
): Verdict {
	const emptyWeeks = weeks.filter(({ week, payments }) => week < now.week && payments === 0).length
	if (shownDay !== undefined && shownDay > plan.lastDay) return { kind: 'ended' }
	if (shownDay !== undefined && shownDay < plan.firstMonday) return { kind: 'notBegun' }
	const hasFloor = plan.floorPence !== 0
	if (bank?.isBelowFloor) return { kind: hasFloor ? 'bankBelowFloor' : 'bankBelow' }
	if (safeToSpendPence < 0) return { kind: 'short' }
	if (bank !== undefined && bank.missingPence < 0) return { kind: 'bankLess' }
	if (weeks.some(({ week, lowestPence }) => week >= now.week && lowestPence < plan.floorPence))
		return { kind: hasFloor ? 'belowFloor' : 'belowZero' }
	if (emptyWeeks > 0) return { kind: 'emptyWeeks', count: emptyWeeks }
	const twice = countedTwice(plan)
	if (twice !== undefined) return twice
	if (safeToSpendPence < now.spentPence) return { kind: 'over' }
	return { kind: isHeld ? 'held' : 'fine' }
}
