/** A text, or a number in digits. */
type Cell = string | { number: string }

/**
 * Returns one line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection); numbers stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
	return `${cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell.number)).join(',')}\r\n`
}

function textCell(text: string): string {
	const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
