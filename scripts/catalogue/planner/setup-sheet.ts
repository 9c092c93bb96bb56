import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import { type PlannerData, rhythms } from '#catalogue/budget-planner/planner-data.ts'
import {
	asDay,
	day,
	dayOnly,
	formula,
	header,
	heading,
	inPounds,
	input,
	label,
	note,
	pounds,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { range, setup, typedWeek, weeks } from './layout.ts'

/** The sheet to fill in once a year: dates, income and fixed costs. */
export function addSetupSheet(workbook: Workbook, data: PlannerData): void {
	const sheet = workbook.addWorksheet('Setup', { properties: { tabColor: { argb: 'FFFFC53D' } } })
	widths(sheet, [34, 18, 14, 18, 18])
	title(sheet, 'Set up, once', 'Type on the yellow fields only. Everything else follows.')

	label(sheet, 'A3', 'First Monday of the plan')
	input(sheet, 'B3', asDay(data.firstMonday), day).dataValidation = dayOnly
	label(sheet, 'A4', 'Last week of the plan (1 to 52)')
	input(sheet, 'B4', data.lastWeek, whole).dataValidation = weekOnly
	label(sheet, 'A5', 'In the account on that Monday')
	input(sheet, 'B5', inPounds(data.startingPence), pounds)

	// Hidden. A week outside the plan, or none, must not cause errors all over the dashboard.
	formula(
		sheet,
		'F4',
		`MAX(1,MIN(IF(ISNUMBER(${setup.lastWeek}),${setup.lastWeek},52),52,IF(ISNUMBER(${typedWeek}),INT(${typedWeek}),1)))`,
	)
	formula(sheet, 'F5', `INDEX(${range('Weeks', 'C', weeks)},F4)`)
	// Space above the headings shows that a note belongs to the table above it.
	for (const row of [7, 16, 23]) sheet.getRow(row).height = 30

	addLumps(sheet, data)
	addWeeklyIncome(sheet, data)
	addFixedCosts(sheet, data)
}

function addLumps(sheet: Worksheet, data: PlannerData): void {
	heading(sheet, 'A7', 'Money that comes in lumps')
	header(sheet, 8, ['What', 'Arrives on', 'Amount', 'Starts a new stretch'])
	for (const [index, row] of setup.lumps.all.entries()) {
		const lump = data.lumps[index]
		input(sheet, `A${row}`, lump?.name ?? null)
		input(sheet, `B${row}`, lump === undefined ? null : asDay(lump.date), day).dataValidation = dayOnly
		input(sheet, `C${row}`, inPounds(lump?.pence ?? null), pounds)
		const answer = lump === undefined ? null : lump.startsStretch ? 'Yes' : 'No'
		input(sheet, `D${row}`, answer).dataValidation = {
			type: 'list',
			allowBlank: true,
			formulae: ['"Yes,No"'],
		}
	}
	note(
		sheet,
		'A15',
		'Yes: it has to last until the next lump, as a loan instalment does. No: a small extra that joins what is there.',
	)
}

function addWeeklyIncome(sheet: Worksheet, data: PlannerData): void {
	heading(sheet, 'A16', 'Money that comes every week')
	header(sheet, 17, ['What', 'A week', 'First week', 'Last week'])
	for (const [index, row] of setup.weekly.all.entries()) {
		const income = data.weekly[index]
		input(sheet, `A${row}`, income?.name ?? null)
		input(sheet, `B${row}`, inPounds(income?.pence ?? null), pounds)
		input(sheet, `C${row}`, income?.firstWeek ?? null, whole).dataValidation = weekOnly
		input(sheet, `D${row}`, income?.lastWeek ?? null, whole).dataValidation = weekOnly
	}
}

function addFixedCosts(sheet: Worksheet, data: PlannerData): void {
	heading(sheet, 'A23', 'Fixed costs: rent, bills, passes, the train home')
	header(sheet, 24, ['What', 'Amount', 'How often', 'First due', 'Last due'])
	for (const [index, row] of setup.fixed.all.entries()) {
		const cost = data.fixed[index]
		input(sheet, `A${row}`, cost?.name ?? null)
		input(sheet, `B${row}`, inPounds(cost?.pence ?? null), pounds)
		input(sheet, `C${row}`, cost?.rhythm ?? null).dataValidation = {
			type: 'list',
			allowBlank: true,
			formulae: [`"${rhythms.join(',')}"`],
		}
		input(sheet, `D${row}`, cost === undefined ? null : asDay(cost.first), day).dataValidation = dayOnly
		input(sheet, `E${row}`, cost === undefined ? null : asDay(cost.last), day).dataValidation = dayOnly
		// A cost without a last day continues. The hidden column saves every other formula this check.
		formula(sheet, `F${row}`, `IF(E${row}="",DATE(2100,1,1),E${row})`, day)
	}
	sheet.getColumn(6).hidden = true
	note(
		sheet,
		`A${setup.fixed.last + 1}`,
		'Weekly, Monthly (on the day of “First due”) or Once. Leave “Last due” empty if it goes on.',
	)
}
