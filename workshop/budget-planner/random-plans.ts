import { rhythms, rooms, spendingCategories } from '../../src/shared/planner/choices.ts'
import { firstRows } from '../../src/shared/planner/plan-data.ts'
import type { TypedDue, TypedGoal, TypedPayment } from '../../src/shared/planner/typed-plan.ts'
import { Random } from './random.ts'
import { mistakes, mondays } from './random-mistakes.ts'
import type { SheetPlan } from './sheet-plan.ts'

/** A plan, and the date on which it is opened. */
export interface RandomPlan {
	plan: SheetPlan
	today: number
}

/** How many plans at the end of the list have a payment in every week up to the shown one. */
const diligent = 40

/** Makes the same plans from the same seed on every machine: half of them sound, the others with something typed wrong. */
export function randomPlans(seed: number, count: number): RandomPlan[] {
	const random = new Random(seed)
	return Array.from({ length: count }, (_, index) => {
		const sound = soundPlan(random)
		if (index >= count - diligent) return typedEveryWeek(sound, random)
		const faults = random.chance(0.5) ? 0 : random.whole(1, random.chance(0.1) ? 14 : 3)
		let plan = sound.plan
		for (let fault = 0; fault < faults; fault += 1) plan = random.pick(mistakes)(plan, random)
		return { ...sound, plan }
	})
}

/** Categories of a user's own. One place is empty, and two names are those that every plan here uses. */
const ownCategories = ['Coffee & cake', 'food', 'Gym', 'Other', 'Übriges (2)', null, 'May 5', '<5'] as const

/** Names for rows that may look odd. Most say that they are right; the planner asks about the others. */
const sillyNames = [
	'Rent',
	'Loan',
	'Phone',
	'Café shifts',
	'Bus, train & bike',
	'Net (fibre)',
	'2 × gym',
] as const

function soundPlan(random: Random): RandomPlan {
	const monday = mondays + 7 * random.whole(0, 30)
	const weeks = random.chance(0.2) ? random.whole(1, 8) : random.whole(9, rooms.weeks)
	const lastDay = monday + 7 * weeks - 1
	const dayIn = () => random.whole(monday, lastDay)
	const today = random.whole(monday - 15, lastDay + 15)
	/** Nothing is paid before the plan begins, or after today. */
	const paidDay = () => random.whole(monday, Math.min(today, lastDay))
	const named = (name: string) => (random.chance(0.94) ? `OK ${name}` : name)
	const terms = Array.from({ length: random.whole(0, rooms.terms) }, dayIn).filter((day, index, days) =>
		days.slice(0, index).every((other) => Math.abs(day - other) >= 7),
	)
	const due = (row: number, isIncome: boolean): TypedDue => {
		const rhythm = random.pick(
			rhythms.filter((word) => word !== 'Termly' || terms.length > 0) as unknown as [string, ...string[]],
		)
		const first =
			rhythm === 'Once'
				? dayIn()
				: rhythm === 'Termly'
					? random.pick(terms as unknown as [number, ...number[]])
					: random.chance(0.3)
						? monday - random.whole(0, 100)
						: dayIn()
		// Late enough for a due day after the plan has begun.
		const last = random.chance(0.5) ? null : Math.max(first, monday) + random.whole(31, 250)
		return {
			row,
			name: named(random.pick(sillyNames)),
			amount: isIncome ? random.pounds(0, random.chance(0.4) ? 3000 : 150) : random.pounds(0, 500),
			rhythm: random.chance(0.05) ? rhythm.toLowerCase() : rhythm,
			first,
			last,
			stretch: isIncome ? random.pick(['Yes', 'No', 'No', 'no']) : null,
		}
	}
	const goal = (row: number): TypedGoal => {
		const from = random.whole(1, weeks)
		return {
			row,
			name: 'Deposit',
			target: random.pounds(0, 900),
			saved: random.chance(0.3) ? null : random.pounds(0, 300),
			from: random.chance(0.3) ? null : from,
			by: random.whole(from, weeks),
		}
	}
	const categories = random.chance(0.25) ? ownCategories : spendingCategories
	const used = categories.filter((name) => name !== null) as unknown as [string, ...string[]]
	const begun = Math.min(weeks, Math.floor((today - monday) / 7) + 1)
	const paidShare = random.pick([0, 0, 0.2, 0.8])
	const payment = (row: number): TypedPayment => ({
		row,
		date: paidDay() + (random.chance(0.05) ? 0.75 : 0),
		category: random.chance(0.05) ? random.pick(used).toLowerCase() : random.pick(used),
		...(random.chance(0.04)
			? { amount: -random.pounds(1, 60), note: random.chance(0.8) ? 'ok, a refund' : null }
			: {
					amount: random.chance(0.02) ? 5 : random.pounds(0, random.chance(0.05) ? 400 : 45),
					note: random.chance(0.3) ? 'Shop' : null,
				}),
	})
	const shownWeek = random.chance(0.5) ? null : random.whole(1, weeks)
	const hasBank = random.chance(0.6)
	const plan: SheetPlan = {
		firstMonday: monday,
		lastWeek: weeks,
		starting: random.pounds(-500, 4000),
		terms,
		floor: random.chance(0.35) ? random.pounds(-600, 400) : null,
		categories,
		pay: Array.from({ length: Math.max(0, begun) }, (_, index) => index + 1)
			.filter(() => random.chance(paidShare))
			.map((week) => ({ row: week, amount: random.chance(0.2) ? 0 : random.pounds(0, 250) })),
		showWeek: shownWeek,
		bank: hasBank ? random.pounds(-500, 4000) : null,
		bankDate: today >= monday && random.chance(0.5) ? paidDay() : null,
		income: someRows(random, firstRows.income, rooms.income, (row) => due(row, true)),
		costs: withFixed(
			someRows(random, firstRows.costs, rooms.costs, (row) => due(row, false)),
			monday,
			random,
		),
		goals: someRows(random, firstRows.goals, rooms.goals, goal),
		spending:
			today < monday ? [] : [...paymentRows(random).map(payment), ...spree(random, monday, shownWeek, today)],
		elsewhere: [],
	}
	return { plan, today }
}

