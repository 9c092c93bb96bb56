import { useLoaderData } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { insidesOf } from '#web/products/insides.server.ts'
import { Shelf } from '#web/products/shelf.tsx'
import { shelf } from '#web/site/shop.server.ts'
import { useShelf } from '#web/site/use-shelf.ts'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function meta() {
	return pageMeta({
		title: 'Free guides',
		description:
			'Free guides for students and graduates, as PDF: a first year at university, an idea tested in four weeks. No card, no trial, yours to keep and print.',
		path: '/free',
	})
}

export function loader() {
	const shown = shelf().filter((product) => product.isFree || !product.comingSoon)
	return { shelf: shown, insides: insidesOf(shown.filter(isFree)) }
}

function isFree(product: ShelfProduct): boolean {
	return product.isFree
}

export default function FreePage() {
	const { insides } = useLoaderData<typeof loader>()
	const products = useShelf().filter(isFree)
	const others = useShelf().filter((product) => !product.isFree)
	return (
		<>
			<Shelf
				title={
					<>
						<span className="marked">Free</span> guides
					</>
				}
				intro="They cost nothing, and nothing is left out. You need an account, so that you can download them again on any device."
				filters={['category']}
				products={products}
				insides={insides}
				others={{ title: 'Paid once, if you want a template as well', products: others }}
			/>
			<ShelfData name="Free guides" path="/free" products={products} />
		</>
	)
}
