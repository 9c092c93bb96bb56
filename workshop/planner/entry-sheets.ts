import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { askedFrom, largestPounds, rooms } from '../../src/shared/planner/choices.ts'
import { says } from '../budget-planner/check-words.ts'
import {
	checkColumn,
	day,
	dayOnly,
	formula,
	header,
	input,
	note,
	oneIn,
	pounds,
	poundsOnly,
	poundsOrDash,
	redIf,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { amountFaults } from './due-check.ts'
import { wholePence } from './due-sheet.ts'
import {
	categories,
	categoryNames,
	copyOf,
	firstOf,
	goalColumns,
	goals,
	ifKnown,
	inQuotes,
	isAnswered,
	range,
	setup,
	spending,
	spendingArea,
	spendingColumns,
	typedBeside,
	typedColumns,
} from './layout.ts'

/** Adds the sheet to fill in every week: what was spent and on what. */
export function addSpendingSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Spending', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [14, 18, 12, 28, 16])
	title(
		sheet,
		'Spending',
		'One line for each payment that isn’t a fixed cost. Type dates as 3 Nov 2026 or 2026-11-03.',
	)
	header(sheet, 3, ['Date', 'On what', 'Amount', 'Note', 'Week'])
	const [date, category, amount, text] = ['A', 'B', 'C', 'D'].map(inOwnRow)
	const week = `IF(${setup.areDaysKnown}=1,INT((${date}-${setup.monday})/7)+1,0)`
	const everything = `${date}&${category}&${amount}&${text}`
	const shown = firstOf(
		[
			// A row with nothing but a space gets a space as its week. With an empty week it would count as a row that has lost its
			// formula.
			[`TRIM(${everything})=""`, `IF(${everything}="",""," ")`],
			[`TRIM(${date})=""`, inQuotes(says.noDate)],
			[`NOT(ISNUMBER(${date}))`, inQuotes(says.dateText)],
			[
				`AND(${setup.areDaysKnown}=1,OR(${date}<${setup.monday},${date}>=${setup.lastDay}+1))`,
				inQuotes(says.outside),
			],
			[`${date}>=${setup.today}+1`, inQuotes(says.future)],
			[`TRIM(${category})=""`, inQuotes(says.noCategory)],
			[`SUMPRODUCT((${categoryNames}=${category})*1)=0`, inQuotes(says.categoryUnknown)],
			[`TRIM(${amount})=""`, inQuotes(says.noAmount)],
			[`NOT(ISNUMBER(${amount}))`, inQuotes(says.amountText)],
			[`ABS(${amount})>${largestPounds}`, inQuotes(says.tooMuch)],
			[
				`IF(AND(${amount}<0,NOT(${isAnswered(text ?? '')})),COUNTIF(${range('Setup', typedColumns.amount, setup.income)},-${amount})>0,FALSE)`,
				inQuotes(says.asMoneyIn),
			],
		],
		week,
	)
	for (const row of spending.all) {
		input(sheet, `A${row}`, day).dataValidation = dayOnly
		input(sheet, `B${row}`).dataValidation = oneIn(range('Dashboard', 'A', categories))
		// A refund is typed below zero.
		input(sheet, `C${row}`, pounds).dataValidation = poundsOnly(-largestPounds)
		input(sheet, `D${row}`)
		formula(sheet, `E${row}`, `IFERROR(${shown},${inQuotes(says.broken)})`).alignment = {
			horizontal: 'right',
		}
		// Hidden. Contains the row number if the payment is not counted, even if column E was typed over.
		const isCounted = firstOf(
			[
				[`ISTEXT(E${row})`, `TRIM(E${row}&${everything})=""`],
				[`ISNUMBER(E${row})`, `IF(ISNUMBER(${date}),E${row}=${week},FALSE)`],
			],
			`TRIM(${everything})=""`,
		)
		formula(sheet, `${spendingColumns.notCounted}${row}`, `IFERROR(IF(${isCounted},"",ROW()),ROW())`)
		addTwice(sheet, row, inOwnRow)
	}
	for (const column of Object.values(spendingColumns)) sheet.getColumn(column).hidden = true
	note(
		sheet,
		`A${spending.last + 1}`,
		`The list ends here, after ${rooms.spending.toLocaleString('en-GB')} payments. Nothing below counts.`,
	)
	// The dash fills the cell, because a row with content and an empty week counts as one that has lost its formula.
	note(sheet, `E${spending.last + 1}`, '–')
	redIf(sheet, `A${spending.first}:E${spending.last}`, `ISNUMBER($F${spending.first})`)
}

/** Finds a payment that is the same as an earlier one, or as much as a fixed cost. */
function addTwice(sheet: Worksheet, row: number, field: (column: string) => string): void {
	const [date, category, amount, text] = [field('A'), field('B'), field('C'), field('D')]
	const { key, same, asMuchAsCost } = spendingColumns
	const isOpen = `IF(ISNUMBER(E${row}),IF(${amount}>=${askedFrom.sameTwice},NOT(${isAnswered(text)}),FALSE),FALSE)`
	const kind = `MATCH(${category},${categoryNames},0)`
	formula(sheet, `${key}${row}`, `IF(${isOpen},(INT(${date})*10+${kind})*10000000+ROUND(${amount}*100,0),"")`)
	const area = (column: string) => `$${column}$${spendingArea.first}:$${column}$${spendingArea.last}`
	const first = `MATCH(${key}${row},${area(key)},0)`
	const isSame = `IF(${first}+${spendingArea.first - 1}<ROW(),INDEX(${area('D')},${first})=${text},FALSE)`
	formula(sheet, `${same}${row}`, `IF(${key}${row}="","",IF(${isSame},ROW(),""))`)
	const isCost = `IF(${amount}>=${askedFrom.asMuchAsCost},COUNTIF(${range('Setup', typedColumns.amount, setup.costs)},${amount})>0,FALSE)`
	formula(sheet, `${asMuchAsCost}${row}`, `IF(${key}${row}="","",IF(${isCost},ROW(),""))`)
}

