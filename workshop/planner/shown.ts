import { rooms } from '../../src/shared/planner/choices.ts'
import type { ExpectedFigures, ExpectedPlanner } from '../budget-planner/expected-planner.ts'
import { over, verdicts } from '../budget-planner/verdicts.ts'
import type { CellValues } from './stored-values.ts'

/** The cells that are compared with what the planner's rules expect: the dashboard and the plan of every week. */
export const shownAreas = [
	'Dashboard!A3:A3',
	'Dashboard!C4:C4',
	'Dashboard!A6:A6',
	'Dashboard!B5:B13',
	'Dashboard!A15:A15',
	'Dashboard!B18:B20',
	'Dashboard!A23:B27',
	'Dashboard!A28:A28',
	'Dashboard!B33:B34',
	'Dashboard!A35:A35',
	'Dashboard!B36:B39',
	'Dashboard!B43:B51',
	'Weeks!B4:K55',
] as const

type Shown = string | number

/** Returns what the workbook must show for a plan, row by row of `shownAreas`. Amounts are in pence. */
export function expectedRows(expected: ExpectedPlanner): Shown[][] {
	return expected.isKnown ? knownRows(expected.figures) : unknownRows(expected.problems)
}

/**
 * Formats a row for comparison: texts as they are, numbers in hundredths. Rounds away parts of a penny, which are not shown on
 * screen either.
 */
export function comparable(row: readonly Shown[]): string {
	return row.map((value) => (typeof value === 'number' ? `#${Math.round(value) + 0}` : value)).join('|')
}

/** Formats a row that LibreOffice has written, as `comparable` does. */
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
		['This week'],
		[''],
		['Safe to spend this week'],
		...Array.from({ length: 9 }, () => ['check these']),
		[verdicts.check],
		...Array.from({ length: 3 }, () => ['check these']),
		...list,
		[more > 0 ? `and ${more} more, in red on their sheets` : ''],
		['check these'],
		...Array.from({ length: 6 }, () => ['']),
		...Array.from({ length: 9 }, () => ['?']),
		...Array.from({ length: rooms.weeks }, () => Array.from({ length: 10 }, () => '?')),
	]
}

function knownRows(figures: ExpectedFigures): Shown[][] {
	const { now, nextStretch, weeks, bank, spentOn, pace } = figures
	const lastWeek = weeks.filter(({ stretch }) => stretch > 0).length
	const unlessOver = (rows: Shown[][]) => (figures.isOver ? rows.map(() => [over]) : rows)
	return [
		[figures.isTodaysWeek ? 'This week' : `Week ${now.week}, not today’s`],
		[`week ${now.week} of ${lastWeek}`],
		[`Safe to spend ${figures.isTodaysWeek ? 'this week' : `in week ${now.week}`}`],
		...unlessOver([
			[now.monday * 100],
			[figures.shownAsSafePence],
			[now.spentPence],
			[figures.safeToSpendPence - now.spentPence],
			[now.weeklyNumberPence],
			[now.fixedPence],
			[nextStretch === undefined ? 'none planned' : nextStretch.monday * 100],
			[nextStretch?.incomePence ?? 0],
			[figures.lowestPence],
		]),
		[figures.verdict],
		...unlessOver([
			[pace?.aWeekPence ?? 'not known yet'],
			[pace?.leftPence ?? ''],
			[pace === undefined ? '' : pace.runsOut === undefined ? 'none' : pace.runsOut.monday * 100],
		]),
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
		...spentOn.map((pence) => [pence]),
		[spentOn.reduce((sum, pence) => sum + pence, 0)],
		...weeks.map((week) => [
			week.monday * 100,
			week.stretch * 100,
			week.incomePence,
			week.fixedPence,
			week.savedPence,
			week.weeklyNumberPence,
			week.spentPence,
			week.weeklyNumberPence - week.countedPence,
			week.accountPence,
			week.lowestPence,
		]),
	]
}

/** Returns the rows of `shownAreas` from the values of cells, as `comparable` formats them. */
export function rowsOf(values: CellValues): string[] {
	return shownAreas.flatMap((area) => {
		const [sheet = '', span = ''] = area.split('!')
		const [, left = '', top = '', right = '', bottom = ''] = /^([A-Z])(\d+):([A-Z])(\d+)$/.exec(span) ?? []
		const columns = [...'ABCDEFGHIJK'].filter((column) => column >= left && column <= right)
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
