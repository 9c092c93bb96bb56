/** The picture in previews of a link: `catalogue/<slug>/open-graph.jpg`, drawn by `npm run catalogue`. */
export interface OpenGraphPicture {
	/** Pictures of galleries that are fanned out on it, the top one first; none if there are no pages yet. */
	sheets: readonly string[]
	/** Its alternative text. */
	alt: string
}

export const openGraphSize = { width: 1200, height: 630 } as const

/** The picture of all pages that are not about one product: `catalogue/design/open-graph.jpg`. */
export const siteOpenGraph: OpenGraphPicture = {
	sheets: ['student-guide/04-budget', 'cv-secrets/03-after', 'startup-blueprint/04-worksheet'],
	alt: 'Headstart: guides and templates for students and graduates, with three real pages fanned out.',
}
