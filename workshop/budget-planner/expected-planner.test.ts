import { describe, expect, it } from 'vitest'
import type { Due } from '../../src/shared/planner/plan-data.ts'
import { dateOf, dayNumber } from '../../src/shared/planner/typed-plan.ts'
import { says } from './check-words.ts'
import { expectedPlanner } from './expected-planner.ts'
import { emptyPlanner, examplePlanner, type PlannerData } from './planner-data.ts'
import { type SheetPlan, sheetPlan } from './sheet-plan.ts'
import { verdicts } from './verdicts.ts'

// Other tests compare the workbook with these rules. Here the rules themselves are compared with sums done by hand.

const fromSeptember = { firstMonday: '2026-09-28', lastWeek: 41 } as const
const rent: Due = { name: 'OK Rent', pence: 50_000, rhythm: 'Monthly', first: '2027-01-31', last: null }
const loan = (first: string, pence: number) =>
	({ name: 'Loan', pence, rhythm: 'Once', first, last: null, startsStretch: true }) as const
/** The planner asks for fixed costs; this is the answer that there are none. */
const noCosts: Due = { name: 'OK none', pence: 0, rhythm: 'Weekly', first: '2026-09-28', last: null }
const spent = (date: string, pence: number) => ({ date, category: 'Food', pence, note: '' }) as const

