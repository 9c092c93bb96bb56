import type { differencesBetween } from './read-documents.ts'

type WordsDifference = ReturnType<typeof differencesBetween>[number]

/** How many differences a plan lists. A document that differs in more was written anew. */
const most = 40

/** Says which words of a document change, and how. */
export function sentencesOf(title: string, differences: readonly WordsDifference[]): string[] {
	const listed = differences.slice(0, most).map((difference) => sentenceOf(title, difference))
	const others = differences.length - listed.length
	return others === 0
		? listed
		: [...listed, `${title}: ${others === 1 ? 'one more change' : `${others} more changes`}.`]
}

function sentenceOf(title: string, { field, before, after }: WordsDifference): string {
	const where = field === '' ? title : `${title}, ${field}`
	if (before === null) return `${where}: adds “${shortened(after ?? '')}”.`
	if (after === null) return `${where}: removes “${shortened(before)}”.`
	const [was, is] = excerptsOf(before, after)
	return `${where}: “${was}” becomes “${is}”.`
}

/** How many characters of a text are shown whole, and how many beside the place where two texts differ. */
const whole = 120
const around = 40

/** Returns the part of two texts in which they differ, with a little of what stands around it. Short texts stay whole. */
export function excerptsOf(before: string, after: string): [string, string] {
	const [was, is] = [[...before], [...after]]
	if (Math.max(was.length, is.length) <= whole) return [before, after]
	const shorter = Math.min(was.length, is.length)
	let start = 0
	while (start < shorter && was[start] === is[start]) start += 1
	let end = 0
	while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
	const from = start > around ? start - around : 0
	const kept = end > around ? end - around : 0
	const cut = (text: readonly string[]) =>
		`${from > 0 ? '…' : ''}${text.slice(from, text.length - kept).join('')}${kept > 0 ? '…' : ''}`
	return [cut(was), cut(is)]
}

/** Returns the beginning of a long text. */
export function shortened(text: string, longest = 200): string {
	const letters = [...text]
	return letters.length <= longest ? text : `${letters.slice(0, longest).join('').trimEnd()}…`
}
