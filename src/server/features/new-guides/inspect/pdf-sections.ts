import type { Block, Section } from '#server/features/new-guides/inspected-file.ts'
import { foldText } from '#shared/fold-text.ts'
import { bodySize, type Line } from './pdf-lines.ts'

export interface Heading {
	title: string
	page: number
}

/** A line this much larger than the text is a heading, if the file names none. */
const headingRatio = 1.35
const longestHeading = 90

/** Finds headings by the size of their letters: the largest that is on several pages. */
export function findHeadings(lines: readonly Line[]): Heading[] {
	const large = lines.filter(
		({ size, text }) =>
			size > bodySize(lines) * headingRatio && text.length <= longestHeading && /\p{L}{2}/u.test(text),
	)
	const sizes = [...new Set(large.map(({ size }) => Math.round(size)))].toSorted((a, b) => b - a)
	const ofSize = (wanted: number) => large.filter(({ size }) => Math.round(size) === wanted)
	const chosen = sizes.find((size) => new Set(ofSize(size).map(({ page }) => page)).size >= 2)
	return chosen === undefined ? [] : ofSize(chosen).map(({ text: title, page }) => ({ title, page }))
}

/** Cuts the text into chapters at their headings. */
export function cutAtHeadings(
	lines: readonly Line[],
	headings: readonly Heading[],
	pageCount: number,
): Section[] {
	const body = bodySize(lines)
	const starts = headings.map((heading) => startOf(lines, heading))
	return headings.map(({ title, page }, index) => {
		const start = starts[index] ?? { at: 0, after: 0 }
		const next = starts[index + 1]
		const own = lines.slice(start.after, next?.at ?? lines.length)
		const lastPage = own.at(-1)?.page ?? (next === undefined ? pageCount : page)
		return { title, page, lastPage: Math.max(page, lastPage), blocks: blocksOf(own, body) }
	})
}

/** Finds the line at which a chapter's heading stands, which may be broken in several; the first line of its page if none does. */
function startOf(lines: readonly Line[], { title, page }: Heading): { at: number; after: number } {
	const wanted = foldText(title).replaceAll(/\W+/g, '')
	const first = lines.findIndex((line) => line.page >= page)
	if (first === -1) return { at: lines.length, after: lines.length }
	for (let at = first; lines[at]?.page === page; at += 1) {
		let read = ''
		for (let after = at; after < at + 4 && lines[after]?.page === page; after += 1) {
			read += foldText(lines[after]?.text ?? '').replaceAll(/\W+/g, '')
			if (read === wanted) return { at, after: after + 1 }
			if (!wanted.startsWith(read)) break
		}
	}
	return { at: first, after: first }
}

const bullet = /^(?:[•●◦▪‣·–-]|\d{1,2}[.)])\s+/u

/** Joins lines into paragraphs: a new one begins after a gap, with a bullet, with letters of another size, or in another column. */
function blocksOf(lines: readonly Line[], body: number): Block[] {
	const blocks: Block[] = []
	let before: Line | undefined
	for (const line of lines) {
		const kind = bullet.test(line.text) ? 'item' : line.size > body * 1.12 ? 'heading' : 'paragraph'
		const text = line.text.replace(bullet, '')
		const last = blocks.at(-1)
		const isGap = before === undefined || before.baseline - line.baseline > 1.75 * Math.max(line.size, body)
		const isNew =
			last === undefined ||
			before === undefined ||
			kind === 'item' ||
			(isGap && before.page === line.page) ||
			Math.abs(before.size - line.size) > 0.6 ||
			before.baseline < line.baseline - line.size * 3 === (before.page === line.page) ||
			(before.page !== line.page && /[.!?:”"]$/.test(last.text))
		if (isNew) blocks.push({ kind, text })
		else last.text = joined(last.text, text)
		before = line
	}
	return blocks.filter(({ text }) => /\p{L}|\d/u.test(text))
}

/** Joins the end of a line with the next, without a hyphen that only breaks a word. */
function joined(first: string, second: string): string {
	return /\p{Ll}-$/u.test(first) && /^\p{Ll}/u.test(second)
		? first.slice(0, -1) + second
		: first.endsWith('\u00ad')
			? first.slice(0, -1) + second
			: `${first} ${second}`
}
