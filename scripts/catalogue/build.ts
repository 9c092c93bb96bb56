import { catalogue } from '#catalogue/index.ts'
import { gallery as interviewGallery } from '#catalogue/interview-bundle/gallery.ts'
import { gallery as northEastGallery } from '#catalogue/north-east-money/gallery.ts'
import type { CataloguedPicture } from '#catalogue/picture.ts'
import { gallery as studyGallery } from '#catalogue/study-techniques/gallery.ts'
import { catalogueSchema } from '#shared/catalogue-schema.ts'
import { packArchive } from './archive.ts'
import { type DeliveredFile, writeBuiltData } from './built-data.ts'
import { comingSoonCover } from './coming-soon.ts'
import { makePlannerFilm } from './film/planner-film.ts'
import { drawOpenGraphPictures } from './open-graph.ts'
import { drawGallery } from './pictures.ts'
import { asItIs, type Recipe, recipes } from './products.ts'
import { writeChanged } from './write-file.ts'

// Pictures are drawn where what they show has changed or one is missing: drawing differs by a shade between machines,
// documents do not. `npm run catalogue -- --pictures` draws them all.
const isDrawingAll = process.argv.includes('--pictures')

catalogueSchema.parse(catalogue)
for (const recipe of recipes) await build(recipe)
await drawComingSoon('interview-bundle', interviewGallery)
await drawComingSoon('north-east-money', northEastGallery)
await drawComingSoon('study-techniques', studyGallery)
await drawOpenGraphPictures(catalogue, isDrawingAll)
await makePlannerFilm(editionOf('budget-planner'), isDrawingAll)

async function build(recipe: Recipe): Promise<void> {
	const delivered = await recipe.build(editionOf(recipe.slug))
	await recipe.prove?.(delivered)
	const stored = storedBytes(recipe, delivered)
	await writeChanged(`goods/${recipe.stored}`, stored)
	await writeBuiltData(recipe.slug, recipe.main, delivered, stored)
	const documents = delivered.map(({ name, bytes }) => asItIs(name, bytes))
	await drawGallery(
		recipe.slug,
		recipe.gallery,
		[...documents, ...(recipe.shown?.(delivered) ?? [])],
		isDrawingAll,
	)
}

function storedBytes(recipe: Recipe, delivered: readonly DeliveredFile[]): Uint8Array {
	const [first] = delivered
	if (first !== undefined && first.name === recipe.stored) return first.bytes
	return packArchive(delivered)
}

async function drawComingSoon(slug: string, gallery: readonly CataloguedPicture[]): Promise<void> {
	await drawGallery(slug, gallery, [asItIs('cover.pdf', comingSoonCover(productOf(slug)))], isDrawingAll)
}

function editionOf(slug: string): string {
	const { edition } = productOf(slug)
	if (edition === null) throw new Error(`${slug} has no edition`)
	return edition.date
}

function productOf(slug: string) {
	const product = catalogue.find((candidate) => candidate.slug === slug)
	if (product === undefined) throw new Error(`${slug} is not in the catalogue`)
	return product
}
