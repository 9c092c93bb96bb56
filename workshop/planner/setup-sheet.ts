import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { largestPounds, rhythms, rooms } from '../../src/shared/planner/choices.ts'
import { says } from '../budget-planner/check-words.ts'
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
import { costQuestions, dueCheck, incomeQuestions, isWrongYear, ofCosts } from './due-check.ts'
import { dueUpTo } from './due-dates.ts'
import {
	bank,
	copyOf,
	dueColumns as due,
	firstOf,
	inQuotes,
	payArea,
	payColumns,
	type Rows,
	range,
	setup,
	toCheck,
	typedBeside,
	typedColumns,
	typedWeek,
	weeks,
} from './layout.ts'
import { addAnswers } from './setup-answers.ts'

/** Adds the sheet to fill in once a year: dates, income and fixed costs. */
export function addSetupSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Setup', { properties: { tabColor: { argb: 'FFFFC53D' } } })
	widths(sheet, [30, 12, 14, 13, 13, 12, 30])
	title(
		sheet,
		'Set up, once',
		'Type in the yellow fields only. Type dates as 3 Nov 2026 or 2026-11-03. If a row is asked about and right: OK before its name.',
	)
	addPlan(sheet)
	addIncome(sheet)
	addCosts(sheet)
	for (const column of ['H', ...Object.values(due), ...Object.values(typedColumns)])
		sheet.getColumn(column).hidden = true
	redIf(sheet, `A3:G7`, '$G3<>""')
	const costsHeading = setup.costs.first - 2
	redIf(sheet, `G${costsHeading}`, `$G$${costsHeading}<>""`)
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

	label(sheet, 'A7', 'Never below (empty: £0)')
	input(sheet, 'B7', pounds).dataValidation = poundsOnly(-largestPounds)

	const typed = (column: string, row: number) => copyOf(`INDEX($${column}$2:$${column}$8,${row - 1})`)
	for (const row of [3, 4, 5, 7]) formula(sheet, `Q${row}`, typed('B', row))
	formula(sheet, 'Q6', typed('B', 6))
	formula(sheet, 'R6', typed('C', 6))
	formula(sheet, 'S6', typed('D', 6))
	const terms = ['Q6', 'R6', 'S6']
	const pairs = [
		['Q6', 'R6'],
		['Q6', 'S6'],
		['R6', 'S6'],
	]

	const checks = [
		firstOf(
			[
				['TRIM(Q3)=""', inQuotes(says.nothing)],
				['NOT(ISNUMBER(Q3))', inQuotes(says.notDate)],
				[isWrongYear('Q3'), inQuotes(says.whichYear)],
				['WEEKDAY(Q3,2)<>1', inQuotes(says.notMonday)],
			],
			'""',
		),
		firstOf(
			[
				['TRIM(Q4)=""', inQuotes(says.nothing)],
				['NOT(ISNUMBER(Q4))', inQuotes(says.planWeeks)],
				[`OR(Q4<1,Q4>${rooms.weeks},Q4<>INT(Q4))`, inQuotes(says.planWeeks)],
			],
			'""',
		),
		firstOf(
			[
				['TRIM(Q5)=""', inQuotes(says.nothing)],
				['NOT(ISNUMBER(Q5))', inQuotes(says.notNumber)],
				[`ABS(Q5)>${largestPounds}`, inQuotes(says.tooMuch)],
			],
			'""',
		),
		firstOf(
			[
				[
					`OR(${terms.map((term) => `AND(NOT(ISNUMBER(${term})),TRIM(${term})<>"")`).join(',')})`,
					inQuotes(says.notDate),
				],
				[
					`OR(${pairs.map(([one, other]) => `IF(COUNT(${one},${other})=2,ABS(${one}-${other})<7,FALSE)`).join(',')})`,
					inQuotes(says.twice),
				],
				[
					`OR(${terms.map((term) => `IF(AND(ISNUMBER(${term}),I3=1),OR(${term}<I4,${term}>=I5+1),FALSE)`).join(',')})`,
					inQuotes(says.outside),
				],
			],
			'""',
		),
	]
	checks.push(
		firstOf(
			[
				['TRIM(Q7)=""', '""'],
				['NOT(ISNUMBER(Q7))', inQuotes(says.notNumber)],
				[`ABS(Q7)>${largestPounds}`, inQuotes(says.tooMuch)],
			],
			'""',
		),
	)
	formula(sheet, 'K7', 'IF(ISNUMBER(Q7),ROUND(Q7,2),0)', pounds)
	checks.forEach((check, index) => {
		checkColumn(sheet, `G${3 + index}`, `IFERROR(${check},${inQuotes(says.broken)})`)
	})

	formula(sheet, 'I3', 'IF(AND(G3="",G4=""),1,0)')
	formula(sheet, 'I4', 'IF(I3=1,INT(Q3),0)', day)
	formula(sheet, 'I5', 'IF(I3=1,I4+7*Q4-1,0)', day)
	formula(sheet, 'I6', 'TODAY()', day)
	// A week outside the plan, or none, must not cause errors all over the dashboard.
	const week = `IF(ISNUMBER(${typedWeek}),INT(${typedWeek}),INT((I6-I4)/7)+1)`
	formula(sheet, 'I7', `IF(I3=1,MAX(1,MIN(Q4,${week})),1)`)
	formula(sheet, 'I8', `IF(${toCheck}>0,0,INDEX(${range('Weeks', 'C', weeks)},I7))`)
	addAnswers(sheet)
	formula(sheet, 'J7', `IF(ISNUMBER(${bank.day}),INT(${bank.day}),I6)`, day)
	formula(sheet, 'J8', `IF(AND(${toCheck}=0,ISNUMBER(${bank.balance}),J7>=I4,J7<=I5),1,0)`)
}

