/** RFC 3676 recommends lines of at most 78 characters. */
const widest = 76

/**
 * Breaks long lines, as `format=flowed` does (RFC 3676): a line that ends with a space goes on in the next one, so mail programs join
 * them again to fit the screen, and others show short lines. A word is never broken, so addresses stay whole.
 */
export function flowText(text: string): string {
	return text
		.split('\n')
		.flatMap((line) => brokenLine(line.trimEnd()))
		.map((line) => (/^( |>|From )/.test(line) ? ` ${line}` : line))
		.join('\n')
}

function brokenLine(line: string): string[] {
	const lines: string[] = []
	let current = ''
	for (const word of line.split(/(?<= )(?! )/)) {
		if (current !== '' && current.length + word.trimEnd().length > widest) {
			lines.push(current)
			current = ''
		}
		current += word
	}
	return [...lines, current]
}
