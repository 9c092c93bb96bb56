import { shelf } from '#catalogue/shelf.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { Shelf } from '#web/products/shelf.tsx'
import { BundleOffers } from '#web/shop/bundle-offers.tsx'

export function meta() {
	return pageMeta({
		title: 'Premium guides',
		description:
			'Guides with files to fill in and make your own: a CV that gets read, a budget that lasts the term. Paid once, no subscription, the files are yours.',
		path: '/premium',
	})
}

const products = shelf.filter((product) => !product.isFree)
const others = {
	title: 'Free to start with',
	products: shelf.filter((product) => product.isFree && !product.comingSoon),
}

export default function PremiumPage() {
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
				others={others}
			>
				<BundleOffers name="bundles" path="/premium" />
			</Shelf>
			<ShelfData name="Premium guides" path="/premium" products={products} />
		</>
	)
}
