import { type MetaArgs, useLoaderData } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { insidesOf } from '#web/products/insides.server.ts'
import { Shelf } from '#web/products/shelf.tsx'
import { BundleOffers } from '#web/shop/bundle-offers.tsx'
import { Marked } from '#web/site/marked.tsx'
import { bundlesOnSale, shelf, shopState } from '#web/site/shop.server.ts'
import { useShelf } from '#web/site/use-shelf.ts'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	const shown = shelf().filter((product) => isPaid(product) || !product.comingSoon)
	return {
		words: shopState().pages.premium,
		shelf: shown,
		insides: insidesOf(shown.filter(isPaid)),
		bundles: bundlesOnSale(),
	}
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	return loaderData === undefined ? [] : pageMeta({ ...loaderData.words, path: '/premium' })
}

function isPaid(product: ShelfProduct): boolean {
	return !product.isFree
}

export default function PremiumPage() {
	const { words, insides, bundles } = useLoaderData<typeof loader>()
	const products = useShelf().filter(isPaid)
	const others = useShelf().filter((product) => product.isFree)
	return (
		<>
			<Shelf
				title={<Marked words={words.headline} />}
				intro={words.intro}
				filters={['category']}
				products={products}
				insides={insides}
				others={{ title: words.others, products: others }}
			>
				<BundleOffers bundles={bundles} />
			</Shelf>
			<ShelfData name={words.title} path="/premium" products={products} />
		</>
	)
}
