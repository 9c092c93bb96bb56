const escapes: Readonly<Record<string, string>> = {
	'<': '\\u003c',
	'>': '\\u003e',
	'&': '\\u0026',
	'\u2028': '\\u2028',
	'\u2029': '\\u2029',
}

/**
 * JSON that can stand within a `script` element of a page: no text in it can close the element, open a comment or end a line.
 * It parses to what was given. Throws a TypeError for what JSON has no form for.
 */
export function jsonInHtml(value: unknown): string {
	const json: string | undefined = JSON.stringify(value)
	if (json === undefined) throw new TypeError('this has no form in JSON')
	return json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character)
}
