const escapes: Readonly<Record<string, string>> = {
	'<': '\\u003c',
	'>': '\\u003e',
	'&': '\\u0026',
	'\u2028': '\\u2028',
	'\u2029': '\\u2029',
}

/**
 * Formats a value as JSON for a `script` element. The result cannot close the element, open a comment or contain a line
 * terminator. Throws a TypeError if JSON cannot express the value.
 */
export function jsonInHtml(value: unknown): string {
	const json: string | undefined = JSON.stringify(value)
	if (json === undefined) throw new TypeError('JSON cannot express this value')
	return json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character)
}

/** Reports whether a value is an object with properties, and not null or an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
