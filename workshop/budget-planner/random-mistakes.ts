import { rooms } from '../../src/shared/planner/choices.ts'
import {
	dayNumber,
	type Typed,
	type TypedDue,
	type TypedGoal,
	type TypedPayment,
} from '../../src/shared/planner/typed-plan.ts'
import type { Random } from './random.ts'
import type { SheetPlan } from './sheet-plan.ts'

/** The first day of the earliest plan. */
export const mondays = dayNumber('2026-08-03')

type Mistake = (plan: SheetPlan, random: Random) => SheetPlan

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
export const mistakes: readonly [Mistake, ...Mistake[]] = [
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
	(plan, random) => ({ ...plan, floor: random.pick<Typed>(['£50', 'nothing', 46_300, ' ', -46_300]) }),
	(plan, random) => ({
		...plan,
		pay: [
			...plan.pay.filter(({ row }) => row < 40),
			{ row: random.whole(40, rooms.weeks), amount: random.pick<Typed>([wrongAmount(random), 80]) },
		],
	}),
	(plan, random) => ({
		...plan,
		pay: changeOne(plan.pay, random, (row) => ({ ...row, amount: wrongAmount(random) })),
	}),
	(plan, random) => ({
		...plan,
		categories: changeOne(plan.categories, random, () =>
			random.pick<Typed>(['F*', 5, 'Other ', 'other', 'why?', 'a~b']),
		),
	}),
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
