import { rhythms, rooms, spendingCategories } from './planner-data.ts'
import {
	dayNumber,
	firstRows,
	type Typed,
	type TypedDue,
	type TypedGoal,
	type TypedPayment,
	type TypedPlan,
} from './typed-plan.ts'

/** A plan, and the date on which it is opened. */
export interface RandomPlan {
	plan: TypedPlan
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

/** The mulberry32 generator: small, fast, and the same everywhere. */
class Random {
	private state: number

	constructor(seed: number) {
		this.state = seed
	}

	private next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}

	/** Both ends included. */
	whole(from: number, to: number): number {
		return from + Math.floor(this.next() * (to - from + 1))
	}

	chance(share: number): boolean {
		return this.next() < share
	}

	pick<T>(from: readonly [T, ...T[]]): T {
		return from[this.whole(0, from.length - 1)] ?? from[0]
	}

	pounds(from: number, to: number): number {
		return this.whole(from * 100, to * 100) / 100
	}
}

const mondays = dayNumber('2026-08-03')
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
			name: random.pick(sillyNames),
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
	const payment = (row: number): TypedPayment => ({
		row,
		date: dayIn() + (random.chance(0.05) ? 0.75 : 0),
		category: random.chance(0.05)
			? random.pick(spendingCategories).toLowerCase()
			: random.pick(spendingCategories),
		amount: random.chance(0.04) ? -random.pounds(1, 60) : random.pounds(0, random.chance(0.05) ? 400 : 45),
		note: random.chance(0.3) ? 'Shop' : null,
	})
	const shownWeek = random.chance(0.5) ? null : random.whole(1, weeks)
	const hasBank = random.chance(0.6)
	const plan: TypedPlan = {
		firstMonday: monday,
		lastWeek: weeks,
		starting: random.pounds(-500, 4000),
		terms,
		showWeek: shownWeek,
		bank: hasBank ? random.pounds(-500, 4000) : null,
		bankDate: random.chance(0.5) ? dayIn() : null,
		income: someRows(random, firstRows.income, rooms.income, (row) => due(row, true)),
		costs: someRows(random, firstRows.costs, rooms.costs, (row) => due(row, false)),
		goals: someRows(random, firstRows.goals, rooms.goals, goal),
		spending: [...paymentRows(random).map(payment), ...spree(random, monday, shownWeek)],
	}
	return { plan, today: random.whole(monday - 15, lastDay + 15) }
}

