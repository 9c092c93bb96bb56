import { catalogue } from '#catalogue/index.ts'
import { packArchive } from './archive.ts'
import { type DeliveredFile, writeBuiltData } from './built-data.ts'
import { drawPicture, isDrawn } from './pictures.ts'
import { type Recipe, recipes } from './products.ts'
import { isDifferent, writeChanged } from './write-file.ts'

// Pictures are drawn when their document has changed or one is missing: drawing differs by a shade between machines,
// documents do not. `npm run catalogue -- --pictures` draws them all.
const isDrawingAll = process.argv.includes('--pictures')

for (const recipe of recipes) await build(recipe)

async function build(recipe: Recipe): Promise<void> {
	const edition = catalogue.find(({ slug }) => slug === recipe.slug)?.edition
	if (edition === null || edition === undefined) throw new Error(`${recipe.slug} has no edition`)
	const delivered = await recipe.build(edition.date)
	const stored = storedBytes(recipe, delivered)
	const goods = `goods/${recipe.stored}`
	await drawGallery(recipe, delivered, isDrawingAll || (await isDifferent(goods, stored)))
	await writeBuiltData(recipe.slug, recipe.main, delivered, stored)
	// Last, so that a run that was stopped half-way draws its pictures again.
	await writeChanged(goods, stored)
}

function storedBytes(recipe: Recipe, delivered: readonly DeliveredFile[]): Uint8Array {
	const [first] = delivered
	if (first !== undefined && first.name === recipe.stored) return first.bytes
	return packArchive(delivered)
}

async function drawGallery(
	recipe: Recipe,
	delivered: readonly DeliveredFile[],
	isDrawing: boolean,
): Promise<void> {
	const wanted = []
	for (const picture of recipe.gallery) {
		if (isDrawing || !(await isDrawn(recipe.slug, picture))) wanted.push(picture)
	}
	if (wanted.length === 0) return
	const documents: Record<string, Uint8Array | undefined> = {
		...Object.fromEntries(delivered.map(({ name, bytes }) => [name, bytes])),
		...(await recipe.shown?.(delivered)),
	}
	for (const picture of wanted) {
		const document = documents[picture.source]
		if (document !== undefined) await drawPicture(recipe.slug, picture, document)
		else
			console.log(
				`kept     ${recipe.slug}/${picture.name}: its sheet needs LibreOffice (soffice) to be printed`,
			)
	}
}
