import { siteOpenGraph } from '../catalogue/gallery.ts'
import { catalogue } from '../catalogue/index.ts'
import { buildFiles, comingSoonCover, document } from './build-files.ts'
import { drawEmailCover } from './email-cover.ts'
import { makePlannerFilm } from './film/planner-film.ts'
import { drawOpenGraph, productFace, siteFace } from './open-graph.ts'
import { drawGallery, readGallery } from './pictures.ts'

// Draws a picture only if it is missing or what it shows has changed, because drawings, unlike documents, differ slightly between
// machines. `npm run catalogue -- --pictures` draws all pictures.
const isDrawingAll = process.argv.includes('--pictures')

for (const product of catalogue) {
	const { gallery } = await readGallery(product.slug)
	const documents = product.comingSoon
		? [document('cover.pdf', comingSoonCover(product))]
		: await buildFiles(product)
	await drawGallery(product.slug, gallery, documents, isDrawingAll)
}
// The pictures for link previews and emails contain pictures of the galleries, so they are drawn after the galleries.
await drawOpenGraph('design', siteOpenGraph, siteFace(), isDrawingAll)
for (const product of catalogue) {
	const { openGraph } = await readGallery(product.slug)
	await drawOpenGraph(product.slug, openGraph, productFace(product), isDrawingAll)
	await drawEmailCover(product.slug, isDrawingAll)
}
for (const { slug, edition } of catalogue)
	if (slug === 'budget-planner' && edition !== null) await makePlannerFilm(edition.date, isDrawingAll)
