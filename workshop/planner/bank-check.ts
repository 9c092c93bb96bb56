import type { Worksheet } from '@cj-tech-master/excelts'
import { day, dayOnly, formula, heading, input, label, pounds, poundsOnly } from './cells.ts'
import {
	bank,
	dueColumns,
	firstOf,
	ifKnown,
	payArea,
	payColumns,
	type Rows,
	range,
	setup,
	spendingArea,
	typedColumns,
	weekColumns,
	weeks,
} from './layout.ts'

const { income, costs } = setup
const balance = bank.balance
const ofWeeks = (column: string) => range('Weeks', column, weeks)
const amounts = range('Spending', 'C', spendingArea)
const dates = range('Spending', 'A', spendingArea)

/** Returns a formula for the sum of what is due in a list. The hidden column says how often each row is due. */
const due = (span: Rows, column: string) =>
	`SUMPRODUCT(${range('Setup', typedColumns.amount, span)},${range('Setup', column, span)})`
const saved = `SUMIFS(${ofWeeks('F')},${ofWeeks('B')},"<="&${setup.bankDay})`
/** What the bank should show on the day of its balance. A week without payments that was over by then counts as its number. */
export const bankByPlan =
	`${setup.starting}+${due(income, dueColumns.upToBank)}-${due(costs, dueColumns.upToBank)}` +
	`+SUM(${range('Pay', payColumns.upToBank, payArea)})-${saved}-SUMIFS(${amounts},${dates},"<"&(${setup.bankDay}+1))` +
	`-SUMIFS(${ofWeeks(weekColumns.counted)},${ofWeeks(weekColumns.payments)},0,${ofWeeks('A')},"<"&${setup.weekNow},${ofWeeks('B')},"<="&(${setup.bankDay}-6))`
const ifBank = (text: string) => `IF(${setup.isBankKnown}=1,${text},"")`

const nameIn = (span: Rows, amount: string) =>
	`INDEX(${range('Setup', typedColumns.name, span)},MATCH(${amount},${range('Setup', typedColumns.amount, span)},0))`
const asMuchAs = (name: string, question: string, otherwise: string) =>
	`IFERROR("As much as "&TRIM(${name})&": ${question}",${otherwise})`
const inSpending = `IFERROR("As much as Spending, row "&(MATCH(B34,${amounts},0)+${spendingArea.first - 1})&": not taken yet, or typed twice?",`

/** Names an amount that is exactly as large as the difference, because that amount may explain it. */
const explanation = firstOf(
	[
		['B34=0', '"The bank and the plan agree."'],
		['AND(B34>0,B34=B38)', '"Just what you set aside: are the savings still in this account?"'],
		[
			'B34>0',
			asMuchAs(
				nameIn(costs, 'B34'),
				'not taken yet?',
				`${inSpending}"The bank has more: something isn’t taken yet, or is typed twice.")`,
			),
		],
	],
	asMuchAs(
		nameIn(income, '-B34'),
		'not arrived yet?',
		asMuchAs(
			nameIn(costs, '-B34'),
			'taken twice?',
			'"The bank has less: a payment isn’t typed, or money hasn’t arrived."',
		),
	),
)

const lines: readonly { text: string; formula: string; format: string }[] = [
	{
		text: 'It should be, by the plan',
		formula: ifKnown(
			`IF(${setup.isBankKnown}=1,${setup.byPlan},IF(ISNUMBER(${balance}),"not in the plan",""))`,
			'"check these"',
		),
		format: pounds,
	},
	{ text: 'Difference', formula: ifBank('ROUND(B31-B33,2)'), format: pounds },
]
const hints: typeof lines = [
	{
		text: 'Costs due in the last four days',
		formula: ifBank(`ROUND(${due(costs, dueColumns.lately)},2)`),
		format: pounds,
	},
	{
		text: 'Money due in the last four days',
		formula: ifBank(
			`ROUND(${due(income, dueColumns.lately)}+SUM(${range('Pay', payColumns.lately, payArea)}),2)`,
		),
		format: pounds,
	},
	{ text: 'Set aside for goals so far', formula: ifBank(`ROUND(${saved},2)`), format: pounds },
	{
		text: 'Last payment typed',
		formula: ifBank(`IF(COUNT(${dates})=0,"none",MAX(${dates}))`),
		format: day,
	},
]

/** Compares the plan with the balance that the bank shows, and says where a difference may come from. */
export function addBankCheck(sheet: Worksheet, largest: number): void {
	heading(sheet, 'A30', 'What the bank says')
	label(sheet, 'A31', 'The bank shows')
	input(sheet, 'B31', pounds).dataValidation = poundsOnly(-largest)
	label(sheet, 'A32', 'on (empty: today)')
	input(sheet, 'B32', day).dataValidation = dayOnly
	addLines(sheet, 33, lines)
	const answer = formula(sheet, 'A35', ifBank(explanation))
	answer.font = { name: 'Calibri', size: 11, bold: true }
	answer.border = {}
	addLines(sheet, 36, hints)
}

function addLines(sheet: Worksheet, first: number, of: typeof lines): void {
	of.forEach(({ text, formula: value, format }, index) => {
		label(sheet, `A${first + index}`, text)
		formula(sheet, `B${first + index}`, value, format)
	})
}
