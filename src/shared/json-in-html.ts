const escapes: Readonly<Record<string, string>> = {
	'<': '\\u003c',
	'>': '\\u003e',
	'&': '\\u0026',
	'\u2028': '\\u2028',
	'\u2029': '\\u2029',
}

/**
 * Formats a value as JSON for a `script` element: it cannot close the element, open a comment or end a line. Throws a
 * TypeError if the value cannot be expressed in JSON.
 */
export function jsonInHtml(value: unknown): string {
	const json: string | undefined = JSON.stringify(value)
	if (json === undefined) throw new TypeError('this has no form in JSON')
	return json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character)
}
