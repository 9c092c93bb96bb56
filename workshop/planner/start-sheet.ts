import type { Workbook, Worksheet } from '@cj-tech-master/excelts'
import type { PlannerData } from '../budget-planner/planner-data.ts'
import { asDay, heading, note, title, widths } from './cells.ts'

const steps = [
	'1. Setup: when your plan begins, which money comes when, and what’s fixed. Fifteen minutes, once.',
	'2. Savings: what you want to have, from which week and by which. Leave it empty if you’re not saving.',
	'3. Spending: once a week, type what you spent. Five minutes. Fixed costs aren’t typed again.',
	'4. Pay: only if what came in isn’t what Setup expects, such as wages for other hours. One amount a week.',
	'5. Dashboard: what’s safe to spend until Sunday, and whether it lasts if you go on like the last weeks. It knows the week from today’s date.',
]

const meaning = [
	'Stretch: the weeks from one income that has to last, such as a loan instalment, to the next one. What’s left or missing at its end moves into the next.',
	'Weekly number: what a stretch brings, less its fixed costs and savings, divided by its weeks.',
	'Safe to spend: the weekly numbers of the stretch so far, less what you spent before this week. Never more than the account can bear until the next money comes.',
	'Never below: what the account should always keep, so it’s never safe to spend. May you use an overdraft of £200? Type −200.',
	'Term dates: the days inside the plan on which termly money comes or goes. Leave them empty if you have none.',
]

const trust = [
	'A row that can’t be counted turns red: a date typed as text, a missing amount, a word that isn’t in the list. Until you’ve mended it, the Dashboard names it under “Check these” and gives no number. A number you see has counted every row.',
	'It also asks about rows that look wrong, such as rent of £0 or a loan that’s in twice. If a row is right as it is, begin its name (in Spending, its note) with OK.',
	'A week in which you spent nothing looks like one that you forgot, and counts as its weekly number. Type one payment of £0 in it.',
	'Once a month, type what the bank shows on the Dashboard, and its day. If that’s less than the plan says, no more than that is safe. Empty the field when it’s old.',
]

const care = [
	'Yellow fields are yours. Everything else is worked out and, except in Spending, locked without a password (Review, Unprotect Sheet), so the Tab key goes from one yellow field to the next. Google Sheets doesn’t lock it for you, and not every formula that’s typed over is noticed.',
	'To empty a row of Setup or Savings, select its yellow fields and press Delete. Rows of Spending can be deleted and sorted.',
]

export function addStartSheet(workbook: Workbook, data: PlannerData, edition: string): void {
	const sheet = workbook.addWorksheet('Start here')
	widths(sheet, [lineLength])
	title(sheet, data.title, 'Excel, LibreOffice, Google Sheets. No macros.')
	let row = 4
	const add = (text: string, lines: readonly string[]) => {
		heading(sheet, `A${row}`, text)
		lines.forEach((line, index) => {
			paragraph(sheet, row + 1 + index, line)
		})
		row += lines.length + 2
	}
	add('Five sheets to use', steps)
	add('What the words mean', meaning)
	add('When a number is missing', trust)
	add('What you can change', care)
	paragraph(
		sheet,
		row,
		`Nothing leaves this file. Edition of ${longDate(edition)}. A corrected edition is free for everyone who bought this one.`,
	)
}

/** How many characters of a line fit on the screen of a phone. */
const lineLength = 47

/** Adds a text of several lines. Sets the height of the row, because not every program fits it to the text. */
function paragraph(sheet: Worksheet, row: number, text: string): void {
	note(sheet, `A${row}`, text)
	sheet.getCell(`A${row}`).alignment = { wrapText: true, vertical: 'top' }
	sheet.getRow(row).height = 15.5 * Math.ceil((text.length + 2) / (lineLength + 6)) + 4
}

function longDate(iso: string): string {
	return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(asDay(iso))
}
