const entities: Record<string, string> = {
	'&amp;': '&',
	'&#38;': '&',
	'&#x26;': '&',
	'&quot;': '"',
	'&#39;': "'",
	'&#x27;': "'",
}

/** Finds the links of an email, each once, in order of appearance. */
export function findLinks(html: string, text: string): string[] {
	const inHtml = [...html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
		(match[1] ?? match[2] ?? '').replace(
			/&(?:amp|quot|#38|#x26|#39|#x27);/gi,
			(entity) => entities[entity.toLowerCase()] ?? entity,
		),
	)
	// A full stop or closing bracket after an address belongs to the sentence.
	const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map((match) =>
		match[0].replace(/[).,;:!?\]]+$/, ''),
	)
	return [...new Set([...inHtml, ...inText])].filter((link) => /^https?:\/\//i.test(link))
}