/**
 * Refers to a field of the formula's own row by its position. When a field is cut and pasted elsewhere, a formula that names it
 * refers to the new place. The next payment in this row would then be counted in the wrong week.
 */
function inOwnRow(column: string): string {
	return `INDEX($${column}$1:$${column}$${spendingArea.last},ROW())`
}

/**
 * Returns the same formula with plain cell names. The library would otherwise read every cell of the ranges, which takes minutes.
 */
export function withPlainFields(text: string, row: number): string {
	return ['A', 'B', 'C', 'D'].reduce(
		(plain, column) => plain.replaceAll(inOwnRow(column), `${column}${row}`),
		text,
	)
}

/** Adds the sheet of goals, with the weekly cost of each from its first week to its last. */
export function addSavingsSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Savings', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [30, 12, 13, 10, 12, 12, 15, 24])
	title(sheet, 'Savings goals', 'What you want, by which week. The weekly number already leaves room for it.')
	header(sheet, 3, [
		'Goal',
		'Target',
		'Saved before',
		'From week',
		'Wanted by week',
		'A week',
		'Saved by now, by plan',
		'To check',
	])
	for (const row of goals.all) {
		input(sheet, `A${row}`)
		input(sheet, `B${row}`, pounds).dataValidation = poundsOnly(0)
		input(sheet, `C${row}`, pounds).dataValidation = poundsOnly(0)
		input(sheet, `D${row}`, whole).dataValidation = weekOnly
		input(sheet, `E${row}`, whole).dataValidation = weekOnly
		formula(
			sheet,
			`F${row}`,
			ifKnown(`IF(I${row}=0,0,ROUND(K${row}/(${goalColumns.by}${row}-J${row}+1),2))`),
			poundsOrDash,
		)
		const weeksSoFar = `MAX(0,MIN(${setup.weekNow},${goalColumns.by}${row})-J${row}+1)`
		const saved = wholePence(`K${row}*${weeksSoFar}/(${goalColumns.by}${row}-J${row}+1)`)
		formula(
			sheet,
			`G${row}`,
			ifKnown(
				`IF(I${row}=0,0,IF(ISNUMBER(${goalColumns.saved}${row}),${goalColumns.saved}${row},0)+${saved})`,
			),
			poundsOrDash,
		)
		for (const [column, field] of ['A', 'B', 'C', 'D', 'E'].entries())
			formula(sheet, `${Object.values(goalColumns)[column]}${row}`, copyOf(typedBeside(field, goals)))
		checkColumn(sheet, `H${row}`, goalCheck(row))
		formula(sheet, `I${row}`, `IF(AND(H${row}="",ISNUMBER(${goalColumns.target}${row})),1,0)`)
		// A goal without a first week starts with the plan.
		formula(sheet, `J${row}`, `IF(ISNUMBER(${goalColumns.from}${row}),${goalColumns.from}${row},1)`)
		formula(
			sheet,
			`K${row}`,
			`IF(I${row}=0,0,MAX(0,${goalColumns.target}${row}-IF(ISNUMBER(${goalColumns.saved}${row}),${goalColumns.saved}${row},0)))`,
		)
	}
	for (const column of ['I', 'J', 'K', ...Object.values(goalColumns)]) sheet.getColumn(column).hidden = true
	redIf(sheet, `A${goals.first}:H${goals.last}`, `$H${goals.first}<>""`)
	note(
		sheet,
		`A${goals.last + 1}`,
		'Saved before: what you have when “From week” begins. A goal that you add later: type the week you’re in.',
	)
}

function goalCheck(row: number): string {
	const at = (column: keyof typeof goalColumns) => `${goalColumns[column]}${row}`
	const [name, target, saved, from, by] = [
		at('name'),
		at('target'),
		at('saved'),
		at('from'),
		at('by'),
	] as const
	const isNoWeek = (cell: string) =>
		`IF(ISNUMBER(${cell}),OR(${cell}<1,${cell}>${rooms.weeks},${cell}<>INT(${cell})),TRUE)`
	const check = firstOf(
		[
			[`TRIM(${[name, target, saved, from, by].join('&')})=""`, '""'],
			...amountFaults(target, says.noTarget, says.targetText),
			[`AND(TRIM(${saved})<>"",NOT(ISNUMBER(${saved})))`, inQuotes(says.savedText)],
			[`IF(ISNUMBER(${saved}),${saved}<0,FALSE)`, inQuotes(says.below)],
			[`IF(ISNUMBER(${saved}),${saved}>${largestPounds},FALSE)`, inQuotes(says.tooMuch)],
			[`IF(TRIM(${from})="",FALSE,${isNoWeek(from)})`, inQuotes(says.fromWhich)],
			[isNoWeek(by), inQuotes(says.byWhich)],
			[`IF(ISNUMBER(${from}),${by}<${from},FALSE)`, inQuotes(says.weeksReversed)],
			[`IF(${setup.areDaysKnown}=1,${by}>${setup.lastWeek},FALSE)`, inQuotes(says.notInPlan)],
			[`TRIM(${name})=""`, inQuotes(says.noName)],
		],
		'""',
	)
	return `IFERROR(${check},${inQuotes(says.broken)})`
}
