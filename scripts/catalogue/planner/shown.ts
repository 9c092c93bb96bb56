import {
	type ExpectedFigures,
	type ExpectedPlanner,
	verdicts,
} from '#catalogue/budget-planner/expected-weeks.ts'
import { rooms } from '#catalogue/budget-planner/planner-data.ts'
import type { CellValues } from './stored-values.ts'

/** What is compared: the dashboard and the plan of every week. */
export const shownAreas = [
	'Dashboard!C4:C4',
	'Dashboard!B5:B13',
	'Dashboard!A15:A15',
	'Dashboard!A18:B22',
	'Dashboard!A23:A23',
	'Dashboard!B28:B29',
	'Dashboard!A30:A30',
	'Dashboard!B31:B34',
	'Dashboard!B38:B46',
	'Weeks!B4:J55',
] as const

type Shown = string | number

/** Returns what the workbook must show for a plan, row by row of `shownAreas`. Amounts are in pence. */
export function expectedRows(expected: ExpectedPlanner): Shown[][] {
	return expected.isKnown ? knownRows(expected.figures) : unknownRows(expected.problems)
}

/** A text as it is, a number in hundredths. Differences of parts of a penny are lost, as they are on screen. */
export function comparable(row: readonly Shown[]): string {
	return row.map((value) => (typeof value === 'number' ? `#${Math.round(value) + 0}` : value)).join('|')
}

/** A row that LibreOffice wrote down, in the same form. */
export function comparableRow(row: readonly string[]): string {
	return comparable(row.map((value) => (value.startsWith('#') ? Number(value.slice(1)) * 100 : value)))
}

function unknownRows(problems: readonly { where: string; what: string }[]): Shown[][] {
	const list = Array.from({ length: rooms.listed }, (_, index) => [
		problems[index]?.where ?? '',
		problems[index]?.what ?? '',
	])
	const more = problems.length - rooms.listed
	return [
		[''],
		...Array.from({ length: 9 }, () => ['check these']),
		[verdicts.check],
		...list,
		[more > 0 ? `and ${more} more, in red on their sheets` : ''],
		['check these'],
		...Array.from({ length: 6 }, () => ['']),
		...Array.from({ length: 9 }, () => ['?']),
		...Array.from({ length: rooms.weeks }, () => Array.from({ length: 9 }, () => '?')),
	]
}

function knownRows(figures: ExpectedFigures): Shown[][] {
	const { now, nextStretch, weeks, bank, spentOnPence } = figures
	const lastWeek = weeks.filter(({ stretch }) => stretch > 0).length
	const spent = [...spentOnPence.values()]
	return [
		[`week ${now.week} of ${lastWeek}`],
		[now.monday * 100],
		[figures.safeToSpendPence],
		[now.spentPence],
		[figures.safeToSpendPence - now.spentPence],
		[now.weeklyNumberPence],
		[now.fixedPence],
		[nextStretch === undefined ? 'none planned' : nextStretch.monday * 100],
		[nextStretch?.incomePence ?? 0],
		[figures.lowestPence],
		[figures.verdict],
		['Nothing: every row counts.', ''],
		...Array.from({ length: rooms.listed - 1 }, () => ['', '']),
		[''],
		[bank?.byPlanPence ?? (figures.isBankOutside ? 'not in the plan' : '')],
		[bank?.differencePence ?? ''],
		[bank?.verdict ?? ''],
		[bank?.costsLatelyPence ?? ''],
		[bank?.incomeLatelyPence ?? ''],
		[bank?.savedPence ?? ''],
		[bank === undefined ? '' : bank.lastPayment === undefined ? 'none' : bank.lastPayment * 100],
		...spent.map((pence) => [pence]),
		[spent.reduce((sum, pence) => sum + pence, 0)],
		...weeks.map((week) => [
			week.monday * 100,
			week.stretch * 100,
			week.incomePence,
			week.fixedPence,
			week.savedPence,
			week.weeklyNumberPence,
			week.spentPence,
			week.weeklyNumberPence - week.spentPence,
			week.accountPence,
		]),
	]
}

/** Returns the rows of `shownAreas` from values by cell, in the form of `comparable`. */
export function rowsOf(values: CellValues): string[] {
	return shownAreas.flatMap((area) => {
		const [sheet = '', span = ''] = area.split('!')
		const [, left = '', top = '', right = '', bottom = ''] = /^([A-Z])(\d+):([A-Z])(\d+)$/.exec(span) ?? []
		const columns = [...'ABCDEFGHIJ'].filter((column) => column >= left && column <= right)
		return Array.from({ length: Number(bottom) - Number(top) + 1 }, (_, index) =>
			comparable(
				columns.map((column) => {
					const value = values.get(`${sheet}!${column}${Number(top) + index}`)
					return typeof value === 'number' ? value * 100 : String(value)
				}),
			),
		)
	})
}
