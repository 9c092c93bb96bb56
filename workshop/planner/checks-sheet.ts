import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { largestPounds, okWord, rooms } from '../../src/shared/planner/choices.ts'
import { says } from '../budget-planner/check-words.ts'
import { formula, header, label, redIf, title, widths } from './cells.ts'
import { elsewhere } from './elsewhere-checks.ts'
import {
	bank,
	categories,
	categoryNames,
	dueColumns,
	firstOf,
	goalColumns,
	goals,
	inQuotes,
	payArea,
	type Rows,
	range,
	rows,
	setup,
	spendingArea,
	toCheck,
	typedColumns,
	typedWeek,
	weekColumns,
	weeks,
} from './layout.ts'

interface Check {
	where: string
	what: string
}

const spendingOf = (column: string) => range('Spending', column, spendingArea)
/** Returns a formula for what was spent on the category in a place. SUMIFS would take some names for conditions. */
export function spentOn(place: number, counts = '1'): string {
	return `SUMPRODUCT((${spendingOf('B')}=INDEX(${categoryNames},${place + 1}))*${counts},${spendingOf('C')})`
}
const isOpen = `(LEFT(${spendingOf('D')},${okWord.length})<>${inQuotes(okWord)})`
/** Returns a formula for what is wrong with the name of the category in a place, if anything. */
function categoryCheck(place: number): string {
	const name = `INDEX(${categoryNames},${place + 1})`
	const marks = ['*', '?', '~'].map((mark) => `ISNUMBER(FIND(${inQuotes(mark)},${name}))`)
	return firstOf(
		[
			[`TRIM(${name})=""`, '""'],
			[`NOT(ISTEXT(${name}))`, inQuotes(says.categoryName)],
			[`OR(TRIM(${name})<>${name},${marks.join(',')})`, inQuotes(says.categoryName)],
			[`MATCH(${name},${categoryNames},0)<${place + 1}`, inQuotes(says.categoryTwice)],
		],
		'""',
	)
}
const moreBackWeeks = range('Weeks', weekColumns.moreBack, weeks)

const fields: readonly Check[] = [
	...['first Monday', 'last week', 'in the account', 'term dates', 'never below'].map((name, index) => ({
		where: inQuotes(`Setup, ${name}`),
		what: `Setup!$G$${3 + index}`,
	})),
	...ofList('Setup', 'G', typedColumns.name, setup.income),
	...ofList('Setup', 'G', typedColumns.name, setup.costs),
	{ where: '"Setup, fixed costs"', what: `Setup!$G$${setup.costs.first - 2}` },
	...ofList('Savings', 'H', goalColumns.name, goals),
	...payArea.all.map((row, index) => ({ where: `"Pay, week ${index + 1}"`, what: `Pay!$E$${row}` })),
	{
		where: '"Dashboard, week to show"',
		what: firstOf(
			[
				[`OR(TRIM(${typedWeek})="",${setup.areDaysKnown}=0)`, '""'],
				[`NOT(ISNUMBER(${typedWeek}))`, inQuotes(says.notInPlan)],
				[
					`OR(${typedWeek}<1,${typedWeek}>${setup.lastWeek},${typedWeek}<>INT(${typedWeek}))`,
					inQuotes(says.notInPlan),
				],
			],
			'""',
		),
	},
	{
		where: '"Dashboard, bank balance"',
		what: firstOf(
			[
				[`TRIM(${bank.balance})=""`, '""'],
				[`NOT(ISNUMBER(${bank.balance}))`, inQuotes(says.notNumber)],
				[`ABS(${bank.balance})>${largestPounds}`, inQuotes(says.tooMuch)],
			],
			'""',
		),
	},
	{
		where: '"Dashboard, day of the balance"',
		what: firstOf(
			[
				[`TRIM(${bank.day})=""`, '""'],
				[`NOT(ISNUMBER(${bank.day}))`, inQuotes(says.notDate)],
				[`${setup.areDaysKnown}=0`, '""'],
				[`OR(${bank.day}<${setup.monday},${bank.day}>=${setup.lastDay}+1)`, inQuotes(says.outside)],
				[`${bank.day}>=${setup.today}+1`, inQuotes(says.future)],
			],
			'""',
		),
	},
	...categories.all.map((_, place) => ({ where: '"Dashboard, on what"', what: categoryCheck(place) })),
	{
		where: `"Spending, week "&MIN(${moreBackWeeks})`,
		what: `IF(COUNT(${moreBackWeeks})=0,"",${inQuotes(says.moreBack)})`,
	},
	...categories.all.map((_, place) => ({
		where: `"Spending, "&INDEX(${categoryNames},${place + 1})`,
		what: `IF(COUNTIF(${spendingOf('C')},"<0")=0,"",IF(ROUND(${spentOn(place, isOpen)},2)<0,${inQuotes(says.moreBack)},""))`,
	})),
	...elsewhere,
	{ where: '"Setup, money in"', what: insertedRows(setup.income) },
	{ where: '"Setup, fixed costs"', what: insertedRows(setup.costs) },
	{ where: '"Spending"', what: rowsWithoutFormula() },
	// Finds payments below the end of the list. The row that ends the list may contain only its note.
	{
		where: '"Spending"',
		what: `IF(OR(COUNTA(Spending!$A:$D)>COUNTA(Spending!$A$1:$D$${spendingArea.last}),COUNTA(Spending!$A$${spendingArea.last}:$D$${spendingArea.last})>1),${inQuotes(says.belowEnd)},"")`,
	},
]

