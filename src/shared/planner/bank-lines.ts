import type { Category } from './choices.ts'
import { dateOf, dayNumber } from './typed-plan.ts'

/** One line of a bank's list. The sign of its amount is the bank's. */
export interface BankLine {
	day: number
	text: string
	pence: number
}

export interface BankLines {
	lines: readonly BankLine[]
	/** Lines without a date or an amount. A line of headings is not among them. */
	unread: readonly string[]
	/** Whether the bank seems to show what was spent as amounts below zero. */
	isSpentBelowZero: boolean
}

/** The most lines that are read of what is pasted. */
export const mostBankLines = 500
/** Longer lines are no bank’s, and would take long to read. */
const longestLine = 400

/** Reads lines that were copied from a bank's list or its CSV file, with or without headings. Days come before months. */
export function readBankLines(pasted: string, today: number): BankLines {
	const rows = pasted
		.split(/\r?\n/)
		.map((line) => line.trim().slice(0, longestLine))
		.filter((line) => line !== '')
		.slice(0, mostBankLines)
	const first = cellsOf(rows[0] ?? '')
	const headings = headingsOf(first)
	const read = rows.slice(headings === null ? 0 : 1).map((row) => ({
		row,
		line: headings === null ? guessed(row, today) : byHeadings(cellsOf(row), headings, today),
	}))
	const lines = read.flatMap(({ line }) => line ?? [])
	const below = lines.filter(({ pence }) => pence < 0).length
	return {
		lines,
		unread: read.flatMap(({ row, line }) => (line === null ? [row] : [])),
		isSpentBelowZero: below > 0 && 2 * below >= lines.length,
	}
}

interface Headings {
	date: number
	text: number
	amount: number
	out: number
	in: number
}

const headingWords: Readonly<Record<keyof Headings, RegExp>> = {
	date: /\bdate\b/i,
	text: /description|details|merchant|\bname\b|narrative|payee|memo|reference/i,
	amount: /\bamount\b|\bvalue\b/i,
	out: /paid out|money out|debit|withdrawn/i,
	in: /paid in|money in|credit|deposited/i,
}

function headingsOf(cells: readonly string[]): Headings | null {
	const place = (name: keyof Headings) => cells.findIndex((cell) => headingWords[name].test(cell))
	const out = place('out')
	const found = {
		date: place('date'),
		text: place('text'),
		// "Debit amount" is not the whole amount.
		amount: out === -1 ? place('amount') : -1,
		out,
		in: place('in'),
	}
	const hasAmount = found.amount !== -1 || found.out !== -1
	return found.date !== -1 && hasAmount && cells.every((cell) => readMoney(cell) === null) ? found : null
}

function byHeadings(cells: readonly string[], at: Headings, today: number): BankLine | null {
	const day = readDay(cells[at.date] ?? '', today)
	const whole = readMoney(cells[at.amount] ?? '')
	const out = readMoney(cells[at.out] ?? '')
	const into = readMoney(cells[at.in] ?? '')
	const pence = whole ?? (out === null && into === null ? null : Math.abs(into ?? 0) - Math.abs(out ?? 0))
	return day === null || pence === null ? null : { day, text: (cells[at.text] ?? '').slice(0, 80), pence }
}

/** Takes the first date, and the first amount after it. A second amount is usually the balance. */
function guessed(row: string, today: number): BankLine | null {
	const cells = cellsOf(row)
	const at = cells.findIndex((cell) => readDay(cell, today) !== null)
	const day = readDay(cells[at] ?? '', today)
	if (day === null) return null
	const rest = cells.filter((_, index) => index !== at)
	const isMoney = (cell: string) => /[.,]\d\d\b|£/.test(cell) && readMoney(cell) !== null
	const money = rest.findIndex(isMoney)
	const pence = readMoney(rest[money] ?? '')
	if (pence === null) return null
	const text = rest.find((cell) => /\p{L}/u.test(cell) && !isMoney(cell) && readDay(cell, today) === null)
	return { day, text: (text ?? '').slice(0, 80), pence }
}

