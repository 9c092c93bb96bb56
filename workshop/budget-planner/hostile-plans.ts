import { spendingCategories } from '../../src/shared/planner/choices.ts'
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
	floor: null,
	pay: [],
	categories: [...spendingCategories],
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
const ownCategory = (name: string) => ({
	categories: [name, null, null, null, null, null, null, null],
	spending: food.map((row) => ({ ...row, category: name })),
})
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
	// What the account must never have less than.
	// £3,150 less £2,020 make £75.33 a week. On the last Monday the bus takes £12 before Friday’s wages come.
	['£100 never to be touched', { floor: 100 }, verdicts.belowFloor, 9 * 7_533 - 32_000],
	['more never to be touched than there is', { floor: 5000 }, verdicts.short],
	['the bank below what is never to be touched', { floor: 100, bank: 99.99 }, verdicts.bankBelowFloor],
	['an overdraft that may be used', { floor: -500, bank: -200 }, verdicts.short],
	['a limit as text', { floor: '£100' }, `Setup, never below: ${says.notNumber}`],
	['a limit that is a date', { floor: dayNumber('2026-11-03') }, `Setup, never below: ${says.tooMuch}`],
	// What came in.
	['wages that did not come', { pay: [{ row: 9, amount: 0 }] }, verdicts.belowZero, 9 * 7_666 - 32_000],
	['pay of next week', { pay: [{ row: 10, amount: 80 }] }, `Pay, week 10: ${says.future}`],
	['pay after the plan', { pay: [{ row: 42, amount: 80 }] }, `Pay, week 42: ${says.notInPlan}`],
	['pay below zero', { pay: [{ row: 8, amount: -80 }] }, `Pay, week 8: ${says.below}`],
	['pay as text', { pay: [{ row: 8, amount: '80,00' }] }, `Pay, week 8: ${says.amountText}`],
	['pay with a date for an amount', { pay: [{ row: 8, amount: today }] }, `Pay, week 8: ${says.tooMuch}`],
	// Names of categories.
	...(
		[
			['a mark for any letters', 'F*', says.categoryName],
			['a mark for one letter', 'Foo?', says.categoryName],
			['a number', 7, says.categoryName],
			['a space after it', 'Gym ', says.categoryName],
			['the name of another', 'food', says.categoryTwice],
		] as const
	).map(
		([name, category, what]): Case => [
			`a category with ${name}`,
			{ categories: [...spendingCategories.slice(0, 7), category] },
			`Dashboard, on what: ${what}`,
		],
	),
	[
		'a category that was renamed after its payments',
		{ categories: ['Groceries', ...spendingCategories.slice(1)] },
		`Spending, row 4: ${says.categoryUnknown}`,
	],
	['a category that looks like a condition', ownCategory('<5'), verdicts.fine, 41_800],
	['a category that looks like a date', ownCategory('May 5'), verdicts.fine, 41_800],
	// Goals.
	...(
		[
			['without a target', { target: null }, says.noTarget],
			['with a target as text', { target: '£480' }, says.targetText],
			['that ends before it begins', { from: 20, by: 10 }, says.weeksReversed],
			['after the plan', { by: 42 }, says.notInPlan],
		] as const
	).map(
		([name, changes, what]): Case => [
			`a goal ${name}`,
			{ goals: [{ row: 4, name: 'Deposit', target: 480, saved: null, from: 10, by: 24, ...changes }] },
			`Savings, row 4: Deposit: ${what}`,
		],
	),
	// Text where a number belongs.
	...(['£12,50', '£1,200.00', '−40', '12.50 ', '1e3x', 'about 40'] as const).flatMap((amount): Case[] => [
		[`a payment of "${amount}"`, spent(paid(20, today, amount)), `Spending, row 20: ${says.amountText}`],
		[`rent of "${amount}"`, only({ ...rent, amount }), `Setup, row 26: Rent: ${says.amountText}`],
		[`a balance of "${amount}"`, { bank: amount }, `Dashboard, bank balance: ${says.notNumber}`],
		[`"${amount}" in the account`, { starting: amount }, `Setup, in the account: ${says.notNumber}`],
	]),
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
			['Setup!C7', 'Setup, beside the yellow fields', says.beside],
			['Pay!D56', 'Pay', says.belowEnd],
			['Pay!A57', 'Pay', says.belowEnd],
		] as const
	).map(([cell, where, what]): Case => [`something in ${cell}`, beside(cell), `${where}: ${what}`]),
	...(
		[
			['Setup!Q5', 999],
			['Setup!K26', dayNumber('2026-12-01')],
			['Setup!L28', 999],
			['Pay!F5', 999],
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

/** What else may be typed into any of these plans. The rules say what the workbook must show for each. */
const contexts: readonly ((plan: SheetPlan) => SheetPlan)[] = [
	(plan) => ({ ...plan, floor: plan.floor ?? 50.01 }),
	(plan) => ({ ...plan, bank: plan.bank ?? 700 }),
	(plan) => ({ ...plan, pay: [{ row: 3, amount: 120.5 }, ...plan.pay] }),
]
export const moreHostilePlans = contexts.map((inContext) =>
	cases.map(([, changes]) => ({ plan: inContext({ ...base, ...changes }), today })),
)

export const hostilePlans: readonly HostilePlan[] = cases.map(([name, changes, answer, safePence]) => ({
	name,
	plan: { ...base, ...changes },
	today,
	says: answer,
	...(safePence === undefined ? {} : { safePence }),
}))
