import { catalogue } from '#catalogue/index.ts'
import { menuCategories } from '#web/shop-window/categories.ts'
import { ResourceGrid } from '#web/shop-window/resource-grid.tsx'
import { Section } from '#web/ui/section.tsx'

/** The addresses inside the page that links from elsewhere may name (spec section 2). They show nothing. */
const anchors = [
	'free',
	'premium',
	...menuCategories.map((category) => `categories-${category.toLowerCase()}`),
]

export function AllResources() {
	return (
		<Section wide title="Every guide and template" note="Seven so far. What is not finished says so.">
			{anchors.map((anchor) => (
				<span key={anchor} id={anchor} className="block scroll-mt-32" />
			))}
			<ResourceGrid products={catalogue} heading="h3" />
		</Section>
	)
}
