import { expect, it } from 'vitest'
import { expectedValues } from '../../scripts/catalogue/planner/expected-values.ts'
import { openWorkbook, type StoredValue, valuesOf } from '../../scripts/catalogue/planner/stored-values.ts'
import { buildPlanner } from '../../scripts/catalogue/planner/workbook.ts'
import { emptyPlanner, type PlannerData } from './planner-data.ts'

const rent = {
	name: 'Rent',
	pence: 50_000,
	rhythm: 'Monthly',
	first: '2027-01-31',
	last: '2027-06-30',
} as const
const loan = (date: string, pence: number) => ({ name: 'Loan', date, pence, startsStretch: true })
const spent = (date: string, pence: number) => ({ date, category: 'Food', pence, note: '' }) as const

/** Years that are less regular than the example. */
const cases: Record<string, Partial<PlannerData>> = {
	'a plan that begins before the first loan arrives': {
		firstMonday: '2026-09-07',
		startingPence: 5_000,
		lumps: [loan('2026-09-30', 180_000)],
	},
	'a start in January, with the autumn loan still in the list': {
		firstMonday: '2027-01-11',
		lastWeek: 26,
		startingPence: 30_000,
		lumps: [loan('2026-09-28', 250_000), loan('2027-01-11', 260_000), loan('2027-04-19', 260_000)],
	},
	'more spent in the first stretch than it had': {
		lastWeek: 8,
		startingPence: 12_000,
		currentWeek: 6,
		lumps: [loan('2026-09-28', 100_000), loan('2026-10-26', 100_000)],
		spending: [spent('2026-09-30', 40_000), spent('2026-10-08', 40_000), spent('2026-10-14', 50_000)],
	},
	'rent on the 31st of every month, and a goal that starts half-way': {
		firstMonday: '2027-01-04',
		startingPence: 500_000,
		fixed: [rent],
		goals: [{ name: 'Bicycle', targetPence: 10_000, savedPence: 0, fromWeek: 10, byWeek: 16 }],
	},
	'a goal already reached': {
		startingPence: 100_000,
		goals: [{ name: 'Coat', targetPence: 5_000, savedPence: 6_000, fromWeek: 1, byWeek: 5 }],
	},
	'no money at all, and rent': { firstMonday: '2027-01-04', fixed: [rent] },
}

it.each(Object.entries(cases))('calculates %s', async (_, changes) => {
	const data = { ...emptyPlanner, ...changes }
	const expected = expectedValues(data)
	const found = await built(data, [...expected.keys()])
	const wrong = [...expected].filter(([cell, value]) => !isNear(found.get(cell), value))
	expect(wrong.map(([cell, value]) => `${cell} is ${found.get(cell)}, not ${value}`)).toEqual([])
})

it('shows the last week of the plan, and no error, for a week after it', async () => {
	const data = { ...emptyPlanner, ...cases['more spent in the first stretch than it had'] }
	const figures = ['Dashboard!B5', 'Dashboard!B6', 'Dashboard!B7', 'Dashboard!B9', 'Dashboard!B10']
	const after = await built({ ...data, currentWeek: 60 }, [...figures, 'Dashboard!C4'])
	const last = await built({ ...data, currentWeek: 8 }, [...figures, 'Dashboard!C4'])
	for (const cell of figures) expect(after.get(cell)).toEqual(last.get(cell))
	expect(after.get('Dashboard!C4')).toBe('counts as week 8')
	expect(last.get('Dashboard!C4')).toBe('of 8')
})

it('reports payments outside the plan', async () => {
	const payments = [spent('2026-09-27', 100), spent('2026-09-28', 200)]
	const found = await built({ ...emptyPlanner, spending: payments }, ['Spending!E4', 'Spending!E5'])
	expect([...found.values()]).toEqual(['outside', 1])
})

async function built(data: PlannerData, cells: readonly string[]): Promise<Map<string, StoredValue>> {
	return valuesOf(await openWorkbook(await buildPlanner(data, '2026-11-21')), cells)
}

/** Savings are divided into parts of a penny, of which the sheet keeps four decimals. */
function isNear(one: StoredValue | undefined, other: StoredValue): boolean {
	if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < 0.01
	return one === other
}