/** Adds a cost of £0 that comes again and again to most plans without any, because the planner asks for one. */
function withFixed(costs: TypedDue[], monday: number, random: Random): TypedDue[] {
	const isAny = costs.some(({ rhythm }) => String(rhythm).toLowerCase() !== 'once')
	if (isAny || random.chance(0.1)) return costs
	const row = firstRows.costs + rooms.costs - 1
	const none = { row, name: 'OK none', amount: 0, rhythm: 'Weekly', first: monday, last: null, stretch: null }
	return [...costs.filter((cost) => cost.row !== row), none]
}

/** Adds a payment in each week up to the shown one, so that the pace is known. The payment in the shown week may be larger. */
function typedEveryWeek({ plan }: RandomPlan, random: Random): RandomPlan {
	const { firstMonday, lastWeek } = plan
	if (typeof firstMonday !== 'number' || typeof lastWeek !== 'number')
		throw new Error('a sound plan has days')
	const week = random.whole(1, Math.min(8, lastWeek))
	const starting = random.pounds(2000, 9000)
	// Without other income or costs, the shown week's share can be calculated here, so that the payments exceed it only slightly.
	const isAlone = random.chance(0.4)
	const share = Math.round((100 * starting * week) / lastWeek) / 100
	const spending = Array.from({ length: week }, (_, index) => ({
		row: firstRows.spending + index,
		date: firstMonday + 7 * index + random.whole(0, 6),
		category: 'Food',
		amount: isAlone && index === week - 1 ? share : random.pounds(0, 40),
		note: null,
	}))
	const flows = isAlone ? { income: [], pay: [], floor: null, costs: withFixed([], firstMonday, random) } : {}
	const today = firstMonday + 7 * week + random.whole(0, 20)
	return { plan: { ...plan, ...flows, starting, showWeek: week, goals: [], spending }, today }
}

function someRows<T>(random: Random, first: number, room: number, make: (row: number) => T): T[] {
	const share = random.pick([0, 0.3, 0.6, 1])
	return Array.from({ length: room }, (_, index) => first + index)
		.filter(() => random.chance(share))
		.map(make)
}

/** Usually fills some rows from the top, sometimes leaves gaps, and occasionally fills every row. */
function paymentRows(random: Random): number[] {
	const all = Array.from({ length: rooms.spending }, (_, index) => firstRows.spending + index)
	if (random.chance(0.01)) return all.slice(0, -2)
	if (random.chance(0.1)) return all.slice(0, -2).filter(() => random.chance(0.02))
	return all.slice(0, random.whole(0, 60))
}

/** Returns no payments, or two: usually a small one in the week before the shown week, and a larger one in that week. */
function spree(random: Random, monday: number, week: number | null, today: number): TypedPayment[] {
	if (week === null || week === 1 || random.chance(0.6)) return []
	const date = monday + 7 * (week - 1)
	if (date + 7 > today) return []
	return [date - 7, date].map((day, index) => ({
		row: firstRows.spending + rooms.spending - 2 + index,
		date: day + random.whole(0, 6),
		category: 'Other',
		amount: random.pounds(0, index === 0 ? 5 : 90),
		note: null,
	}))
}
