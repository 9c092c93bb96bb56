import { foldText } from '#shared/fold-text.ts'
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
 * Finds a text in the guide, with the same differences ignored as in every search (`foldText`). Returns null if the query is too
 * short.
 */
export function findText(chapters: readonly GuideChapter[], query: string): Matches | null {
	const wanted = foldText(query).trim().replace(/\s+/g, ' ')
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
		const part = { start: place.letterAt(from - place.start), end: place.endAt(to - place.start), match }
		matches.set(index, [...(matches.get(index) ?? []), part])
	})
}

/** The position of a text in the folded text of the whole chapter. */
interface TextPlace {
	start: number
	end: number
	/** Returns where the letter begins in the text that became what is at `index` of its folded form. */
	letterAt: (index: number) => number
	/** Returns where the letter before `index` of the folded form ends in the text, with its accents. */
	endAt: (index: number) => number
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
			const { folded, letterAt, endAt } = foldedText(node)
			places.push({ start: text.length, end: text.length + folded.length, letterAt, endAt })
			text += folded
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

/** Folds a text letter by letter, because a letter may become several (ß as ss) and an accent none. */
function foldedText(text: string): Pick<TextPlace, 'letterAt' | 'endAt'> & { folded: string } {
	const same = (index: number) => index
	if (isAscii.test(text)) return { folded: foldText(text), letterAt: same, endAt: same }
	let folded = ''
	/** Where the letter of each part of the folded text begins. */
	const begins: number[] = []
	let at = 0
	for (const letter of text) {
		const plain = isAscii.test(letter) ? letter.toLowerCase() : foldText(letter)
		for (let part = 0; part < plain.length; part += 1) begins.push(at)
		folded += plain
		at += letter.length
	}
	const letterAt = (index: number) => begins[index] ?? text.length
	const endAt = (index: number) => {
		const last = letterAt(index - 1)
		const next = letterAt(index)
		// The end may be in the middle of what one letter has become.
		return next > last ? next : last + String.fromCodePoint(text.codePointAt(last) ?? 0).length
	}
	return { folded, letterAt, endAt }
}

const isAscii = /^[!-_a-~\s]*$/
