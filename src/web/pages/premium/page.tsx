import { useLoaderData } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { insidesOf } from '#web/products/insides.server.ts'
import { Shelf } from '#web/products/shelf.tsx'
import { BundleOffers } from '#web/shop/bundle-offers.tsx'
import { bundlesOnSale, shelf } from '#web/site/shop.server.ts'
import { useShelf } from '#web/site/use-shelf.ts'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function meta() {
	return pageMeta({
		title: 'Premium guides',
		description:
			'Guides with files to fill in and make your own: a CV that gets read, a budget that lasts the term. Paid once, no subscription, the files are yours.',
		path: '/premium',
	})
}

export function loader() {
	const shown = shelf().filter((product) => isPaid(product) || !product.comingSoon)
	return { shelf: shown, insides: insidesOf(shown.filter(isPaid)), bundles: bundlesOnSale() }
}

function isPaid(product: ShelfProduct): boolean {
	return !product.isFree
}

export default function PremiumPage() {
	const { insides, bundles } = useLoaderData<typeof loader>()
	const products = useShelf().filter(isPaid)
	const others = useShelf().filter((product) => product.isFree)
	return (
		<>
			<Shelf
				title={
					<>
						<span className="marked">Premium</span> guides
					</>
				}
				intro="These come with files to fill in and make your own. You pay once, with no subscription, and the files are yours."
				filters={['category']}
				products={products}
				insides={insides}
				others={{ title: 'Free to start with', products: others }}
			>
				<BundleOffers bundles={bundles} />
			</Shelf>
			<ShelfData name="Premium guides" path="/premium" products={products} />
		</>
	)
}
