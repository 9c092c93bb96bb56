import { menuCategories } from '#shared/categories.ts'
import { inWords } from '#web/pages/home/in-words.ts'
import { GuideList } from '#web/products/guide-list.tsx'
import { ShelfLinks } from '#web/products/shelf-links.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { Section } from '#web/ui/section.tsx'

/** Hidden anchors, so that other sites can link to parts of the list (docs/specification.md section 2). */
const anchors = [
	'free',
	'premium',
	...menuCategories.map((category) => `categories-${category.toLowerCase()}`),
]

export function AllResources({ title }: { title: string }) {
	const products = useShelf()
	const released = products.filter(({ comingSoon }) => !comingSoon).length
	return (
		<Section
			wide
			id="guides"
			title={title}
			note={`${inWords(released)} to read now, ${inWords(products.length - released).toLowerCase()} on the way.`}
		>
			{anchors.map((anchor) => (
				<span key={anchor} id={anchor} className="block scroll-mt-32" />
			))}
			<noscript>
				<ShelfLinks />
			</noscript>
			<GuideList products={products} heading="h3" filters={['category', 'price']} />
		</Section>
	)
}
