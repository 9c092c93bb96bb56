const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Writes a text as the content of an element of XML, without the characters that XML can't have. */
export function inXml(text: string): string {
	return text
		.replaceAll(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
		.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}
