import type { FileRecipe, Recipe } from '#catalogue/recipe.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { packArchive } from './archive.ts'
import { type DeliveredFile, writeBuiltData } from './built-data.ts'
import { writeChapter } from './chapter.ts'
import { convertSpreadsheet } from './office.ts'
import type { ShownDocument } from './pictures.ts'
import { keepRecalculation } from './planner/recalculated.ts'
import { buildPlanner } from './planner/workbook.ts'
import { compilePdf } from './typst.ts'
import { buildWordFile } from './word.ts'
import { writeChanged } from './write-file.ts'

/** Writes a released product's stored file and `built.ts`. Returns the documents that its pictures are drawn from. */
export async function buildFiles(product: Product): Promise<ShownDocument[]> {
	const { slug, edition, pdfFileName } = product
	if (edition === null || pdfFileName === null) throw new Error(`${slug} has no edition or no file`)
	const { recipe }: { recipe: Recipe } = await import(`#catalogue/${slug}/recipe.ts`)
	const delivered: DeliveredFile[] = []
	for (const file of recipe.files) delivered.push(await buildFile(slug, file, edition.date))
	if (recipe.files.some((file) => 'planner' in file)) await keepRecalculation(delivered)
	const [first] = delivered
	const stored = first?.name === pdfFileName ? first.bytes : packArchive(delivered)
	await writeChanged(`goods/${pdfFileName}`, stored)
	await writeBuiltData(slug, recipe.main, delivered, stored)
	await writeChapter(slug, recipe, delivered)
	return [
		...delivered.map(({ name, bytes }) => document(name, bytes)),
		...(recipe.shown ?? []).map((shown) =>
			'typst' in shown
				? document(shown.name, compilePdf(`catalogue/${slug}/${shown.typst}`))
				: printedSheet(shown.name, delivered, shown.printOf),
		),
	]
}

async function buildFile(slug: string, file: FileRecipe, editionDate: string): Promise<DeliveredFile> {
	if ('typst' in file) return { name: file.name, bytes: compilePdf(`catalogue/${slug}/${file.typst}`) }
	if ('word' in file) return { name: file.word.fileName, bytes: await buildWordFile(file.word, editionDate) }
	return { name: file.planner.fileName, bytes: await buildPlanner(file.planner, editionDate) }
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

/** Makes the cover of a product that is coming soon from its texts. */
export function comingSoonCover({ title, category, description, previewContent }: Product): Uint8Array {
	const [subtitle = ''] = description.split(/(?<=\.) /)
	const planned = [...previewContent.whatYouGet, ...previewContent.features].map(withoutPlanned)
	return compilePdf('catalogue/design/coming-soon.typ', {
		product: JSON.stringify({ title, category, subtitle, planned }),
	})
}

/** Drops "Planned: ", because the cover already says that the list is planned. */
function withoutPlanned(line: string): string {
	const text = line.replace(/^Planned: /, '')
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