/** Adds a payment in each week up to the shown one, so that the pace is known. The payment in the shown week may be larger. */
function typedEveryWeek({ plan, today }: RandomPlan, random: Random): RandomPlan {
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
	const flows = isAlone ? { income: [], costs: [] } : {}
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
function spree(random: Random, monday: number, week: number | null): TypedPayment[] {
	if (week === null || week === 1 || random.chance(0.6)) return []
	const date = monday + 7 * (week - 1)
	return [date - 7, date].map((day, index) => ({
		row: firstRows.spending + rooms.spending - 2 + index,
		date: day + random.whole(0, 6),
		category: 'Other',
		amount: random.pounds(0, index === 0 ? 5 : 90),
		note: null,
	}))
}

type Mistake = (plan: TypedPlan, random: Random) => TypedPlan

const wrongAmount = (random: Random): Typed => random.pick(['12.50', '£12', 'twelve', null, -5, 46_300, '  '])
const wrongDate = (random: Random): Typed =>
	random.pick([
		null,
		'3 Nov 2026',
		'2026-11-03',
		null,
		'tomorrow',
		28,
		dayNumber('2031-01-01'),
		dayNumber('2020-05-04'),
	])
const wrongWeek = (random: Random): Typed => random.pick([0, 53, 4.5, '6', 'six', -1])

const dueMistakes: readonly [
	(row: TypedDue, random: Random) => TypedDue,
	...((row: TypedDue, random: Random) => TypedDue)[],
] = [
	(row, random) => ({ ...row, amount: wrongAmount(random) }),
	(row, random) => ({ ...row, rhythm: random.pick<Typed>([null, 'Sometimes', 'Weekly ', 7, 'W*']) }),
	(row, random) => ({ ...row, first: wrongDate(random) }),
	(row, random) => ({ ...row, last: wrongDate(random) }),
	(row) => ({ ...row, last: typeof row.first === 'number' ? row.first - 1 : row.last }),
	(row, random) => ({
		...row,
		stretch: row.stretch === null ? null : random.pick<Typed>([null, 'Maybe', 'Y', 1, ' ']),
	}),
	(row) => ({ ...row, name: null }),
	(row) => ({ ...row, rhythm: 'Termly' }),
]

/** Mistakes of a user who types in a hurry, or pastes values that the checks of the fields would reject. */
const mistakes: readonly [Mistake, ...Mistake[]] = [
	(plan, random) => ({
		...plan,
		firstMonday: random.pick<Typed>([null, '28 Sep 2026', mondays + 1, 28, ' ']),
	}),
	(plan, random) => ({ ...plan, lastWeek: random.pick<Typed>([null, wrongWeek(random)]) }),
	(plan, random) => ({ ...plan, starting: random.pick<Typed>([null, '£120', 'about 100', 46_300]) }),
	(plan, random) => ({
		...plan,
		terms: [
			...plan.terms.slice(0, 1),
			...plan.terms.slice(0, 1),
			random.pick<Typed>(['soon', ' ', null, dayNumber('2026-07-20'), mondays + 3]),
		],
	}),
	(plan, random) => ({ ...plan, showWeek: random.pick<Typed>([wrongWeek(random), ' ', 60]) }),
	(plan, random) => ({ ...plan, bank: random.pick<Typed>(['£900', 'nine hundred', 46_300, ' ']) }),
	(plan, random) => ({ ...plan, bankDate: wrongDate(random) }),
	(plan, random) => ({ ...plan, income: changeOne(plan.income, random, random.pick(dueMistakes)) }),
	(plan, random) => ({ ...plan, costs: changeOne(plan.costs, random, random.pick(dueMistakes)) }),
	(plan, random) => ({ ...plan, income: changeOne(plan.income, random, random.pick(dueMistakes)) }),
	(plan, random) => ({ ...plan, costs: changeOne(plan.costs, random, random.pick(dueMistakes)) }),
	(plan, random) => ({ ...plan, income: changeOne(plan.income, random, random.pick(dueMistakes)) }),
	(plan, random) => ({ ...plan, costs: changeOne(plan.costs, random, random.pick(dueMistakes)) }),
	(plan, random) => ({
		...plan,
		goals: changeOne(plan.goals, random, (row) => ({
			...row,
			...random.pick<Partial<TypedGoal>>([
				{ target: wrongAmount(random) },
				{ saved: wrongAmount(random) },
				{ from: wrongWeek(random) },
				{ by: wrongWeek(random) },
				{ by: rooms.weeks },
				{ from: 20, by: 10 },
				{ name: null },
			]),
		})),
	}),
	(plan, random) => ({ ...plan, spending: changeOne(plan.spending, random, wrongPayment) }),
	(plan, random) => ({ ...plan, spending: changeOne(plan.spending, random, wrongPayment) }),
	// A cell with nothing but a space counts as empty, in any column.
	(plan, random) => ({
		...plan,
		spending: changeOne(plan.spending, random, (row) => ({
			row: row.row,
			date: ' ',
			category: null,
			amount: null,
			note: '  ',
		})),
	}),
]

function wrongPayment(row: TypedPayment, random: Random): TypedPayment {
	return {
		...row,
		...random.pick<Partial<TypedPayment>>([
			{ date: wrongDate(random) },
			{ category: random.pick<Typed>([null, 'Fod', 'F*', 'Food ', 5]) },
			{ amount: wrongAmount(random) },
			{ date: null, category: null, amount: null, note: 'Freshers’ week' },
		]),
	}
}

function changeOne<T>(rows: readonly T[], random: Random, change: (row: T, random: Random) => T): T[] {
	const chosen = random.whole(0, Math.max(0, rows.length - 1))
	return rows.map((row, index) => (index === chosen ? change(row, random) : row))
}
