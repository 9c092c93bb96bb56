import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

/** Only the cover, because there are no pages to show yet. */
export const gallery: readonly CataloguedPicture[] = [
	{
		name: '01-cover',
		kind: 'cover',
		source: 'cover.pdf',
		page: 1,
		alt: 'Cover of Be the 1% to Get an Interview (Bundle): white title on petrol blue, and one sheet that says coming soon and lists what is planned.',
		caption: null,
		...guidePage,
	},
]

export const openGraph: OpenGraphPicture = {
	sheets: [],
	alt: 'Be the 1% to Get an Interview (Bundle): white title on petrol blue and a sheet that says coming soon.',
}
