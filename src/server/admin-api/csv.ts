/** A text, or a number that is written in digits. */
export type Cell = string | { number: string }

/**
 * Tells a spreadsheet that the file is UTF-8. Without it, Excel and LibreOffice take a file that is opened with a double click
 * for the code page of the computer, and show "Ã©" instead of "é".
 */
const byteOrderMark = '\uFEFF'

/** Yields a CSV file (RFC 4180): the titles of its columns, then its rows, which arrive in batches. */
export async function* csvFile(
	titles: readonly string[],
	batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
	yield byteOrderMark + csvLine(titles)
	for await (const rows of batches) yield rows.map(csvLine).join('')
}

/**
 * Returns one line of a CSV file. A text that a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection); numbers stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
	return `${cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell.number)).join(',')}\r\n`
}

function textCell(text: string): string {
	const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