/** The rows for the fields, then those for the payments that cannot be counted. */
const checks = rows(4, fields.length)
const payments = rows(checks.last + 1, rooms.listed)
const isWrong = range('Spending', 'F', spendingArea)

/**
 * Lists everything that cannot be counted. The dashboard shows the first entries. A hidden column of Spending says for each row
 * whether its payment can be counted, so that rows can be deleted, sorted and inserted.
 */
export function addChecksSheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Checks', { views: [{ state: 'frozen', ySplit: 3 }] })
	widths(sheet, [30, 38, 2])
	title(sheet, 'Checks', 'What the planner looks at before it gives a number. Nothing to type here.')
	header(sheet, 3, ['Where', 'To check'])
	fields.forEach(({ where, what }, index) => {
		const row = checks.first + index
		label(sheet, `A${row}`, { formula: `IFERROR(${where},"Checks, row ${row}")` })
		label(sheet, `B${row}`, { formula: `IFERROR(${what},${inQuotes(says.deleted)})` })
	})
	payments.all.forEach((row, index) => {
		const place = `IFERROR(SMALL(${isWrong},${index + 1}),0)`
		label(sheet, `A${row}`, { formula: `IF(${place}=0,"","Spending, row "&${place})` })
		label(sheet, `B${row}`, { formula: `IF(A${row}="","",${paymentFault(place)})` })
	})
	for (const row of [...checks.all, ...payments.all]) addOrder(sheet, row)
	formula(sheet, 'D1', `IFERROR(COUNT(D${checks.first}:D${checks.last})+COUNT(${isWrong}),999)`)
	sheet.getColumn(4).hidden = true
	redIf(sheet, `A${checks.first}:B${payments.last}`, `$B${checks.first}<>""`)
}

/** Returns the formula for one line of the dashboard's list of problems: column A says where the problem is, column B what it is. */
export function listed(place: number, column: 'A' | 'B'): string {
	const order = `Checks!$D$${checks.first}:$D$${payments.last}`
	const otherwise = column === 'A' ? '""' : `IF(${toCheck}<${place},"",${inQuotes(says.deleted)})`
	return `IFERROR(INDEX(Checks!$${column}$1:$${column}$${payments.last},SMALL(${order},${place})),${otherwise})`
}

export const moreThanListed = `IF(${toCheck}>${rooms.listed},"and "&(${toCheck}-${rooms.listed})&" more, in red on their sheets","")`

function addOrder(sheet: Worksheet, row: number): void {
	// A formula with an error, for example after a row was deleted, counts as something to check.
	formula(sheet, `D${row}`, `IFERROR(IF(B${row}="","",ROW()),ROW())`)
}

function ofList(sheet: string, column: string, name: string, span: Rows): Check[] {
	return span.all.map((row) => ({
		where: `"${sheet}, row "&ROW(${sheet}!$${name}$${row})&IF(TRIM(${sheet}!$${name}$${row})="","",": "&LEFT(TRIM(${sheet}!$${name}$${row}),18))`,
		what: `${sheet}!$${column}$${row}`,
	}))
}

/** Finds inserted rows: they have content, but no formula for their week, so they would not be counted. */
function rowsWithoutFormula(): string {
	const column = (name: string) => range('Spending', name, spendingArea)
	const content = `${column('A')}&${column('B')}&${column('C')}&${column('D')}`
	return `IF(SUMPRODUCT((${column('E')}="")*(${content}<>""))>0,${inQuotes(says.rowsWithoutFormula)},"")`
}

/**
 * Finds rows inserted in Setup, which have none of the hidden formulas. Only Google Sheets allows inserting them; Excel and
 * LibreOffice do not.
 */
function insertedRows({ first, last }: Rows): string {
	const column = (name: string) => `Setup!$${name}$${first - 1}:$${name}$${last + 1}`
	const content = ['A', 'B', 'C', 'D', 'E'].map(column).join('&')
	return `IF(SUMPRODUCT((${column(dueColumns.isUsed)}="")*(${content}<>""))>0,${inQuotes(says.inserted)},"")`
}

function paymentFault(place: string): string {
	const fault = `INDEX(Spending!$E$1:$E$${spendingArea.last},${place})`
	return `IF(ISTEXT(${fault}),IF(TRIM(${fault})="",${inQuotes(says.formulaLost)},${fault}),${inQuotes(says.formulaLost)})`
}
