import { shelf } from '#catalogue/shelf.ts'
import { menuCategories } from '#web/products/categories.ts'
import { GuideFinder } from '#web/products/guide-finder.tsx'
import { ShelfLinks } from '#web/products/shelf-links.tsx'
import { Section } from '#web/ui/section.tsx'

/** Hidden anchors for links from elsewhere (docs/specification.md section 2). */
const anchors = [
	'free',
	'premium',
	...menuCategories.map((category) => `categories-${category.toLowerCase()}`),
]

const numberWords = [
	'None',
	'One',
	'Two',
	'Three',
	'Four',
	'Five',
	'Six',
	'Seven',
	'Eight',
	'Nine',
	'Ten',
	'Eleven',
	'Twelve',
]

export function AllResources() {
	return (
		<Section
			wide
			id="guides"
			title="Every guide and template"
			note={`${numberWords[shelf.length] ?? shelf.length} so far. Search them, or read on.`}
		>
			{anchors.map((anchor) => (
				<span key={anchor} id={anchor} className="block scroll-mt-32" />
			))}
			{/* A search does nothing without scripts; the shelves do. */}
			<noscript>
				<ShelfLinks />
			</noscript>
			<GuideFinder products={shelf} heading="h3" filters={['category', 'price']} />
		</Section>
	)
}
