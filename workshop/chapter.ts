import type { Chapter } from '../catalogue/product-page.ts'
import { type DeliveredFile, quote } from './built-data.ts'
import { readChapters, toHtml, withFold } from './guide-text.ts'
import type { Recipe } from './recipe.ts'
import { writeChanged } from './write-file.ts'

interface BuiltChapter {
	facts: Chapter
	/** What follows the chapter's title. */
	html: string
}

/** Writes `chapter.ts` and `chapter.html` of a product whose recipe names a chapter. */
export async function writeChapter(slug: string, recipe: Recipe, delivered: readonly DeliveredFile[]) {
	const built = await buildChapter(slug, recipe, delivered)
	if (built === undefined) return
	const { file, title, pages, words } = built.facts
	const lines = [
		"import type { Chapter } from '../product-page.ts'",
		'',
		'/** Written by `npm run catalogue` with `chapter.html`; not edited by hand. */',
		'export const chapter: Chapter = {',
		`	file: ${quote(file)},`,
		`	title: ${quote(title)},`,
		`	pages: [${pages.join(', ')}],`,
		`	words: ${words},`,
		'}',
		'',
	]
	await writeChanged(`catalogue/${slug}/chapter.ts`, lines.join('\n'))
	await writeChanged(`catalogue/${slug}/chapter.html`, built.html)
}

/**
 * Makes the chapter for the product's page from the source of the PDF. Throws if its text differs from that of the PDF. Returns
 * undefined if the recipe names no chapter.
 */
export async function buildChapter(
	slug: string,
	{ chapter, files, furtherFiles }: Recipe,
	delivered: readonly DeliveredFile[],
): Promise<BuiltChapter | undefined> {
	if (chapter === undefined) return
	const { file, title } = chapter
	const recipe = [...files, ...furtherFiles].find(
		(candidate) => 'typst' in candidate && candidate.name === file,
	)
	const pdf = delivered.find(({ name }) => name === file)
	if (recipe === undefined || !('typst' in recipe) || pdf === undefined) {
		throw new Error(`${slug}: ${file} is not one of its PDFs`)
	}
	const [text] = await readChapters(`workshop/${slug}/${recipe.typst}`, pdf.bytes, title)
	if (text === undefined) throw new Error(`${slug}: there is no chapter “${title}”`)
	const { pages, words, nodes } = text
	return { facts: { file, title, pages, words }, html: `${toHtml(withFold(nodes))}\n` }
}
