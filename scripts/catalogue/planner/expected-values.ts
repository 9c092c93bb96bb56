import { expectedPlanner } from '#catalogue/budget-planner/expected-weeks.ts'
import type { PlannerData } from '#catalogue/budget-planner/planner-data.ts'
import { weeks as weekRows } from './layout.ts'
import type { CellValues } from './stored-values.ts'

const dayMs = 24 * 60 * 60 * 1000
const epoch = Date.UTC(1899, 11, 30)

/** The cells whose values are calculated without the spreadsheet, each with its expected value. */
export function expectedValues(data: PlannerData): CellValues {
	const { weeks, safeToSpendPence, spentAltogetherPence } = expectedPlanner(data)
	const values: CellValues = new Map()
	for (const [index, row] of weekRows.all.entries()) {
		const week = weeks[index]
		if (week === undefined) throw new Error(`no expectation for row ${row} of Weeks`)
		values.set(`Weeks!B${row}`, (Date.parse(week.monday) - epoch) / dayMs)
		values.set(`Weeks!C${row}`, week.stretch)
		values.set(`Weeks!D${row}`, week.lumpsPence / 100)
		values.set(`Weeks!E${row}`, week.weeklyPence / 100)
		values.set(`Weeks!F${row}`, week.fixedPence / 100)
		values.set(`Weeks!G${row}`, week.savedPence / 100)
		values.set(`Weeks!H${row}`, week.weeklyNumberPence / 100)
		values.set(`Weeks!I${row}`, week.spentPence / 100)
		values.set(`Weeks!J${row}`, (week.weeklyNumberPence - week.spentPence) / 100)
		values.set(`Weeks!K${row}`, week.accountPence / 100)
	}
	const now = weeks[data.currentWeek - 1]
	const spentNow = now?.spentPence ?? 0
	values.set('Dashboard!B6', safeToSpendPence / 100)
	values.set('Dashboard!B7', spentNow / 100)
	values.set('Dashboard!B8', (safeToSpendPence - spentNow) / 100)
	values.set('Dashboard!B9', (now?.weeklyNumberPence ?? 0) / 100)
	values.set('Dashboard!B13', Math.min(...weeks.map(({ accountPence }) => accountPence)) / 100)
	values.set('Dashboard!B27', spentAltogetherPence / 100)
	return values
}
