import { foldMark } from '#shared/content/chapter-html.ts'
import type { Block, InspectedFile, Section } from './inspected-file.ts'
import { wordsIn } from './words-in.ts'

/** How many words a chapter has that is worth reading and gives not too much away. */
const range = { from: 400, to: 2_000 }
/** After how many words the page folds a chapter away. */
const shownWords = 150

/** Suggests the shortest whole chapter that is long enough to judge a guide by; undefined if the file has none. */
export function suggestChapter({ sections, mainFile }: Pick<InspectedFile, 'sections' | 'mainFile'>) {
	const counted = sections
		.map((section) => ({
			...section,
			words: section.blocks.reduce((sum, { text }) => sum + wordsIn(text), 0),
		}))
		.filter(({ words, title }) => words >= range.from && words <= range.to && title !== '')
	const [shortest] = counted.toSorted((a, b) => a.words - b.words)
	if (shortest === undefined) return
	return {
		file: mainFile,
		title: oneLine(shortest.title, 160),
		pages: pagesOf(shortest),
		words: shortest.words,
		html: htmlOf(shortest.blocks),
	}
}

function pagesOf({ page, lastPage }: Section): number[] {
	if (page === null || lastPage === null) return []
	return Array.from({ length: lastPage - page + 1 }, (_, index) => page + index)
}

/** Writes a chapter with the few elements that pages allow. Nothing of the file's own markup gets in. */
function htmlOf(blocks: readonly Block[]): string {
	let html = ''
	let words = 0
	let isList = false
	let isFolded = false
	for (const { kind, text } of blocks) {
		const isItem = kind === 'item'
		if (isList && !isItem) html += '</ul>'
		if (!isFolded && !isItem && words >= shownWords) {
			html += foldMark
			isFolded = true
		}
		if (isItem && !isList) html += '<ul>'
		isList = isItem
		const element = { paragraph: 'p', heading: 'h3', item: 'li' }[kind]
		html += `<${element}>${escaped(text)}</${element}>`
		words += wordsIn(text)
	}
	return isList ? `${html}</ul>` : html
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Returns a text from a file as one line, without hidden marks, cut at a word if it is too long. */
export function oneLine(text: string, longest: number): string {
	const line = text
		.normalize('NFC')
		.replaceAll(/[\p{Cc}\p{Cs}\p{Co}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
	if (line.length <= longest) return line
	const cut = line.slice(0, longest - 1)
	return `${cut.slice(0, cut.lastIndexOf(' ') > longest / 2 ? cut.lastIndexOf(' ') : undefined).trimEnd()}…`
}