function addIncome(sheet: Worksheet): void {
	heading(sheet, 'A8', 'Money in: loans, bursaries, wages, help from home')
	header(sheet, 9, ['What', 'Amount', 'How often', 'First date', 'Last date', 'New stretch', 'To check'])
	sheet.getRow(8).height = 30
	addListEnds(sheet, setup.income)
	// What came in this week is all that comes, apart from money that starts a stretch.
	const isPaidNow = `INDEX(${range('Pay', payColumns.isPaid, payArea)},${setup.weekNow})`
	for (const row of setup.income.all) {
		addDueRow(sheet, row, setup.income)
		input(sheet, `F${row}`).dataValidation = oneOf(['Yes', 'No'])
		const { stretch } = typedColumns
		formula(sheet, `${stretch}${row}`, copyOf(typedBeside('F', setup.income)))
		const answer = `AND(${stretch}${row}<>"Yes",${stretch}${row}<>"No")`
		checkColumn(sheet, `G${row}`, dueCheck(row, Object.values(typedColumns), incomeQuestions(row), answer))
		const ahead = `${dueUpTo(`(${setup.monday}+7*${setup.weekNow}-1)`, row)}-${dueUpTo(setup.bankDay, row)}`
		formula(
			sheet,
			`${due.arriving}${row}`,
			`IF($${due.isUsed}${row}*${setup.isBankKnown}=1,IF(AND(${stretch}${row}<>"Yes",${isPaidNow}=1),0,MAX(0,${ahead})),0)`,
		)
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
	addListEnds(sheet, costs)
	const again = rhythms
		.filter((word) => word !== 'Once')
		.map((word) => `(${ofCosts('rhythm')}=${inQuotes(word)})`)
	checkColumn(
		sheet,
		`G${costs.first - 2}`,
		`IF(${setup.areDaysKnown}=1,IF(SUMPRODUCT(${again.join('+')})=0,${inQuotes(says.nothingFixed)},""),"")`,
	)
	sheet.getCell(`G${costs.first - 2}`).border = {}
	for (const row of costs.all) {
		addDueRow(sheet, row, costs)
		label(sheet, `F${row}`, null)
		checkColumn(sheet, `G${row}`, dueCheck(row, Object.values(typedColumns).slice(0, -1), costQuestions(row)))
	}
	note(
		sheet,
		`A${costs.last + 1}`,
		'Monthly: on the day of the first date. Termly: on the first days of term above. No last date: it goes on.',
	)
}

/** Fills the hidden column above and below a list, so that an inserted row can be recognised by its missing formula. */
function addListEnds(sheet: Worksheet, { first, last }: Rows): void {
	for (const row of [first - 1, last + 1]) label(sheet, `${due.isUsed}${row}`, '–')
}

function addDueRow(sheet: Worksheet, row: number, list: Rows): void {
	input(sheet, `A${row}`)
	input(sheet, `B${row}`, pounds).dataValidation = poundsOnly(0)
	input(sheet, `C${row}`).dataValidation = oneOf(rhythms)
	input(sheet, `D${row}`, day).dataValidation = dayOnly
	input(sheet, `E${row}`, day).dataValidation = dayOnly

	for (const [column, field] of ['A', 'B', 'C', 'D', 'E'].entries())
		formula(sheet, `${Object.values(typedColumns)[column]}${row}`, copyOf(typedBeside(field, list)))

	const at = (column: keyof typeof due) => `$${due[column]}${row}`
	const typed = (column: keyof typeof typedColumns) => `$${typedColumns[column]}${row}`
	const isValid = (text: string) => `IF(AND(ISNUMBER(${typed('first')}),${setup.areDaysKnown}=1),${text},0)`
	formula(sheet, at('isUsed'), `IF(AND(G${row}="",ISNUMBER(${typed('amount')})),1,0)`)
	formula(sheet, at('first'), `IF(ISNUMBER(${typed('first')}),INT(${typed('first')}),0)`, day)
	// Nothing is due after the plan. Without a last date, an income or a cost continues until the plan ends.
	formula(
		sheet,
		at('last'),
		`IF(ISNUMBER(${typed('last')}),MIN(INT(${typed('last')}),${setup.lastDay}),${setup.lastDay})`,
		day,
	)
	formula(
		sheet,
		at('stepDays'),
		firstOf(
			[
				[`${typed('rhythm')}="Weekly"`, '7'],
				[`${typed('rhythm')}="Fortnightly"`, '14'],
				[`${typed('rhythm')}="Four-weekly"`, '28'],
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
