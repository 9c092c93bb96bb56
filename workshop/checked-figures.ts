import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootDir } from '../scripts/setup/run.mjs'

/** A `#check(…)` or `#source(…)` of a guide: the pages it names, and the day on which the text was last compared with them. */
export interface CheckedFigure {
	/** The file and the line: `student-guide/guide.typ:12`. */
	place: string
	/** A date such as 2026-11-22. Undefined if the call gives none. */
	checked: string | undefined
	pages: readonly string[]
}

/** Reads every `#check(…)` and `#source(…)` of a product's Typst sources. */
export async function readCheckedFigures(slug: string): Promise<CheckedFigure[]> {
	const folder = join(rootDir, 'workshop', slug)
	const sources = (await readdir(folder)).filter((name) => name.endsWith('.typ')).sort()
	const texts = sources.map(async (name) =>
		checkedFigures(`${slug}/${name}`, await readFile(join(folder, name), 'utf8')),
	)
	return (await Promise.all(texts)).flat()
}

/** A year such as 2026/27, or "since May 2026". */
const dated =
	/\b20\d\d\/\d\d\b|\b(?:since|from)(?: \d+)? (?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b/i

/** Returns the titles of the chapters that give a dated figure or rule without a source. */
export function chaptersWithoutSource(text: string): string[] {
	const chapters = text.split(/^= /m).slice(1)
	return chapters
		.filter((chapter) => dated.test(chapter) && checkedFigures('', chapter).length === 0)
		.map((chapter) => chapter.split('\n')[0] ?? '')
}

/** Finds the calls in a file. Their arguments are strings, so the first closing bracket ends a call. */
export function checkedFigures(file: string, text: string): CheckedFigure[] {
	return Array.from(text.matchAll(/#(?:check|source)\(([^)]*)\)/g), ({ index, 1: args = '' }) => ({
		place: `${file}:${text.slice(0, index).split('\n').length}`,
		checked: /checked:\s*"([^"]*)"/.exec(args)?.[1],
		pages: Array.from(args.replace(/\w+:\s*"[^"]*"/g, '').matchAll(/"([^"]*)"/g), ([, page = '']) => page),
	}))
}

/** Returns whether a check has no date, or was made more than 12 months before `date`. */
export function isOld({ checked }: CheckedFigure, date: string): boolean {
	const [year, rest] = [Number(date.slice(0, 4)), date.slice(4)]
	return checked === undefined || checked < `${year - 1}${rest}`
}
