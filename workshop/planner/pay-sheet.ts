import type { Workbook } from '@cj-tech-master/excelts'
import { says } from '../budget-planner/check-words.ts'
import {
	checkColumn,
	day,
	formula,
	header,
	input,
	label,
	note,
	pounds,
	poundsOnly,
	poundsOrDash,
	redIf,
	title,
	widths,
} from './cells.ts'
import { amountFaults } from './due-check.ts'
import { smallMoney } from './due-sheet.ts'
import {
	payColumns as column,
	copyOf,
	firstOf,
	ifKnown,
	inQuotes,
	payArea,
	setup,
	typedBeside,
} from './layout.ts'

/** Adds the sheet for what came in: pay that differs from week to week. It replaces what Setup expects of the week. */
export function addPaySheet(workbook: Workbook): void {
	const sheet = workbook.addWorksheet('Pay', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [8, 14, 15, 15, 30])
	title(sheet, 'Pay that came in', 'Only if it isn’t what Setup expects. Empty: the plan counts.')
	header(sheet, 3, ['Week', 'Beginning', 'By plan', 'Came in', 'To check'])
	for (const [index, row] of payArea.all.entries()) {
		const isKnown = `IF(${column.isPaid}${row}*${setup.isBankKnown}=1,`
		label(sheet, `A${row}`, index + 1)
		formula(sheet, `B${row}`, `Weeks!B${row}`, day)
		formula(sheet, `${column.planned}${row}`, ifKnown(`ROUND(${smallMoney(row)},2)`), poundsOrDash)
		input(sheet, `${column.typed}${row}`, pounds).dataValidation = poundsOnly(0)
		checkColumn(sheet, `E${row}`, check(row))
		formula(sheet, `${column.copy}${row}`, copyOf(typedBeside(column.typed, payArea)), pounds)
		formula(sheet, `${column.isPaid}${row}`, `IF(AND(E${row}="",ISNUMBER(${column.copy}${row})),1,0)`)
		const came = (isIn: string) => `IF(${isIn},${column.copy}${row},0)`
		const upTo = (days: string) => `((B${row}+${days})<=${setup.bankDay})`
		formula(
			sheet,
			`${column.upToBank}${row}`,
			`${isKnown}${came(`B${row}<=${setup.bankDay}`)}-${smallMoney(row, upTo)},0)`,
			pounds,
		)
		const after = `MAX(${setup.bankDay}-4,${setup.monday}-1)`
		const lately = (days: string) => `${upTo(days)}*((B${row}+${days})>${after})`
		formula(
			sheet,
			`${column.lately}${row}`,
			`${isKnown}${came(`AND(B${row}<=${setup.bankDay},B${row}>${after})`)}-${smallMoney(row, lately)},0)`,
			pounds,
		)
	}
	for (const hidden of [column.copy, column.isPaid, column.upToBank, column.lately])
		sheet.getColumn(hidden).hidden = true
	redIf(sheet, `A${payArea.first}:E${payArea.last}`, `$E${payArea.first}<>""`)
	note(
		sheet,
		`A${payArea.last + 1}`,
		'Everything that came in that week, apart from money with “New stretch: Yes”. Nothing came? Type 0.',
	)
}

/** Returns a formula for what a week brings more than was planned, because of what came in. */
export function paidInstead(row: number): string {
	return `IF(Pay!${column.isPaid}${row}=1,Pay!${column.copy}${row}-Pay!${column.planned}${row},0)`
}

function check(row: number): string {
	const typed = `${column.copy}${row}`
	const monday = `(${setup.monday}+7*(A${row}-1))`
	const found = firstOf(
		[
			[`TRIM(${typed})=""`, '""'],
			...amountFaults(typed, says.amountText, says.amountText).slice(1),
			[`${setup.areDaysKnown}=0`, '""'],
			[`A${row}>${setup.lastWeek}`, inQuotes(says.notInPlan)],
			[`${monday}>=${setup.today}+1`, inQuotes(says.future)],
		],
		'""',
	)
	return `IFERROR(${found},${inQuotes(says.broken)})`
}
