import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { largestPounds, rooms, spendingCategories } from '../../src/shared/planner/choices.ts'
import { asMuchAsCost, emptyWeeksVerdict, over, sameTwice, verdicts } from '../budget-planner/verdicts.ts'
import { addBankCheck } from './bank-check.ts'
import {
	day,
	formula,
	header,
	heading,
	input,
	label,
	note,
	pounds,
	redIf,
	shortWord,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { listed, moreThanListed, spentOn } from './checks-sheet.ts'
import {
	categories,
	firstOf,
	ifKnown,
	inQuotes,
	range,
	rows,
	setup,
	spendingArea,
	toCheck,
	typedColumns,
	weekColumns,
	weeks,
} from './layout.ts'

const of = (column: string) => range('Weeks', column, weeks)
const thisWeek = (column: string) => `INDEX(${of(column)},${setup.weekNow})`
const nextStretch = (column: string) => `INDEX(${of(column)},MATCH(${setup.stretchNow}+1,${of('C')},0))`

const figures: readonly { text: string; formula: string; format: string }[] = [
	{ text: 'That week begins on', formula: thisWeek('B'), format: day },
	{
		text: 'Safe to spend this week',
		formula: setup.safe,
		format: pounds,
	},
	{ text: 'Spent so far this week', formula: thisWeek('H'), format: pounds },
	{ text: 'Left for this week', formula: `ROUND(${setup.safe}-B7,2)`, format: pounds },
	{ text: 'Weekly number of this stretch', formula: thisWeek('G'), format: pounds },
	{ text: 'Fixed costs due this week', formula: thisWeek('E'), format: pounds },
	{ text: 'Next stretch begins on', formula: `IFERROR(${nextStretch('B')},"none planned")`, format: day },
	{ text: 'and its first week brings', formula: `IFERROR(${nextStretch('D')},0)`, format: pounds },
	{ text: 'Lowest point of the account, by plan', formula: `MIN(${of(weekColumns.lowest)})`, format: pounds },
]

const lastOfStretch = `(MATCH(${setup.stretchNow},${of('C')},0)+COUNTIF(${of('C')},${setup.stretchNow})-1)`
const ifPaced = (text: string, otherwise: string) => `IF(ISNUMBER(${setup.pace}),${text},${otherwise})`
const runsOut = of(weekColumns.runsOut)
/** The figures that say whether the money lasts if the coming weeks are like the last ones. */
const paced: typeof figures = [
	{ text: 'Spent a week, lately', formula: setup.pace, format: pounds },
	{
		text: 'So left when the stretch ends',
		formula: ifPaced(`INDEX(${of(weekColumns.atPace)},${lastOfStretch})`, '""'),
		format: pounds,
	},
	{
		text: 'Too low in the week of',
		formula: ifPaced(`IF(COUNT(${runsOut})=0,"none",INDEX(${of('B')},MIN(${runsOut})))`, '""'),
		format: day,
	},
]

const isToday = 'NOT(ISNUMBER(B4))'
// A criterion in quotation marks with a decimal point would be read differently where a comma is used.
const isBelowAhead = `SUMPRODUCT((ROUND(${of(weekColumns.lowest)}-${setup.floor},2)<0)*(${of('A')}>=${setup.weekNow}))>0`
const costAmount = `INDEX(Spending!$C$1:$C$${spendingArea.last},${setup.costRow})`
const costName = `INDEX(${range('Setup', typedColumns.name, setup.costs)},MATCH(${costAmount},${range('Setup', typedColumns.amount, setup.costs)},0))`
/** Puts values of cells into a text in place of its marks. */
const filled = (text: string, values: Readonly<Record<string, string>>) =>
	Object.entries(values).reduce((so, [mark, value]) => so.replace(mark, `"&${value}&"`), inQuotes(text))
const emptyWeeks = `COUNTIFS(${of('A')},"<"&${setup.weekNow},${of(weekColumns.payments)},0)`
const byFloor = (without: string, withFloor: string) =>
	`IF(${setup.floor}=0,${inQuotes(without)},${inQuotes(withFloor)})`
const verdict = firstOf(
	[
		[`${toCheck}>0`, inQuotes(verdicts.check)],
		[
			`IF(${setup.isOver}=1,FALSE,IF(ISNUMBER(B6),ROUND(B6-${setup.safe},2)<>0,TRUE))`,
			inQuotes(verdicts.typedOver),
		],
		[`${setup.isOver}=1`, inQuotes(verdicts.ended)],
		[`AND(${isToday},${setup.today}<${setup.monday})`, inQuotes(verdicts.notBegun)],
		[`${setup.isBankBelow}=1`, byFloor(verdicts.bankBelow, verdicts.bankBelowFloor)],
		[`${setup.safe}<0`, inQuotes(verdicts.short)],
		[`${setup.missing}<0`, inQuotes(verdicts.bankLess)],
		[isBelowAhead, byFloor(verdicts.belowZero, verdicts.belowFloor)],
		[`${emptyWeeks}=1`, inQuotes(verdicts.emptyWeek)],
		[`${emptyWeeks}>1`, filled(emptyWeeksVerdict('#'), { '#': emptyWeeks })],
		[`${setup.sameRow}>0`, filled(sameTwice('#', '@'), { '#': setup.sameAs, '@': setup.sameRow })],
		[`${setup.costRow}>0`, filled(asMuchAsCost('#', '@'), { '#': setup.costRow, '@': `TRIM(${costName})` })],
		['B8<0', inQuotes(verdicts.over)],
		[`${setup.safe}<${setup.byNumbers}`, inQuotes(verdicts.held)],
	],
	inQuotes(verdicts.fine),
)

const checkList = rows(23, rooms.listed)

/** Adds the sheet that says what the user may spend this week, whether the plan works out, and whether it agrees with the bank. */
export function addDashboardSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Dashboard', { properties: { tabColor: { argb: 'FF0B5D41' } } })
	// The first two columns fill the width of a phone.
	widths(sheet, [31, 15, 9, 12, 2, 13, 13, 13, 13, 13, 13, 13])
	for (let row = 3; row <= 52; row += 1) sheet.getRow(row).height = 19
	title(
		sheet,
		'Dashboard',
		'What’s safe to spend this week. Leave the yellow field empty to see the week of today.',
	)
	const isOtherWeek = `AND(ISNUMBER(B4),INT((${setup.today}-${setup.monday})/7)+1<>${setup.weekNow})`
	const asShown = (another: string, otherwise: string) =>
		`IF(${toCheck}>0,${inQuotes(otherwise)},IF(${isOtherWeek},${another},${inQuotes(otherwise)}))`
	heading(sheet, 'A3', { formula: asShown(`"Week "&${setup.weekNow}&", not today’s"`, 'This week') })
	label(sheet, 'A4', 'Week to show (empty: today’s)').font = { name: 'Calibri', size: 11, bold: true }
	input(sheet, 'B4', whole).dataValidation = weekOnly
	const hint = formula(sheet, 'C4', ifKnown(`"week "&${setup.weekNow}&" of "&${setup.lastWeek}`, '""'))
	hint.border = {}
	hint.alignment = { horizontal: 'left', indent: 1 }
	figures.forEach((line, index) => {
		label(sheet, `A${5 + index}`, line.text)
		addFigure(sheet, `B${5 + index}`, line)
	})
	sheet.getCell('A6').value = {
		formula: asShown(`"Safe to spend in week "&${setup.weekNow}`, 'Safe to spend this week'),
	}
	for (const address of ['A6', 'B6']) {
		sheet.getCell(address).font = { name: 'Calibri', size: 14, bold: true }
		sheet.getCell(address).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC53D' } }
	}
	const answer = formula(sheet, 'A15', verdict)
	answer.font = { name: 'Calibri', size: 12, bold: true }
	answer.border = {}
	// Two lines as wide as the table, because a chart begins beside it. The rows around it make room.
	sheet.mergeCells('A15:D15')
	answer.alignment = { wrapText: true, vertical: 'middle' }
	for (const [row, height] of [
		[14, 11],
		[15, 35],
		[16, 11],
	] as const)
		sheet.getRow(row).height = height

	heading(sheet, 'A17', 'Will it last, if you go on like this?')
	paced.forEach((line, index) => {
		label(sheet, `A${18 + index}`, line.text)
		addFigure(sheet, `B${18 + index}`, line)
	})
	addCheckList(sheet)
	addBankCheck(sheet, largestPounds)
	addCategories(sheet)
	// In Google Sheets, a rule that colours a field can only refer to fields of the same sheet.
	redIf(sheet, 'B5:B13', `$B5="check these"`)
	redIf(sheet, 'B18:B20', `$B18="check these"`)
	redIf(sheet, 'A3', '$A$3<>"This week"')
	const calm = [verdicts.fine, verdicts.notBegun].map((text) => `$A$15<>${inQuotes(text)}`)
	redIf(sheet, 'A15:D15', `AND(${calm.join(',')})`)
	redIf(sheet, `A${checkList.first}:D${checkList.last}`, `$B${checkList.first}<>""`)
}

