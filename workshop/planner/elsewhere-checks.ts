import { says } from '../budget-planner/check-words.ts'
import {
	areNumbers,
	dueColumns as due,
	firstOf,
	goalColumns,
	goals,
	inQuotes,
	payArea,
	payColumns,
	type Rows,
	setup,
	typedColumns,
} from './layout.ts'

/** What is in a column of a list, from its header to the note below it. Nobody moves these two. */
const around = (sheet: string, column: string, { first, last }: Rows) =>
	`${sheet}!$${column}$${first - 1}:$${column}$${last + 1}`

/** Content below a list, whose note is all that its last row may contain, or beside it. */
function belowEnd(sheet: string, note: number, until: number): string {
	return `IF(COUNTA(${sheet}!$A$${note}:$F$${until})>1,${inQuotes(says.belowEnd)},"")`
}

/** Whether a copy in a hidden column differs from its field, in any row of a list. */
function isCopyWrong(sheet: string, fields: string, copies: readonly string[], list: Rows): string {
	const differ = copies.map((copy, index) => {
		const [field, copied] = [around(sheet, fields.charAt(index), list), around(sheet, copy, list)]
		const atEnd = (row: number) =>
			`IF(${sheet}!$${fields.charAt(index)}$${row}&""<>${sheet}!$${copy}$${row}&"",1,0)`
		return `SUMPRODUCT((${field}&""<>${copied}&"")*1)-${atEnd(list.first - 1)}-${atEnd(list.last + 1)}`
	})
	return `${differ.join('+')}>0`
}

/** Whether the last dates or the days between two due dates are not what their row says. */
function isRowWrong(list: Rows): string {
	const of = (column: string) => `Setup!$${column}$${list.first}:$${column}$${list.last}`
	const [last, step, typed, rhythm] = [
		of(due.last),
		of(due.stepDays),
		of(typedColumns.last),
		of(typedColumns.rhythm),
	]
	const isEarlier = `${areNumbers(typed)}*(${typed}<${setup.lastDay})`
	const days: readonly [string, number][] = [
		['Weekly', 7],
		['Fortnightly', 14],
		['Four-weekly', 28],
	]
	const expected = days.map(([word, count]) => `(${rhythm}="${word}")*${count}`).join('+')
	return (
		`SUMPRODUCT(${isEarlier}*((${last}>${typed})+(${last}+1<=${typed}))+(1-${isEarlier})*(${last}<>${setup.lastDay}))` +
		`+SUMPRODUCT((${step}<>${expected})*1)>0`
	)
}

/** Finds what is typed outside the yellow fields, which would count for nothing, or instead of a formula. */
export const elsewhere: readonly { where: string; what: string }[] = [
	{
		where: '"Setup, beside the yellow fields"',
		// A8 is a heading.
		what: `IF(COUNTA(Setup!$E$3:$F$7)+COUNTA(Setup!$C$7:$D$7)+COUNTA(Setup!$A$8:$F$8)>1,${inQuotes(says.beside)},"")`,
	},
	{ where: '"Setup, money in"', what: belowEnd('Setup', setup.income.last + 1, setup.income.last + 2) },
	{ where: '"Setup, fixed costs"', what: belowEnd('Setup', setup.costs.last + 1, setup.costs.last + 100) },
	{ where: '"Savings"', what: belowEnd('Savings', goals.last + 1, goals.last + 100) },
	{ where: '"Pay"', what: belowEnd('Pay', payArea.last + 1, payArea.last + 100) },
	{
		where: '"Setup, hidden columns"',
		what: firstOf(
			[
				isCopyWrong('Setup', 'ABCDEF', Object.values(typedColumns), setup.income),
				isCopyWrong('Setup', 'ABCDE', Object.values(typedColumns).slice(0, -1), setup.costs),
				isCopyWrong('Pay', payColumns.typed, [payColumns.copy], payArea),
				isCopyWrong('Savings', 'ABCDE', Object.values(goalColumns), goals),
				'SUMPRODUCT((Setup!$B$2:$B$8&""<>Setup!$Q$2:$Q$8&"")*1)>0',
				...[setup.income, setup.costs].map(isRowWrong),
			].map((condition) => [condition, inQuotes(says.typedOver)] as const),
			'""',
		),
	},
]
