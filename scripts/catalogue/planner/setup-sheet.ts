import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { says } from '#catalogue/budget-planner/check-words.ts'
import { largestPounds, rhythms, rooms } from '#catalogue/budget-planner/planner-data.ts'
import {
	checkColumn,
	day,
	dayOnly,
	formula,
	header,
	heading,
	input,
	label,
	note,
	oneOf,
	pounds,
	poundsOnly,
	redIf,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { dueUpTo } from './due-dates.ts'
import {
	bank,
	dueColumns as due,
	firstOf,
	inQuotes,
	range,
	setup,
	toCheck,
	typedWeek,
	weeks,
} from './layout.ts'

const earliest = 'DATE(2015,1,1)'
const latest = 'DATE(2099,12,31)'
const isWrongYear = (cell: string) => `OR(${cell}<${earliest},${cell}>${latest})`

/** The sheet to fill in once a year: dates, income and fixed costs. */
export function addSetupSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Setup', { properties: { tabColor: { argb: 'FFFFC53D' } } })
	widths(sheet, [30, 12, 14, 13, 13, 12, 27])
	title(sheet, 'Set up, once', 'Type in the yellow fields only. Type dates as 3 Nov 2026.')
	addPlan(sheet)
	addIncome(sheet)
	addCosts(sheet)
	for (const column of [8, ...Object.values(due).map((name) => sheet.getColumn(name).number)])
		sheet.getColumn(column).hidden = true
	redIf(sheet, `A3:G6`, '$G3<>""')
	for (const { first, last } of [setup.income, setup.costs])
		redIf(sheet, `A${first}:G${last}`, `$G${first}<>""`)
}

function addPlan(sheet: Worksheet): void {
	label(sheet, 'A3', 'First Monday of the plan')
	input(sheet, 'B3', day).dataValidation = dayOnly
	label(sheet, 'A4', 'Last week of the plan (1 to 52)')
	input(sheet, 'B4', whole).dataValidation = weekOnly
	label(sheet, 'A5', 'In the account on that Monday')
	input(sheet, 'B5', pounds).dataValidation = poundsOnly(-largestPounds)
	label(sheet, 'A6', 'First day of each term')
	for (const address of ['B6', 'C6', 'D6']) input(sheet, address, day).dataValidation = dayOnly

	const checks = [
		firstOf(
			[
				['TRIM(B3)=""', inQuotes(says.nothing)],
				['NOT(ISNUMBER(B3))', inQuotes(says.notDate)],
				[isWrongYear('B3'), inQuotes(says.whichYear)],
				['WEEKDAY(B3,2)<>1', inQuotes(says.notMonday)],
			],
			'""',
		),
		firstOf(
			[
				['TRIM(B4)=""', inQuotes(says.nothing)],
				['NOT(ISNUMBER(B4))', inQuotes(says.planWeeks)],
				[`OR(B4<1,B4>${rooms.weeks},B4<>INT(B4))`, inQuotes(says.planWeeks)],
			],
			'""',
		),
		firstOf(
			[
				['TRIM(B5)=""', inQuotes(says.nothing)],
				['NOT(ISNUMBER(B5))', inQuotes(says.notNumber)],
				[`ABS(B5)>${largestPounds}`, inQuotes(says.tooMuch)],
			],
			'""',
		),
		firstOf(
			[
				[
					`OR(${['B6', 'C6', 'D6'].map((term) => `AND(NOT(ISNUMBER(${term})),TRIM(${term})<>"")`).join(',')})`,
					inQuotes(says.notDate),
				],
				['OR(AND(ISNUMBER(B6),OR(B6=C6,B6=D6)),AND(ISNUMBER(C6),C6=D6))', inQuotes(says.twice)],
			],
			'""',
		),
	]
	checks.forEach((check, index) => {
		checkColumn(sheet, `G${3 + index}`, `IFERROR(${check},${inQuotes(says.broken)})`)
	})

	formula(sheet, 'I3', 'IF(AND(G3="",G4=""),1,0)')
	formula(sheet, 'I4', 'IF(I3=1,INT(B3),0)', day)
	formula(sheet, 'I5', 'IF(I3=1,I4+7*B4-1,0)', day)
	formula(sheet, 'I6', 'TODAY()', day)
	// A week outside the plan, or none, must not cause errors all over the dashboard.
	const week = `IF(ISNUMBER(${typedWeek}),INT(${typedWeek}),INT((I6-I4)/7)+1)`
	formula(sheet, 'I7', `IF(I3=1,MAX(1,MIN(B4,${week})),1)`)
	formula(sheet, 'I8', `IF(${toCheck}>0,0,INDEX(${range('Weeks', 'C', weeks)},I7))`)
	formula(sheet, 'J7', `IF(ISNUMBER(${bank.day}),INT(${bank.day}),I6)`, day)
	formula(sheet, 'J8', `IF(AND(${toCheck}=0,ISNUMBER(${bank.balance}),J7>=I4,J7<=I5),1,0)`)
}

function addIncome(sheet: Worksheet): void {
	heading(sheet, 'A8', 'Money in: loans, bursaries, wages, help from home')
	header(sheet, 9, ['What', 'Amount', 'How often', 'First date', 'Last date', 'New stretch', 'To check'])
	sheet.getRow(8).height = 30
	for (const row of setup.income.all) {
		addDueRow(sheet, row)
		input(sheet, `F${row}`).dataValidation = oneOf(['Yes', 'No'])
		const answer = `AND(F${row}<>"Yes",F${row}<>"No")`
		checkColumn(sheet, `G${row}`, dueCheck(row, `A${row}&B${row}&C${row}&D${row}&E${row}&F${row}`, answer))
	}
	note(
		sheet,
		`A${setup.income.last + 1}`,
		'New stretch: Yes if it has to last until the next one, as a loan instalment does. No for everything else.',
	)
}

