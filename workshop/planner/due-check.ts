import {
	askedFrom,
	largestPounds,
	livingWords,
	rhythms,
	unaskedDays,
} from '../../src/shared/planner/choices.ts'
import { says } from '../budget-planner/check-words.ts'
import { dueUpTo } from './due-dates.ts'
import {
	areNumbers,
	dueColumns as due,
	firstOf,
	inQuotes,
	isAnswered,
	type Rows,
	setup,
	typedColumns,
} from './layout.ts'

const earliest = 'DATE(2015,1,1)'
const latest = 'DATE(2099,12,31)'
export const isWrongYear = (cell: string) => `OR(${cell}<${earliest},${cell}>${latest})`

/** What is wrong with an income or a cost, if anything. */
export function dueCheck(
	row: number,
	columns: readonly string[],
	questions: readonly Case[],
	isUnanswered?: string,
): string {
	const everything = columns.map((column) => `${column}${row}`).join('&')
	const [name, amount, rhythm, first, last] = columns.map((column) => `${column}${row}`)
	const known = rhythms.map((word) => `${rhythm}="${word}"`).join(',')
	const check = firstOf(
		[
			[`TRIM(${everything})=""`, '""'],
			...amountFaults(amount ?? '', says.noAmount, says.amountText),
			[`TRIM(${rhythm})=""`, inQuotes(says.noRhythm)],
			[`NOT(OR(${known}))`, inQuotes(says.rhythmUnknown)],
			[`TRIM(${first})=""`, inQuotes(says.noFirst)],
			[`NOT(ISNUMBER(${first}))`, inQuotes(says.firstText)],
			[isWrongYear(first ?? ''), inQuotes(says.whichYear)],
			[`AND(TRIM(${last})<>"",NOT(ISNUMBER(${last})))`, inQuotes(says.lastText)],
			[`IF(ISNUMBER(${last}),${isWrongYear(last ?? '')},FALSE)`, inQuotes(says.whichYear)],
			[`IF(ISNUMBER(${last}),${last}<${first},FALSE)`, inQuotes(says.lastEarly)],
			...(isUnanswered === undefined ? [] : [[isUnanswered, inQuotes(says.noAnswer)] as const]),
			[`AND(${rhythm}="Termly",COUNTIF(${setup.terms},${first})=0)`, inQuotes(says.notTerm)],
			[`AND(${setup.areDaysKnown}=1,${due.inPlan}${row}=0)`, inQuotes(says.neverDue)],
			[`TRIM(${name})=""`, inQuotes(says.noName)],
			[isAnswered(name ?? ''), '""'],
			...questions,
		],
		'""',
	)
	return `IFERROR(${check},${inQuotes(says.broken)})`
}

type Case = readonly [condition: string, value: string]

/** A column of a list, from its header to the note below it, for formulas that look for similar rows. */
const around = (column: keyof typeof typedColumns, { first, last }: Rows) =>
	`$${typedColumns[column]}$${first - 1}:$${typedColumns[column]}$${last + 1}`
export const ofCosts = (column: keyof typeof typedColumns) => around(column, setup.costs)
const inRow = (column: keyof typeof typedColumns, row: number) => `$${typedColumns[column]}${row}`

/** Returns a condition: whether a row above is the same in these columns. */
function isSameAsAbove(row: number, list: Rows, columns: readonly (keyof typeof typedColumns)[]): string {
	const above = (column: keyof typeof typedColumns) =>
		`$${typedColumns[column]}$${list.first - 1}:$${typedColumns[column]}${row - 1}`
	return `SUMPRODUCT(${columns.map((column) => `(${above(column)}=${inRow(column, row)})`).join('*')})>0`
}

/** Questions about an income that can be counted, but perhaps not as it was meant. */
export function incomeQuestions(row: number): Case[] {
	const [amount, rhythm] = [inRow('amount', row), inRow('rhythm', row)]
	const isSoon = `${dueUpTo(`(${setup.monday}+27)`, row)}-$${due.before}${row}>0`
	return [
		[`${amount}=0`, '""'],
		[isSameAsAbove(row, setup.income, ['amount', 'first']), inQuotes(says.sameAsAbove)],
		[`${inRow('stretch', row)}<>"Yes"`, '""'],
		[
			`IF(AND(ISNUMBER(${setup.starting}),${setup.areDaysKnown}=1),AND(${setup.starting}>=${amount},${isSoon}),FALSE)`,
			inQuotes(says.inBalance),
		],
		[
			`AND(${rhythm}<>"Once",${rhythm}<>"Termly",${amount}>=${askedFrom.oftenIncome})`,
			inQuotes(says.tooOften),
		],
	]
}

/** Questions about a cost that can be counted, but perhaps not as it was meant. */
export function costQuestions(row: number): Case[] {
	const [name, rhythm] = [inRow('name', row), inRow('rhythm', row)]
	const [first, last] = [inRow('first', row), inRow('last', row)]
	const contains = (word: string) => `ISNUMBER(SEARCH(${inQuotes(word)},${name}))`
	const count = (word: string) => `COUNTIF(${ofCosts('name')},${inQuotes(`*${word}*`)})`
	const isAlone = livingWords.map((word) => `IF(${contains(word)},${count(word)}=1,FALSE)`)
	const isFollowed = `SUMPRODUCT((${ofCosts('first')}>${last})*${areNumbers(ofCosts('first'))})>0`
	const isPreceded = `SUMPRODUCT((${ofCosts('last')}<${first})*${areNumbers(ofCosts('last'))})>0`
	const same = isSameAsAbove(row, setup.costs, ['name', 'amount', 'rhythm', 'first'])
	return [
		[`${inRow('amount', row)}=0`, inQuotes(says.zero)],
		[same, inQuotes(says.sameAsAbove)],
		[`OR(${setup.areDaysKnown}=0,NOT(OR(${livingWords.map(contains).join(',')})))`, '""'],
		[
			`${rhythm}="Once"`,
			`IF(AND(${setup.lastWeek}>5,OR(${isAlone.join(',')})),${inQuotes(says.onlyOnce)},"")`,
		],
		[
			`IF(ISNUMBER(${last}),IF(${last}+${unaskedDays}<=${setup.lastDay},NOT(${isFollowed}),FALSE),FALSE)`,
			inQuotes(says.endsEarly),
		],
		[`IF(${first}>${setup.monday}+${unaskedDays},NOT(${isPreceded}),FALSE)`, inQuotes(says.startsLate)],
	]
}

/** The faults of an amount that must not be below zero, as cases of a formula. */
export function amountFaults(cell: string, ifBlank: string, ifText: string): [string, string][] {
	return [
		[`TRIM(${cell})=""`, inQuotes(ifBlank)],
		[`NOT(ISNUMBER(${cell}))`, inQuotes(ifText)],
		[`${cell}<0`, inQuotes(says.below)],
		[`${cell}>${largestPounds}`, inQuotes(says.tooMuch)],
	]
}
