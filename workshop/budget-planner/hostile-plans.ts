import { firstRows } from '../../src/shared/planner/plan-data.ts'
import {
	dayNumber,
	type Typed,
	type TypedDue,
	type TypedPayment,
} from '../../src/shared/planner/typed-plan.ts'
import { says } from './check-words.ts'
import type { SheetPlan } from './sheet-plan.ts'
import { asMuchAsCost, emptyWeeksVerdict, sameTwice, verdicts } from './verdicts.ts'

/** A plan with one thing in it that would make the number too high or too low, and what the dashboard must say. */
export interface HostilePlan {
	name: string
	plan: SheetPlan
	today: number
	/** The first line of the check list, or what is said below the number. */
	says: string
	/** What is safe to spend, in pence, if there is a number. */
	safePence?: number
}

const today = dayNumber('2026-11-24')
const monday = dayNumber('2026-09-28')

const due = (row: number, name: string, amount: Typed, rhythm: string, first: string): TypedDue => ({
	row,
	name,
	amount,
	rhythm,
	first: dayNumber(first),
	last: null,
	stretch: row < firstRows.costs ? (name.startsWith('Loan') ? 'Yes' : 'No') : null,
})
const loans = [
	due(10, 'Loan, autumn', 1900, 'Once', '2026-09-28'),
	due(11, 'Loan, spring', 1900, 'Once', '2027-01-11'),
	due(12, 'Loan, summer', 1900, 'Once', '2027-04-19'),
]
const wages = due(13, 'Wages', 80, 'Weekly', '2026-10-02')
const rent = due(26, 'Rent', 450, 'Monthly', '2026-10-01')
const phone = due(27, 'Phone', 10, 'Monthly', '2026-10-05')
const bus = due(28, 'Bus', 12, 'Weekly', '2026-09-28')
const paid = (row: number, date: number, amount: Typed, note: Typed = null): TypedPayment => ({
	row,
	date,
	category: 'Food',
	amount,
	note,
})
/** £40 of food on the Monday of each week so far. */
const food = Array.from({ length: 9 }, (_, index) => paid(firstRows.spending + index, monday + 7 * index, 40))

/**
 * Nothing is wrong with this plan. £3,250 come in from September to January, £2,020 are fixed, so the weekly number is £82. Nine
 * of them less £320 are £418.
 */
const base: SheetPlan = {
	firstMonday: monday,
	lastWeek: 41,
	starting: 150,
	terms: [],
	showWeek: null,
	bank: null,
	bankDate: null,
	income: [...loans, wages],
	costs: [rent, phone, bus],
	goals: [],
	spending: food,
	elsewhere: [],
}
/** Without costs the number is £216.66, and without a second loan nothing holds it down. */
const free = { ...base, costs: [due(26, 'OK none', 0, 'Weekly', '2026-09-28')] }
const only = (...costs: TypedDue[]) => ({ costs: [...costs, bus] })
const beside = (cell: string, value: Typed = 'Bursary') => ({ elsewhere: [{ cell, value }] })
const spent = (...payments: TypedPayment[]) => ({ spending: [...food, ...payments] })

type Case = [name: string, changes: Partial<SheetPlan>, says: string, safePence?: number]

