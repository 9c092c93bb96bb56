import type { Workbook } from '@cj-tech-master/excelts'
import { says } from '#catalogue/budget-planner/check-words.ts'
import { largestPounds, rooms, spendingCategories } from '#catalogue/budget-planner/planner-data.ts'
import {
	checkColumn,
	day,
	dayOnly,
	formula,
	header,
	input,
	note,
	oneOf,
	pounds,
	poundsOnly,
	poundsOrDash,
	redIf,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { wholePence } from './due-sheet.ts'
import {
	afterSpending,
	categories,
	firstOf,
	goals,
	ifKnown,
	inQuotes,
	range,
	setup,
	spending,
} from './layout.ts'
import { amountFaults } from './setup-sheet.ts'

/** The sheet to fill in every week: what was spent, on what. */
export function addSpendingSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Spending', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [14, 18, 12, 28, 16])
	title(sheet, 'Spending', 'One line for each payment that isn’t a fixed cost. Type dates as 3 Nov 2026.')
	header(sheet, 3, ['Date', 'On what', 'Amount', 'Note', 'Week'])
	const known = range('Dashboard', 'A', categories)
	for (const row of spending.all) {
		input(sheet, `A${row}`, day).dataValidation = dayOnly
		input(sheet, `B${row}`).dataValidation = oneOf(spendingCategories)
		// A refund is typed below zero.
		input(sheet, `C${row}`, pounds).dataValidation = poundsOnly(-largestPounds)
		input(sheet, `D${row}`)
		const week = `IF(${setup.areDaysKnown}=1,INT((A${row}-${setup.monday})/7)+1,0)`
		const everything = `TRIM(A${row}&B${row}&C${row}&D${row})`
		const shown = firstOf(
			[
				// A stray space shows as one, so that a row whose formula is missing can be told from an empty one.
				[`${everything}=""`, `IF(A${row}&B${row}&C${row}&D${row}="",""," ")`],
				[`TRIM(A${row})=""`, inQuotes(says.noDate)],
				[`NOT(ISNUMBER(A${row}))`, inQuotes(says.dateText)],
				[
					`AND(${setup.areDaysKnown}=1,OR(A${row}<${setup.monday},A${row}>=${setup.lastDay}+1))`,
					inQuotes(says.outside),
				],
				[`TRIM(B${row})=""`, inQuotes(says.noCategory)],
				[`SUMPRODUCT((${known}=B${row})*1)=0`, inQuotes(says.categoryUnknown)],
				[`TRIM(C${row})=""`, inQuotes(says.noAmount)],
				[`NOT(ISNUMBER(C${row}))`, inQuotes(says.amountText)],
				[`ABS(C${row})>${largestPounds}`, inQuotes(says.tooMuch)],
			],
			week,
		)
		formula(sheet, `E${row}`, `IFERROR(${shown},${inQuotes(says.broken)})`).alignment = {
			horizontal: 'right',
		}
		// Hidden: its row number if it is not counted, even if column E was typed over.
		const isOwnWeek = `IF(ISNUMBER(A${row}),IF(E${row}=${week},"",ROW()),ROW())`
		formula(
			sheet,
			`F${row}`,
			`IFERROR(IF(ISTEXT(E${row}),IF(AND(TRIM(E${row})="",${everything}=""),"",ROW()),IF(ISNUMBER(E${row}),${isOwnWeek},IF(${everything}="","",ROW()))),ROW())`,
		)
	}
	sheet.getColumn(6).hidden = true
	note(
		sheet,
		`A${spending.last + 1}`,
		`The list ends here, after ${rooms.spending.toLocaleString('en-GB')} payments. Nothing below counts.`,
	)
	note(sheet, `A${afterSpending.last + 1}`, 'Nothing here counts.')
	redIf(sheet, `A${spending.first}:E${spending.last}`, `ISNUMBER($F${spending.first})`)
}

/** Goals, with the weekly cost of each from its first week to its last. */
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
		formula(sheet, `F${row}`, ifKnown(`IF(I${row}=0,0,ROUND(K${row}/(E${row}-J${row}+1),2))`), poundsOrDash)
		const weeksSoFar = `MAX(0,MIN(${setup.weekNow},E${row})-J${row}+1)`
		const saved = wholePence(`K${row}*${weeksSoFar}/(E${row}-J${row}+1)`)
		formula(
			sheet,
			`G${row}`,
			ifKnown(`IF(I${row}=0,0,IF(ISNUMBER(C${row}),C${row},0)+${saved})`),
			poundsOrDash,
		)
		checkColumn(sheet, `H${row}`, goalCheck(row))
		formula(sheet, `I${row}`, `IF(AND(H${row}="",ISNUMBER(B${row})),1,0)`)
		// A goal without a first week starts with the plan.
		formula(sheet, `J${row}`, `IF(ISNUMBER(D${row}),D${row},1)`)
		formula(sheet, `K${row}`, `IF(I${row}=0,0,MAX(0,B${row}-IF(ISNUMBER(C${row}),C${row},0)))`)
	}
	for (const column of [9, 10, 11]) sheet.getColumn(column).hidden = true
	redIf(sheet, `A${goals.first}:H${goals.last}`, `$H${goals.first}<>""`)
	note(
		sheet,
		`A${goals.last + 1}`,
		'Saved before: what you have when “From week” begins. A goal that you add later: type the week you’re in.',
	)
}

function goalCheck(row: number): string {
	const isNoWeek = (cell: string) =>
		`IF(ISNUMBER(${cell}),OR(${cell}<1,${cell}>${rooms.weeks},${cell}<>INT(${cell})),TRUE)`
	const check = firstOf(
		[
			[`TRIM(A${row}&B${row}&C${row}&D${row}&E${row})=""`, '""'],
			...amountFaults(`B${row}`, says.noTarget, says.targetText),
			[`AND(TRIM(C${row})<>"",NOT(ISNUMBER(C${row})))`, inQuotes(says.savedText)],
			[`IF(ISNUMBER(C${row}),C${row}<0,FALSE)`, inQuotes(says.below)],
			[`IF(ISNUMBER(C${row}),C${row}>${largestPounds},FALSE)`, inQuotes(says.tooMuch)],
			[`IF(TRIM(D${row})="",FALSE,${isNoWeek(`D${row}`)})`, inQuotes(says.fromWhich)],
			[isNoWeek(`E${row}`), inQuotes(says.byWhich)],
			[`IF(ISNUMBER(D${row}),E${row}<D${row},FALSE)`, inQuotes(says.weeksReversed)],
			[`TRIM(A${row})=""`, inQuotes(says.noName)],
		],
		'""',
	)
	return `IFERROR(${check},${inQuotes(says.broken)})`
}
