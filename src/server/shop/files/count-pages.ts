import { inflateSync } from 'node:zlib'

/**
 * Returns how many pages a PDF says it has; null if it doesn't say so in a way that this function reads, as in an encrypted file.
 * The list of pages is in the file itself or, since PDF 1.5, in one of its compressed streams of objects.
 */
export function countPages(pdf: Uint8Array): number | null {
	// The root of the tree of pages counts all of them, its branches only theirs.
	const counts = [...objectsIn(pdf)].flatMap(countsIn)
	return counts.length === 0 ? null : Math.max(...counts)
}

/** Returns the fonts that a PDF names and doesn't contain. Not all of those that are in an encrypted file are found. */
export function fontsNotIn(pdf: Uint8Array): string[] {
	const names = [...objectsIn(pdf)].flatMap((text) =>
		[...text.matchAll(/\/Type\s*\/Font(?:Descriptor)?\b/g)].flatMap(({ index }) => {
			const dictionary = dictionaryAround(text, index)
			const isMissing = dictionary.includes('/FontName')
				? !dictionary.includes('/FontFile')
				: /\/Subtype\s*\/(?:Type1|TrueType)\b/.test(dictionary) && !dictionary.includes('/FontDescriptor')
			const name = /\/(?:FontName|BaseFont)\s*\/([\w+,-]{1,60})/.exec(dictionary)?.[1]
			return isMissing && name !== undefined ? [name] : []
		}),
	)
	return [...new Set(names)]
}

/** Yields the text of the file, and that of each of its compressed streams of objects. */
function* objectsIn(pdf: Uint8Array): Generator<string> {
	const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
	yield text
	yield* objectStreams(text)
}

/** Yields the text of each compressed stream of objects. */
function* objectStreams(text: string): Generator<string> {
	for (const { index } of text.matchAll(/\/Type\s*\/ObjStm/g)) {
		const begin = /stream\r?\n/.exec(text.slice(index, index + 1_024))
		if (begin === null) continue
		const start = index + begin.index + begin[0].length
		const end = text.indexOf('endstream', start)
		if (end === -1) continue
		try {
			yield inflateSync(Buffer.from(text.slice(start, end), 'latin1'), {
				maxOutputLength: mostBytes,
			}).toString('latin1')
		} catch {
			// Not compressed like this, or encrypted.
		}
	}
}

/** No stream of objects of a guide is near this size. */
const mostBytes = 32 * 1024 * 1024

/** Returns the counts in the nodes of the tree of pages. */
function countsIn(text: string): number[] {
	return [...text.matchAll(/\/Type\s*\/Pages\b/g)].flatMap(({ index }) => {
		const count = /\/Count\s+(\d{1,6})\b/.exec(dictionaryAround(text, index))?.[1]
		return count === undefined ? [] : [Number(count)]
	})
}

/** Returns the dictionary, written as `<< … >>`, that a place of the text is in. Some programs write the count before the type. */
function dictionaryAround(text: string, place: number): string {
	let begin = place
	for (let depth = 1; depth > 0 && begin > 0; begin -= 1) {
		if (text.startsWith('>>', begin - 1)) depth += 1
		else if (text.startsWith('<<', begin - 1)) depth -= 1
		else continue
		begin -= 1
	}
	let end = place
	for (let depth = 1; depth > 0 && end < text.length; end += 1) {
		if (text.startsWith('<<', end)) depth += 1
		else if (text.startsWith('>>', end)) depth -= 1
		else continue
		end += 1
	}
	return text.slice(Math.max(0, begin), end)
}
