import type { Workbook } from '@cj-tech-master/excelts'
import { type PlannerData, spendingCategories } from '#catalogue/budget-planner/planner-data.ts'
import {
	asDay,
	day,
	dayOnly,
	formula,
	header,
	inPounds,
	input,
	note,
	pounds,
	poundsOrDash,
	title,
	weekOnly,
	whole,
	widths,
} from './cells.ts'
import { goals, setup, spending } from './layout.ts'

/** The sheet to fill in every week: what was spent, on what. */
export function addSpendingSheet(workbook: Workbook, data: PlannerData): void {
	const sheet = workbook.addWorksheet('Spending', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [18, 20, 14, 34, 10])
	title(
		sheet,
		'Spending',
		'One line for each payment that is not a fixed cost. The week fills itself in; “outside” is before or after the plan.',
	)
	header(sheet, 3, ['Date', 'On what', 'Amount', 'Note', 'Week'])
	for (const [index, row] of spending.all.entries()) {
		const entry = data.spending[index]
		input(sheet, `A${row}`, entry === undefined ? null : asDay(entry.date), day).dataValidation = dayOnly
		input(sheet, `B${row}`, entry?.category ?? null).dataValidation = {
			type: 'list',
			allowBlank: true,
			formulae: [`"${spendingCategories.join(',')}"`],
		}
		input(sheet, `C${row}`, inPounds(entry?.pence ?? null), pounds)
		input(sheet, `D${row}`, entry === undefined || entry.note === '' ? null : entry.note)
		const week = `INT((A${row}-${setup.firstMonday})/7)+1`
		const counted = `IF(OR(${week}<1,${week}>${setup.lastWeek}),"outside",${week})`
		formula(sheet, `E${row}`, `IF(A${row}="","",IF(ISNUMBER(A${row}),${counted},"no date"))`).alignment = {
			horizontal: 'right',
		}
	}
}

/** Goals, with the weekly cost of each from its first week to its last. */
export function addSavingsSheet(workbook: Workbook, data: PlannerData): void {
	const sheet = workbook.addWorksheet('Savings', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [34, 14, 16, 12, 16, 14, 18])
	title(sheet, 'Savings goals', 'What you want, by which week. The weekly number already leaves room for it.')
	header(sheet, 3, [
		'Goal',
		'Target',
		'Saved before',
		'From week',
		'Wanted by week',
		'A week',
		'Saved by now, by plan',
	])
	for (const [index, row] of goals.all.entries()) {
		const goal = data.goals[index]
		input(sheet, `A${row}`, goal?.name ?? null)
		input(sheet, `B${row}`, inPounds(goal?.targetPence ?? null), pounds)
		input(sheet, `C${row}`, inPounds(goal?.savedPence ?? null), pounds)
		input(sheet, `D${row}`, goal?.fromWeek ?? null, whole).dataValidation = weekOnly
		input(sheet, `E${row}`, goal?.byWeek ?? null, whole).dataValidation = weekOnly
		// Not rounded, so that the target is reached to the penny with any number of weeks.
		const share = `MAX(0,B${row}-C${row})/MAX(1,E${row}-H${row}+1)`
		formula(sheet, `F${row}`, `IF(OR(B${row}="",E${row}=""),0,${share})`, poundsOrDash)
		const weeksSoFar = `MAX(0,MIN(${setup.weekNow},E${row})-H${row}+1)`
		formula(sheet, `G${row}`, `IF(B${row}="",0,MIN(B${row},C${row}+F${row}*${weeksSoFar}))`, poundsOrDash)
		// Hidden. A goal without a first week starts with the plan.
		formula(sheet, `H${row}`, `IF(D${row}="",1,D${row})`)
	}
	sheet.getColumn(8).hidden = true
	note(
		sheet,
		`A${goals.last + 1}`,
		'Saved before: what you have when “From week” begins. A goal added in the middle of the year: type the week you are in there.',
	)
}
