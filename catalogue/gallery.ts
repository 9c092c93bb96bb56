import type { z } from 'zod'
import type { openGraphSchema, pictureSchema, videoSchema } from '#shared/content/picture.ts'

/** A picture in a product's gallery: a page or sheet of what is delivered, or the cover. */
export type CataloguedPicture = z.infer<typeof pictureSchema>

/** The size of a whole page of a guide. `design/guide.typ` defines its shape. */
export const guidePage = { width: 1280, height: 2275 } as const

/** A short silent film of a product in use. `npm run catalogue` makes it from the product's files. */
export type CataloguedVideo = z.infer<typeof videoSchema>

/** The picture in previews of a link: `catalogue/<slug>/open-graph.jpg`, drawn by `npm run catalogue`. */
export type OpenGraphPicture = z.infer<typeof openGraphSchema>

export const openGraphSize = { width: 1200, height: 630 } as const

/** The preview picture of every page that is not about one product: `catalogue/design/open-graph.jpg`. */
export const siteOpenGraph: OpenGraphPicture = {
	sheets: ['student-guide/04-budget', 'cv-secrets/03-after', 'startup-blueprint/04-worksheet'],
	alt: 'Headstart: guides and templates for students and graduates, with three real pages fanned out.',
}
