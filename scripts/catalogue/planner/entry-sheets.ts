import type { Workbook } from '@cj-tech-master/excelts'
import { type PlannerData, spendingCategories } from '#catalogue/budget-planner/planner-data.ts'
import { asDay, day, formula, header, inPounds, input, pounds, title, widths } from './cells.ts'
import { currentWeek, goals, setup, spending } from './layout.ts'

/** Five minutes a week: what was spent, on what. */
export function addSpendingSheet(workbook: Workbook, data: PlannerData): void {
	const sheet = workbook.addWorksheet('Spending', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [18, 20, 14, 34, 10])
	title(sheet, 'Spending', 'One line for each payment that is not a fixed cost. The week fills itself in.')
	header(sheet, 3, ['Date', 'On what', 'Amount', 'Note', 'Week'])
	for (const [index, row] of spending.all.entries()) {
		const entry = data.spending[index]
		input(sheet, `A${row}`, entry === undefined ? null : asDay(entry.date), day)
		input(sheet, `B${row}`, entry?.category ?? null).dataValidation = {
			type: 'list',
			allowBlank: true,
			formulae: [`"${spendingCategories.join(',')}"`],
		}
		input(sheet, `C${row}`, inPounds(entry?.pence ?? null), pounds)
		input(sheet, `D${row}`, entry === undefined || entry.note === '' ? null : entry.note)
		formula(sheet, `E${row}`, `IF(A${row}="","",INT((A${row}-${setup.firstMonday})/7)+1)`)
	}
}

/** Goals, and what each costs a week from the first week to the one it is wanted by. */
export function addSavingsSheet(workbook: Workbook, data: PlannerData): void {
	const sheet = workbook.addWorksheet('Savings', {
		properties: { tabColor: { argb: 'FFFFC53D' } },
		views: [{ state: 'frozen', ySplit: 3 }],
	})
	widths(sheet, [34, 14, 16, 16, 14, 18])
	title(sheet, 'Savings goals', 'What you want, by which week. The weekly number already leaves room for it.')
	header(sheet, 3, ['Goal', 'Target', 'Already saved', 'Wanted by week', 'A week', 'Saved by now, by plan'])
	for (const [index, row] of goals.all.entries()) {
		const goal = data.goals[index]
		input(sheet, `A${row}`, goal?.name ?? null)
		input(sheet, `B${row}`, inPounds(goal?.targetPence ?? null), pounds)
		input(sheet, `C${row}`, inPounds(goal?.savedPence ?? null), pounds)
		input(sheet, `D${row}`, goal?.byWeek ?? null)
		formula(
			sheet,
			`E${row}`,
			`IF(OR(B${row}="",D${row}=""),0,ROUND(MAX(0,B${row}-C${row})/MAX(1,D${row}),2))`,
			pounds,
		)
		formula(
			sheet,
			`F${row}`,
			`IF(B${row}="",0,MIN(B${row},C${row}+E${row}*MIN(${currentWeek},D${row})))`,
			pounds,
		)
	}
}
