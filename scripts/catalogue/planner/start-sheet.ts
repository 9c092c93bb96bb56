import type { Workbook } from '@cj-tech-master/excelts'
import type { PlannerData } from '#catalogue/budget-planner/planner-data.ts'
import { asDay, heading, note, title, widths } from './cells.ts'

const steps = [
	'1. Setup: type when your plan begins, which money comes when, and what is fixed. Fifteen minutes, once.',
	'2. Savings: what you want to have, from which week and by which.',
	'3. Spending: once a week, type what you spent. Five minutes. Fixed costs are not typed again.',
	'4. Dashboard: type the number of the week. It says what is safe to spend until Sunday.',
]

const meaning = [
	'Lump: money that arrives at once and has to last, such as a loan instalment.',
	'Stretch: the weeks from one lump that has to last to the next such lump. What is left or missing at its end moves into the next.',
	'Weekly number: what a stretch brings, less its fixed costs and savings, divided by its weeks.',
	'Safe to spend: the weekly numbers of the stretch so far, less what was spent before this week.',
]

export function addStartSheet(workbook: Workbook, data: PlannerData, edition: string): void {
	const sheet = workbook.addWorksheet('Start here')
	widths(sheet, [110])
	title(
		sheet,
		data.title,
		'Works in Excel, LibreOffice and Google Sheets. No macros, nothing leaves this file.',
	)
	heading(sheet, 'A4', 'Four sheets to use')
	steps.forEach((text, index) => {
		note(sheet, `A${5 + index}`, text)
	})
	heading(sheet, 'A10', 'What the words mean')
	meaning.forEach((text, index) => {
		note(sheet, `A${11 + index}`, text)
	})
	heading(sheet, 'A16', 'Yellow fields are yours')
	note(
		sheet,
		'A17',
		'Everything else is worked out. If a formula gets lost, copy it from the row above or from a fresh download.',
	)
	note(
		sheet,
		'A18',
		`Edition of ${longDate(edition)}. A corrected edition is free for everyone who bought this one.`,
	)
}

function longDate(iso: string): string {
	return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(asDay(iso))
}