const oneLine =
	/^(\S+(?: [A-Za-z]{3,9}(?: \d{2,4})?)?) +(.*?) +([-−+]?£?[\d,]+\.\d\d)(?: +[-−+]?£?[\d,]+\.\d\d)?$/

/** Splits at tabs, semicolons, commas outside quotation marks, or several spaces; else before and after the text of the line. */
function cellsOf(row: string): string[] {
	for (const mark of ['\t', ';', ',']) {
		const cells = splitAt(row, mark)
		if (cells.length > 2) return cells
	}
	const spaced = row.split(/ {2,}/)
	return spaced.length > 2 ? spaced : (oneLine.exec(row)?.slice(1) ?? [row])
}

function splitAt(row: string, mark: string): string[] {
	const cells = ['']
	let isQuoted = false
	for (const letter of row) {
		if (letter === '"') isQuoted = !isQuoted
		else if (letter === mark && !isQuoted) cells.push('')
		else cells[cells.length - 1] += letter
	}
	return cells.map((cell) => cell.trim())
}

const money =
	/^([-−+(]?)\s*(?:£|GBP)?\s*([-−+]?)(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?(\)?)\s*(CR|DR)?$/i

function readMoney(cell: string): number | null {
	const [, open = '', sign = '', pounds, pence = '', , end = ''] = money.exec(cell.trim()) ?? []
	if (pounds === undefined) return null
	const amount = 100 * Number(pounds.replaceAll(',', '')) + Number(pence.padEnd(2, '0'))
	const isBelow = /[-−(]/.test(open + sign) || end.toUpperCase() === 'DR'
	return isBelow ? -amount : amount
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Returns a day number. A date without a year is the last one before today. */
function readDay(cell: string, today: number): number | null {
	const [, isoYear, isoMonth, isoDate] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(cell) ?? []
	if (isoYear !== undefined) return dayIn(isoYear, Number(isoMonth), Number(isoDate))
	const [, date, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)(?!\d)/.exec(cell) ?? []
	if (year !== undefined) return dayIn(year, Number(month), Number(date))
	const [, named, name = '', namedYear] =
		/^(?:[A-Za-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ -]([A-Za-z]{3,9})\.?(?:[ ,-]+(\d{4}|\d\d))?$/.exec(
			cell,
		) ?? []
	const number = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
	if (named === undefined || number === 0) return null
	if (namedYear !== undefined) return dayIn(namedYear, number, Number(named))
	const thisYear = dateOf(today).getUTCFullYear()
	const day = dayIn(String(thisYear), number, Number(named))
	return day !== null && day > today ? dayIn(String(thisYear - 1), number, Number(named)) : day
}

function dayIn(year: string, month: number, date: number): number | null {
	const two = (part: number) => String(part).padStart(2, '0')
	const iso = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(date)}`
	const day = dayNumber(iso)
	return Number.isNaN(day) || dateOf(day).toISOString().slice(0, 10) !== iso ? null : day
}

const familiar: readonly [Category, RegExp][] = [
	['Food', /tesco|sainsbury|aldi|lidl|co-?op|asda|morrisons|waitrose|iceland|m&s food|greggs|supermarket/i],
	[
		'Going out',
		/\bpub\b|\bbar\b|cinema|nando|mcdonald|costa|starbucks|deliveroo|just ?eat|uber ?eats|caf[eé]/i,
	],
	['Travel', /\btfl\b|train|rail|\bbus\b|uber|national express|megabus|petrol/i],
	['Clothes and home', /primark|h&m|asos|vinted|ikea|argos|wilko|amazon/i],
	['Course', /waterstones|print|books?hop|stationer/i],
	['Health', /boots|pharmacy|superdrug|dentist|optician|prescription/i],
]

/** Suggests one of the plan's categories by words in a line; the last one if none is known. */
export function categoryOf(text: string, categories: readonly string[]): string {
	const known = familiar.find(([, words]) => words.test(text))?.[0] ?? 'Other'
	return categories.includes(known) ? known : (categories.at(-1) ?? known)
}
