/**
 * Makes text safe to print on a terminal. Replaces control characters, and characters that change the direction of writing,
 * because names and messages from other people may contain them.
 */
export function printable(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it replaces.
	return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

interface Column {
	title: string
	/** Whether to align the column on the right. */
	isNumber?: boolean
}

/**
 * Lays out rows in columns below a line of titles. Put names in the last column, because wide characters, or a name written from
 * right to left, would displace any column after it.
 */
export function tableOf(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
	const last = columns.length - 1
	const lines = [columns.map(({ title }) => title), ...rows]
	const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
	return lines.map((line) =>
		columns
			.map(({ isNumber = false }, index) => {
				const cell = line[index] ?? ''
				const width = widths[index] ?? 0
				if (isNumber) return cell.padStart(width)
				return index === last ? cell : cell.padEnd(width)
			})
			.join('  ')
			.trimEnd(),
	)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens a text for a list, such as a name of 300 letters. */
export function shortened(text: string, length = 48): string {
	const parts = [...graphemes.segment(text)].map(({ segment }) => segment)
	return parts.length <= length ? text : `${parts.slice(0, length - 1).join('')}…`
}

/** Breaks a line between words to fit a terminal. The further lines are indented like the first. */
export function wrapped(line: string, columns: number): string {
	const indent = /^ */.exec(line)?.[0] ?? ''
	const [lines, rest] = line
		.slice(indent.length)
		.split(/(?<= )(?=[^ ])/)
		.reduce<[string[], string]>(
			([done, current], word) =>
				current.length > indent.length && (current + word).trimEnd().length > columns
					? [[...done, current.trimEnd()], indent + word]
					: [done, current + word],
			[[], indent],
		)
	return [...lines, rest].join('\n')
}
