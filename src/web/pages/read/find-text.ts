import type { GuideChapter } from './read-guide.ts'
import type { ChapterNode } from './read-html.ts'

/** The part of a text that belongs to a match. */
export interface FoundPart {
	start: number
	end: number
	/** The number of the match in the guide, from 0. */
	match: number
}

/**
 * The matches in a chapter, by the index of the text node that contains them. A match that continues in another element has
 * several parts.
 */
export type ChapterMatches = ReadonlyMap<number, readonly FoundPart[]>

export interface Matches {
	count: number
	/** The matches of each chapter, in order. */
	chapters: readonly ChapterMatches[]
	/** The number of the first match in each chapter. */
	firsts: readonly number[]
}

/** The shortest query. A shorter one would match half of the guide. */
export const shortestQuery = 2

/**
 * Finds a text in the guide, ignoring differences in capitals, accents, dashes and quotation marks. Returns null if the query
 * is too short.
 */
export function findText(chapters: readonly GuideChapter[], query: string): Matches | null {
	const wanted = fold(query.trim().replace(/\s+/g, ' '))
	if (wanted.length < shortestQuery) return null
	let count = 0
	const firsts: number[] = []
	const found = chapters.map(({ nodes }) => {
		firsts.push(count)
		const { text, places } = textsOf(nodes)
		const matches = new Map<number, FoundPart[]>()
		for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
			addParts(matches, places, { start: at, end: at + wanted.length, match: count })
			count += 1
		}
		return matches
	})
	return { count, chapters: found, firsts }
}

function addParts(
	matches: Map<number, FoundPart[]>,
	places: readonly TextPlace[],
	{ start, end, match }: FoundPart,
): void {
	places.forEach((place, index) => {
		const [from, to] = [Math.max(start, place.start), Math.min(end, place.end)]
		if (from >= to) return
		const part = { start: from - place.start, end: to - place.start, match }
		matches.set(index, [...(matches.get(index) ?? []), part])
	})
}

/** The position of a text in the whole chapter. */
interface TextPlace {
	start: number
	end: number
}

const inline: ReadonlySet<string> = new Set(['strong', 'em', 'mark', 'a'])

/**
 * Returns the chapter's text, and the position of each of its parts. Blocks are separated by line breaks, so that no match
 * spans two.
 */
function textsOf(nodes: readonly ChapterNode[]): { text: string; places: TextPlace[] } {
	const places: TextPlace[] = []
	let text = ''
	function add(node: ChapterNode) {
		if (typeof node === 'string') {
			places.push({ start: text.length, end: text.length + node.length })
			text += fold(node)
			return
		}
		const isBlock = !inline.has(node.tag)
		if (isBlock) text += '\n'
		node.children.forEach(add)
		if (isBlock) text += '\n'
	}
	nodes.forEach(add)
	return { text, places }
}

/** Returns the text in the form used for comparison. Its length does not change, so positions apply to the original. */
function fold(text: string): string {
	return text.replace(/[^\n -@[-~]/g, (letter) => {
		const known = lookalikes[letter]
		if (known !== undefined) return known
		const plain = letter.normalize('NFD').charAt(0).toLowerCase()
		return plain.length === 1 ? plain : letter
	})
}

const lookalikes: Readonly<Record<string, string>> = {
	'\u00a0': ' ',
	'\u202f': ' ',
	'‘': "'",
	'’': "'",
	'“': '"',
	'”': '"',
	'‑': '-',
	'–': '-',
	'—': '-',
}