describe('the weekly plan', () => {
	it('spreads the £1,076.40 of the example’s first stretch over 15 weeks', () => {
		const { now, safeToSpendPence, bank } = figures(examplePlanner)
		expect(now).toMatchObject({ week: 6, stretch: 1, weeklyNumberPence: 7_176, spentPence: 2_620 })
		// £430.56 less the £327.44 spent in the first five weeks
		expect(safeToSpendPence).toBe(10_312)
		expect(bank?.verdict).toBe('As much as Gas, electricity, internet: not taken yet?')
	})

	it('lives off the balance until the first loan arrives', () => {
		const { weeks } = figures({
			firstMonday: '2026-09-07',
			lastWeek: 10,
			startingPence: 5_000,
			showWeek: 1,
			income: [loan('2026-09-30', 180_000)],
		})
		expect(weeks.slice(0, 5).map(({ stretch, weeklyNumberPence }) => [stretch, weeklyNumberPence])).toEqual([
			[1, 1_666],
			[1, 1_666],
			[1, 1_666],
			[2, 25_714],
			[2, 25_714],
		])
	})

	it('carries a shortfall over to the next stretch', () => {
		const { weeks, safeToSpendPence } = figures({
			lastWeek: 8,
			startingPence: 12_000,
			showWeek: 6,
			income: [loan('2026-09-28', 100_000), loan('2026-10-26', 100_000)],
			spending: [
				spent('2026-09-30', 40_000),
				spent('2026-10-08', 40_000),
				spent('2026-10-14', 50_000),
				spent('2026-10-19', 0),
				spent('2026-10-26', 0),
			],
		})
		// £1,120 less £1,300 is £180 short; £820 for four weeks is £205 a week.
		expect(weeks[4]?.weeklyNumberPence).toBe(20_500)
		expect(safeToSpendPence).toBe(41_000)
		expect(weeks[4]?.accountPence).toBe(82_000)
	})

	it('takes overspending off the next week, without going below zero', () => {
		const { weeks, verdict } = figures({
			lastWeek: 4,
			startingPence: 10_000,
			showWeek: 2,
			spending: [spent('2026-09-30', 2_500), spent('2026-10-07', 3_000)],
		})
		expect(weeks.slice(0, 4).map(({ accountPence }) => accountPence)).toEqual([7_500, 4_500, 2_500, 0])
		expect(verdict).toBe(verdicts.over)
	})

	it('never shows an amount as safe to spend if it would overdraw the account before the next income', () => {
		const late = { ...loan('2026-10-19', 100_000), startsStretch: false }
		const { safeToSpendPence, verdict, weeks } = figures({
			lastWeek: 8,
			startingPence: 20_000,
			showWeek: 1,
			income: [late],
			costs: [{ name: 'Train', pence: 14_000, rhythm: 'Once', first: '2026-10-13', last: null }],
		})
		// £1,060 for eight weeks is £132.50, but £140 of the £200 is for the train.
		expect(weeks[0]?.weeklyNumberPence).toBe(13_250)
		expect(safeToSpendPence).toBe(6_000)
		expect(verdict).toBe(verdicts.belowZero)
	})

	it('warns if the rent is taken a day before the loan arrives', () => {
		const { weeks, safeToSpendPence, lowestPence, verdict } = figures({
			lastWeek: 8,
			startingPence: 40_000,
			showWeek: 1,
			income: [loan('2026-10-28', 100_000)],
			costs: [{ name: 'OK Rent', pence: 50_000, rhythm: 'Once', first: '2026-10-27', last: null }],
		})
		// Nothing can be spent in the first two weeks. £200 in the next two leaves £200 of the £400, and the rent of £500 takes
		// that to −£300.
		expect(weeks[4]).toMatchObject({ accountPence: 57_500, lowestPence: -30_000 })
		expect([safeToSpendPence, lowestPence, verdict]).toEqual([-10_000, -30_000, verdicts.short])
	})

	it('predicts when the money runs out at the recent pace, unless a recent week is empty', () => {
		const spending = [spent('2026-09-30', 6_000), spent('2026-10-08', 8_000)]
		const plan = { lastWeek: 8, startingPence: 40_000, showWeek: 3, spending }
		const { pace } = figures(plan)
		// £260 is left before week 3. At £70 a week it lasts for three weeks, so it runs out in week 6.
		expect(pace).toMatchObject({ aWeekPence: 7_000, leftPence: 26_000 - 6 * 7_000, runsOut: { week: 6 } })
		const forgotten = figures({ ...plan, spending: spending.slice(1) })
		expect([forgotten.pace, forgotten.verdict]).toEqual([undefined, verdicts.emptyWeek])
	})

	it.each([
		['Monthly', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
		['Four-weekly', '2027-02-01', ['2027-02-01', '2027-03-01', '2027-03-29', '2027-04-26', '2027-05-24']],
		['Fortnightly', '2027-05-01', ['2027-05-01', '2027-05-15', '2027-05-29']],
		['Termly', '2027-01-11', ['2027-01-11', '2027-04-19']],
		['Once', '2027-04-01', ['2027-04-01']],
	] as const)('counts a cost that is due %s from %s in the right weeks', (rhythm, first, due) => {
		const { weeks } = figures({
			firstMonday: '2027-01-04',
			lastWeek: 22,
			startingPence: 900_000,
			terms: ['2027-01-11', '2027-04-19'],
			costs: [{ ...rent, rhythm, first }],
		})
		const inWeeks = weeks.flatMap(({ monday, fixedPence }) => (fixedPence === 0 ? [] : [isoOf(monday)]))
		expect(inWeeks).toEqual(due.map((day) => isoOf(dayNumber(day) - ((dayNumber(day) - 2) % 7))))
	})

	it('reaches a savings goal exactly, although weekly savings are in whole pence', () => {
		const goal = { name: 'Bicycle', targetPence: 10_000, savedPence: 0, fromWeek: 10, byWeek: 16 }
		const { weeks } = figures({ startingPence: 500_000, goals: [goal] })
		const saved = weeks.map(({ savedPence }) => savedPence)
		expect(saved.slice(8, 17)).toEqual([0, 1_428, 1_429, 1_428, 1_429, 1_428, 1_429, 1_429, 0])
		expect(saved.reduce((sum, pence) => sum + pence)).toBe(10_000)
	})
})

describe('the check list', () => {
	it('names the three fields that the empty planner needs', () => {
		expect(problems({ firstMonday: null, lastWeek: null })).toEqual(
			['first Monday', 'last week', 'in the account'].map((name) => `Setup, ${name}: nothing typed`),
		)
	})

	it.each<[string, Partial<SheetPlan>, string]>([
		[
			'a date typed as text',
			{ spending: [payment({ date: '3 Nov 2026' })] },
			'Spending, row 4: date is text',
		],
		[
			'a payment dated after the plan',
			{ spending: [payment({ date: 46_700 })] },
			'Spending, row 4: outside the plan',
		],
		[
			'an amount typed as text',
			{ spending: [payment({ amount: '£12' })] },
			'Spending, row 4: amount is text',
		],
		['an unknown category', { spending: [payment({ category: 'Fod' })] }, 'Spending, row 4: not in the list'],
		[
			'a row with only a note',
			{ spending: [payment({ date: null, category: null, amount: null })] },
			'Spending, row 4: no date',
		],
		['a cost without a rhythm', { costs: [cost({ rhythm: null })] }, 'Setup, row 26: Rent: how often?'],
		[
			'a cost before the plan',
			{ costs: [cost({ rhythm: 'Once', first: 46_000 })] },
			`Setup, row 26: Rent: ${says.neverDue}`,
		],
		[
			'an income without a Yes or No',
			{ income: [cost({ row: 12 })] },
			`Setup, row 12: Rent: ${says.noAnswer}`,
		],
		['a first day of term before the plan', { terms: [45_929] }, `Setup, term dates: ${says.outside}`],
		[
			'a termly cost between two first days of term',
			{ terms: [46_293], costs: [cost({ rhythm: 'Termly' })] },
			`Setup, row 26: Rent: ${says.notTerm}`,
		],
		[
			'a goal for a week after the plan',
			{ goals: [{ row: 4, name: 'Bicycle', target: 90, saved: null, from: null, by: 42 }] },
			`Savings, row 4: Bicycle: ${says.notInPlan}`,
		],
		['a first Monday that is a Tuesday', { firstMonday: 46_294 }, 'Setup, first Monday: not a Monday'],
		[
			'a week to show that is after the plan',
			{ showWeek: 42 },
			'Dashboard, week to show: not a week of the plan',
		],
	])('names %s', (_, changes, problem) => {
		expect(problems({ starting: 0, ...changes })).toEqual([problem])
	})
})

function figures(changes: Partial<PlannerData>) {
	const costs = [...(changes.costs ?? []), noCosts]
	const expected = expectedPlanner(
		sheetPlan({ ...emptyPlanner, ...fromSeptember, ...changes, costs }),
		dayNumber('2026-11-22'),
	)
	if (!expected.isKnown) throw new Error(JSON.stringify(expected.problems))
	return expected.figures
}

function problems(changes: Partial<SheetPlan>): string[] {
	const none = cost({ row: 41, name: 'OK none', amount: 0, rhythm: 'Weekly' })
	const plan = {
		...sheetPlan({ ...emptyPlanner, ...fromSeptember }),
		...changes,
		costs: [...(changes.costs ?? []), none],
	}
	return expectedPlanner(plan, dayNumber('2026-11-22')).problems.map(({ where, what }) => `${where}: ${what}`)
}

function payment(changes: Partial<SheetPlan['spending'][number]>): SheetPlan['spending'][number] {
	return { row: 4, date: 46_300, category: 'Food', amount: 5, note: 'Shop', ...changes }
}

function cost(changes: Partial<SheetPlan['costs'][number]>): SheetPlan['costs'][number] {
	return {
		row: 26,
		name: 'Rent',
		amount: 500,
		rhythm: 'Monthly',
		first: 46_300,
		last: null,
		stretch: null,
		...changes,
	}
}

function isoOf(day: number): string {
	return dateOf(day).toISOString().slice(0, 10)
}
