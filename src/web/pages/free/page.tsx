import { type MetaArgs, useLoaderData } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { insidesOf } from '#web/products/insides.server.ts'
import { Shelf } from '#web/products/shelf.tsx'
import { Marked } from '#web/site/marked.tsx'
import { shelf, shopState } from '#web/site/shop.server.ts'
import { useShelf } from '#web/site/use-shelf.ts'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	const shown = shelf().filter((product) => product.isFree || !product.comingSoon)
	return { words: shopState().pages.free, shelf: shown, insides: insidesOf(shown.filter(isFree)) }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	return loaderData === undefined ? [] : pageMeta({ ...loaderData.words, path: '/free' })
}

function isFree(product: ShelfProduct): boolean {
	return product.isFree
}

export default function FreePage() {
	const { words, insides } = useLoaderData<typeof loader>()
	const products = useShelf().filter(isFree)
	const others = useShelf().filter((product) => !product.isFree)
	return (
		<>
			<Shelf
				title={<Marked words={words.headline} />}
				intro={words.intro}
				filters={['category']}
				products={products}
				insides={insides}
				others={{ title: words.others, products: others }}
			/>
			<ShelfData name={words.title} path="/free" products={products} />
		</>
	)
}