/** Adds a figure. Once the plan is over, it shows a word instead. */
function addFigure(
	sheet: Worksheet,
	address: string,
	{ formula: text, format }: (typeof figures)[number],
): void {
	formula(sheet, address, ifKnown(`IF(${setup.isOver}=1,${inQuotes(over)},${text})`, '"check these"'), format)
}

function addCheckList(sheet: Worksheet): void {
	heading(sheet, 'A22', 'Check these')
	checkList.all.forEach((row, index) => {
		const where = listed(index + 1, 'A')
		formula(
			sheet,
			`A${row}`,
			index === 0 ? `IF(${toCheck}=0,"Nothing: every row counts.",${where})` : where,
		).border = {}
		const what = formula(sheet, `B${row}`, listed(index + 1, 'B'))
		what.font = { name: 'Calibri', size: 11, bold: true }
		what.border = {}
	})
	formula(sheet, `A${checkList.last + 1}`, moreThanListed).border = {}
}

function addCategories(sheet: Worksheet): void {
	heading(sheet, `A${categories.first - 2}`, 'Where it went')
	header(sheet, categories.first - 1, ['On what', 'So far', 'Share', 'A week'])
	const total = categories.last + 1
	const spent = (row: number) => `ROUND(${spentOn(row - categories.first)},2)`
	const aWeek = (row: number) => ifKnown(`ROUND(B${row}/${setup.weekNow},2)`)
	spendingCategories.forEach((category, index) => {
		const row = categories.first + index
		input(sheet, `A${row}`).dataValidation = shortWord
		sheet.getCell(`A${row}`).value = category
		formula(sheet, `B${row}`, ifKnown(spent(row)), pounds)
		formula(sheet, `C${row}`, ifKnown(`IF($B$${total}=0,0,B${row}/$B$${total})`), '0%')
		formula(sheet, `D${row}`, aWeek(row), pounds)
	})
	label(sheet, `A${total}`, 'Together').font = { name: 'Calibri', size: 11, bold: true }
	const sum = (column: string) => `SUM(${column}${categories.first}:${column}${categories.last})`
	formula(sheet, `B${total}`, ifKnown(`ROUND(${sum('B')},2)`), pounds)
	formula(sheet, `C${total}`, ifKnown(sum('C')), '0%')
	formula(sheet, `D${total}`, aWeek(total), pounds)
	note(sheet, `A${total + 1}`, 'Other names? Type them over these. Fixed costs are in Setup.')
}