function addCosts(sheet: Worksheet): void {
	const { costs } = setup
	heading(sheet, `A${costs.first - 2}`, 'Fixed costs: rent, bills, passes, the train home')
	sheet.getRow(costs.first - 2).height = 30
	header(sheet, costs.first - 1, ['What', 'Amount', 'How often', 'First date', 'Last date', '', 'To check'])
	for (const row of costs.all) {
		addDueRow(sheet, row)
		label(sheet, `F${row}`, null)
		checkColumn(sheet, `G${row}`, dueCheck(row, `A${row}&B${row}&C${row}&D${row}&E${row}`))
	}
	note(
		sheet,
		`A${costs.last + 1}`,
		'Monthly: on the day of the first date. Termly: on the first days of term above. No last date: it goes on.',
	)
}

function addDueRow(sheet: Worksheet, row: number): void {
	input(sheet, `A${row}`)
	input(sheet, `B${row}`, pounds).dataValidation = poundsOnly(0)
	input(sheet, `C${row}`).dataValidation = oneOf(rhythms)
	input(sheet, `D${row}`, day).dataValidation = dayOnly
	input(sheet, `E${row}`, day).dataValidation = dayOnly

	const at = (column: keyof typeof due) => `$${due[column]}${row}`
	const isValid = (text: string) => `IF(AND(ISNUMBER(D${row}),${setup.areDaysKnown}=1),${text},0)`
	formula(sheet, at('isUsed'), `IF(AND(G${row}="",ISNUMBER(B${row})),1,0)`)
	formula(sheet, at('first'), `IF(ISNUMBER(D${row}),INT(D${row}),0)`, day)
	// Nothing is due after the plan, and without a last date it goes on until then.
	formula(sheet, at('last'), `IF(ISNUMBER(E${row}),MIN(INT(E${row}),${setup.lastDay}),${setup.lastDay})`, day)
	formula(
		sheet,
		at('stepDays'),
		firstOf(
			[
				[`C${row}="Weekly"`, '7'],
				[`C${row}="Fortnightly"`, '14'],
				[`C${row}="Four-weekly"`, '28'],
			],
			'0',
		),
	)
	formula(sheet, at('before'), isValid(dueUpTo(`(${setup.monday}-1)`, row)))
	formula(sheet, at('inPlan'), isValid(`${dueUpTo(setup.lastDay, row)}-${at('before')}`))
	const ifBank = (text: string) => `IF(${at('isUsed')}*${setup.isBankKnown}=1,${text},0)`
	formula(sheet, at('upToBank'), ifBank(`${dueUpTo(setup.bankDay, row)}-${at('before')}`))
	const lately = `MAX(${setup.bankDay}-4,${setup.monday}-1)`
	formula(sheet, at('lately'), ifBank(`${dueUpTo(setup.bankDay, row)}-${dueUpTo(lately, row)}`))
}

/** What is wrong with an income or a cost, if anything. */
function dueCheck(row: number, everything: string, isUnanswered?: string): string {
	const [name, amount, rhythm, first, last] = ['A', 'B', 'C', 'D', 'E'].map((column) => `${column}${row}`)
	const known = rhythms.map((word) => `${rhythm}="${word}"`).join(',')
	const check = firstOf(
		[
			[`TRIM(${everything})=""`, '""'],
			...amountFaults(amount ?? '', says.noAmount, says.amountText),
			[`TRIM(${rhythm})=""`, inQuotes(says.noRhythm)],
			[`NOT(OR(${known}))`, inQuotes(says.rhythmUnknown)],
			[`TRIM(${first})=""`, inQuotes(says.noFirst)],
			[`NOT(ISNUMBER(${first}))`, inQuotes(says.firstText)],
			[isWrongYear(first ?? ''), inQuotes(says.whichYear)],
			[`AND(TRIM(${last})<>"",NOT(ISNUMBER(${last})))`, inQuotes(says.lastText)],
			[`IF(ISNUMBER(${last}),${isWrongYear(last ?? '')},FALSE)`, inQuotes(says.whichYear)],
			[`IF(ISNUMBER(${last}),${last}<${first},FALSE)`, inQuotes(says.lastEarly)],
			...(isUnanswered === undefined ? [] : [[isUnanswered, inQuotes(says.noAnswer)] as const]),
			[`AND(${setup.areDaysKnown}=1,${due.inPlan}${row}=0)`, inQuotes(says.neverDue)],
			[`TRIM(${name})=""`, inQuotes(says.noName)],
		],
		'""',
	)
	return `IFERROR(${check},${inQuotes(says.broken)})`
}

/** The faults of an amount that must not be below zero, as cases of a formula. */
export function amountFaults(cell: string, ifBlank: string, ifText: string): [string, string][] {
	return [
		[`TRIM(${cell})=""`, inQuotes(ifBlank)],
		[`NOT(ISNUMBER(${cell}))`, inQuotes(ifText)],
		[`${cell}<0`, inQuotes(says.below)],
		[`${cell}>${largestPounds}`, inQuotes(says.tooMuch)],
	]
}
