import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootDir } from '../scripts/setup/run.mjs'
import type { Product } from '../src/shared/catalogue-schema.ts'
import { packArchive } from './archive.ts'
import { type DeliveredFile, writeBuiltData } from './built-data.ts'
import { writeChapter } from './chapter.ts'
import { type ChapterText, readChapters } from './guide-text.ts'
import { mendTags } from './mend-tags.ts'
import { convertSpreadsheet } from './office.ts'
import { makeForm } from './pdf-forms.ts'
import type { ShownDocument } from './pictures.ts'
import { keepRandomPlans } from './planner/kept-random-plans.ts'
import { keepRecalculation } from './planner/recalculated.ts'
import { buildPlanner } from './planner/workbook.ts'
import { keepExtracts, printedWord } from './printed-word.ts'
import { readMe } from './read-me.ts'
import { buildEpub, buildReading } from './reading-edition.ts'
import type { FileRecipe, FurtherFileRecipe, Recipe } from './recipe.ts'
import { compilePdf } from './typst.ts'
import { buildWordFile } from './word.ts'
import { writeChanged } from './write-file.ts'

/** A released product with its recipe and the date of its edition. `chapters` has those read so far, by source file. */
interface Made {
	product: Product
	recipe: Recipe
	editionDate: string
	chapters: Map<string, readonly ChapterText[]>
}

/** Writes a released product's stored files and `built.ts`. Returns the documents that its pictures are drawn from. */
export async function buildFiles(product: Product): Promise<ShownDocument[]> {
	const { slug, edition, pdfFileName } = product
	if (edition === null || pdfFileName === null) throw new Error(`${slug} has no edition or no file`)
	const { recipe }: { recipe: Recipe } = await import(`./${slug}/recipe.ts`)
	const made: Made = { product, recipe, editionDate: edition.date, chapters: new Map() }
	// The CV guide shows these extracts, so they are made before it.
	if (recipe.files.some((file) => 'printed' in file)) await keepExtracts(edition.date)
	const delivered = await buildAll(made, recipe.files)
	if (recipe.files.some((file) => 'planner' in file)) {
		await keepRecalculation(delivered, edition.date)
		await keepRandomPlans(delivered)
	}
	const [first] = delivered
	const stored = first?.name === pdfFileName ? first.bytes : pack(made, delivered)
	await writeChanged(`goods/${pdfFileName}`, stored)
	const further: DeliveredFile[] = []
	for (const file of recipe.furtherFiles) {
		const built = await buildFurther(made, file, delivered)
		await writeChanged(`goods/${built.name}`, built.bytes)
		further.push(built)
	}
	await writeBuiltData({ slug, main: recipe.main, delivered, stored, further })
	await writeChapter(slug, recipe, [...delivered, ...further])
	return [
		...[...delivered, ...further].map(({ name, bytes }) => document(name, bytes)),
		...(recipe.shown ?? []).map((shown) =>
			'typst' in shown
				? document(shown.name, compilePdf(`workshop/${slug}/${shown.typst}`, 'phone'))
				: printedSheet(shown.name, delivered, shown.printOf),
		),
	]
}

async function buildAll(made: Made, files: readonly FileRecipe[]): Promise<DeliveredFile[]> {
	const built: DeliveredFile[] = []
	for (const file of files) built.push(await buildFile(made, file))
	return built
}

async function buildFile({ product: { slug }, editionDate }: Made, file: FileRecipe): Promise<DeliveredFile> {
	if ('typst' in file) {
		const bytes = compilePdf(`workshop/${slug}/${file.typst}`, file.medium ?? 'a4')
		return { name: file.name, bytes: await mendTags(bytes) }
	}
	if ('form' in file) {
		const bytes = await makeForm(compilePdf(`workshop/${slug}/${file.form}`, 'a4'))
		return { name: file.name, bytes: await mendTags(bytes) }
	}
	if ('word' in file) return { name: file.word.fileName, bytes: await buildWordFile(file.word, editionDate) }
	if ('copyOf' in file) {
		return { name: file.name, bytes: await readFile(join(rootDir, 'workshop', slug, file.copyOf)) }
	}
	if ('printed' in file) return await printedWord(file.printed, editionDate)
	return { name: file.planner.fileName, bytes: await buildPlanner(file.planner, editionDate) }
}

async function buildFurther(
	made: Made,
	file: FurtherFileRecipe,
	delivered: readonly DeliveredFile[],
): Promise<DeliveredFile> {
	const { product, recipe } = made
	if ('archive' in file) return { name: file.name, bytes: pack(made, await buildAll(made, file.archive)) }
	if (!('reading' in file || 'epub' in file)) return await buildFile(made, file)
	const typst = 'reading' in file ? file.reading : file.epub
	const printed = recipe.files.find((candidate) => 'typst' in candidate && candidate.typst === typst)
	const pdf = delivered.find(
		({ name }) => printed !== undefined && 'name' in printed && name === printed.name,
	)
	if (pdf === undefined) throw new Error(`${product.slug} has no PDF made from ${typst}`)
	const source = `workshop/${product.slug}/${typst}`
	const chapters = await chaptersOf(made, source, pdf.bytes)
	const bytes = 'reading' in file ? buildReading(product, chapters) : buildEpub(product, chapters, source)
	return { name: file.name, bytes }
}

/** Reads the chapters of a source once, for the reading edition and the EPUB. */
async function chaptersOf(
	{ chapters }: Made,
	source: string,
	pdf: Uint8Array,
): Promise<readonly ChapterText[]> {
	const read = chapters.get(source) ?? (await readChapters(source, pdf))
	chapters.set(source, read)
	return read
}

/** Packs the files, beginning with a note on what to open first and what the reader may do with them. */
function pack({ product }: Made, files: readonly DeliveredFile[]): Uint8Array {
	return packArchive([readMe(product, files), ...files])
}

/** Describes a PDF, which can be drawn without being converted first. */
export function document(name: string, bytes: Uint8Array): ShownDocument {
	return { name, source: bytes, print: () => Promise.resolve(bytes) }
}

function printedSheet(name: string, delivered: readonly DeliveredFile[], of: string): ShownDocument {
	const sheet = delivered.find((file) => file.name === of)
	if (sheet === undefined) throw new Error(`${of} is not among the files`)
	return { name, source: sheet.bytes, print: () => convertSpreadsheet(sheet.bytes, 'pdf') }
}

/** Makes the cover of a product that has no files yet, from its title and description. */
export function comingSoonCover({ title, category, description, previewContent }: Product): Uint8Array {
	const [subtitle = ''] = description.split(/(?<=\.) /)
	const planned = [...previewContent.whatYouGet, ...previewContent.features].map(withoutPlanned)
	return compilePdf('workshop/design/coming-soon.typ', 'phone', {
		product: JSON.stringify({ title, category, subtitle, planned }),
	})
}

/** Drops "Planned: ", because the cover already says that the list is planned. */
function withoutPlanned(line: string): string {
	const text = line.replace(/^Planned: /, '')
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