const cases: readonly Case[] = [
	['nothing wrong', {}, verdicts.fine, 41_800],
	// What the bank shows. By the plan it is £1,302 less £12 for Monday's bus.
	['£1 less in the bank', { bank: 1289 - 40 }, verdicts.bankLess, 41_800],
	['£50 in the bank', { bank: 50 }, verdicts.short],
	['£50 in the bank and nothing fixed', { ...free, bank: 50 }, verdicts.bankLess, 9_000],
	[
		'£50 in the bank on Saturday, after the wages',
		{ ...free, bank: 50, bankDate: today - 3 },
		verdicts.bankLess,
	],
	['£200 below zero in the bank', { bank: -200 }, verdicts.bankBelow],
	['1p below zero in the bank and nothing fixed', { ...free, bank: -0.01 }, verdicts.bankBelow, 0],
	[
		'a bank balance of tomorrow',
		{ bank: 1290, bankDate: today + 1 },
		`Dashboard, day of the balance: ${says.future}`,
	],
	// The sign of pasted lines.
	[
		'all payments with their sign turned',
		{ spending: food.map((row) => ({ ...row, amount: -40 })) },
		`Spending, week 1: ${says.moreBack}`,
	],
	[
		'this week with its sign turned',
		spent(...[-20.5, -33.2, -60].map((amount, index) => paid(20 + index, today, amount))),
		`Spending, week 9: ${says.moreBack}`,
	],
	[
		'three small ones with their sign turned',
		spent(...[-2, -3, -4].map((amount, index) => paid(20 + index, today, amount))),
		`Spending, week 9: ${says.moreBack}`,
	],
	[
		'a category with its sign turned',
		spent({ ...paid(20, today, -30), category: 'Travel' }),
		`Spending, Travel: ${says.moreBack}`,
	],
	['a refund that is said to be right', spent(paid(20, today, -60, 'OK, the coat')), verdicts.fine, 41_800],
	[
		'wages pasted among the payments',
		spent(paid(20, today, 90), paid(21, today, -80)),
		`Spending, row 21: ${says.asMoneyIn}`,
	],
	// Nothing fixed, zero, once, ends early.
	['no costs', { costs: [] }, `Setup, fixed costs: ${says.nothingFixed}`],
	[
		'only a train home',
		{ costs: [due(26, 'Train', 58, 'Once', '2026-12-18')] },
		`Setup, fixed costs: ${says.nothingFixed}`,
	],
	['rent of £0', only({ ...rent, amount: 0 }), `Setup, row 26: Rent: ${says.zero}`],
	['rent only once', only({ ...rent, rhythm: 'Once' }), `Setup, row 26: Rent: ${says.onlyOnce}`],
	['a phone only once', only({ ...phone, rhythm: 'Once' }), `Setup, row 27: Phone: ${says.onlyOnce}`],
	[
		'rent until December',
		only({ ...rent, last: dayNumber('2026-12-01') }),
		`Setup, row 26: Rent: ${says.endsEarly}`,
	],
	[
		'rent from February',
		only({ ...rent, first: dayNumber('2027-02-01') }),
		`Setup, row 26: Rent: ${says.startsLate}`,
	],
	[
		'a loan every month',
		{ income: [{ ...due(10, 'Loan', 1900, 'Monthly', '2026-09-28') }, wages] },
		`Setup, row 10: Loan: ${says.tooOften}`,
	],
	// Counted twice.
	['the loan in the balance too', { starting: 2050 }, `Setup, row 10: Loan, autumn: ${says.inBalance}`],
	[
		'the loan pasted twice',
		{ income: [...loans, wages, { ...due(14, 'Loan again', 1900, 'Once', '2027-01-11') }] },
		`Setup, row 14: Loan again: ${says.sameAsAbove}`,
	],
	[
		'rent pasted twice',
		{ costs: [rent, phone, bus, { ...rent, row: 29 }] },
		`Setup, row 29: Rent: ${says.sameAsAbove}`,
	],
	[
		'all payments pasted twice',
		spent(...food.map((row) => ({ ...row, row: row.row + 20 }))),
		sameTwice(4, 24),
		9_800,
	],
	['rent in Spending too', spent(paid(20, today - 7, 450)), verdicts.short],
	[
		'a bill in Spending too',
		{ ...only(due(26, 'Gas bill', 42, 'Monthly', '2026-10-05')), ...spent(paid(20, today, 42)) },
		asMuchAsCost(20, 'Gas bill'),
	],
	// Forgotten weeks.
	['nothing typed for eight weeks', { spending: food.slice(8) }, emptyWeeksVerdict(8), 8_200],
	['nothing typed for one week', { spending: food.slice(1) }, verdicts.emptyWeek, 8_200 + 7 * 4_200],
	['nothing typed at all', { spending: [] }, emptyWeeksVerdict(8), 8_200],
	// Dates after today.
	[
		'a payment of next January',
		spent(paid(20, dayNumber('2027-01-03'), 30)),
		`Spending, row 20: ${says.future}`,
	],
	['a payment of tomorrow', spent(paid(20, today + 1, 30)), `Spending, row 20: ${says.future}`],
	// Outside the yellow fields.
	...(
		[
			['Setup!B22', 'Setup, money in', says.belowEnd],
			['Setup!A23', 'Setup, money in', says.belowEnd],
			['Setup!B42', 'Setup, fixed costs', says.belowEnd],
			['Setup!A43', 'Setup, fixed costs', says.belowEnd],
			['Savings!B8', 'Savings', says.belowEnd],
			['Savings!A9', 'Savings', says.belowEnd],
			['Spending!C1504', 'Spending', says.belowEnd],
			['Setup!E6', 'Setup, beside the yellow fields', says.beside],
		] as const
	).map(([cell, where, what]): Case => [`something in ${cell}`, beside(cell), `${where}: ${what}`]),
	...(
		[
			['Setup!Q5', 999],
			['Setup!K26', dayNumber('2026-12-01')],
			['Setup!L28', 999],
		] as const
	).map(
		([cell, value]): Case => [
			`a number typed over ${cell}`,
			beside(cell, value),
			`Setup, hidden columns: ${says.typedOver}`,
		],
	),
	['a number typed over what is safe', beside('Dashboard!B6', 999), verdicts.typedOver],
	// £2 and 22p below zero for two days, in a week to come.
	...[2, 0.22].map(
		(pounds): Case => [
			`the plan £${pounds} below zero`,
			{
				income: [loans[0] ?? wages, due(11, 'Loan, spring', 1900, 'Once', '2027-01-13'), wages],
				costs: [rent, phone, bus, due(29, 'Books', pounds, 'Once', '2027-01-12')],
			},
			verdicts.belowZero,
		],
	),
]

export const hostilePlans: readonly HostilePlan[] = cases.map(([name, changes, answer, safePence]) => ({
	name,
	plan: { ...base, ...changes },
	today,
	says: answer,
	...(safePence === undefined ? {} : { safePence }),
}))
