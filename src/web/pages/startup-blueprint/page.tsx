import { pageMeta } from '#web/head/page-meta.ts'
import { findProduct } from '#web/shop-window/find-product.ts'
import { ProductPage } from '#web/shop-window/product-page.tsx'
import { pictures } from './pictures.ts'

const product = findProduct('startup-blueprint')

/** Two addresses show this page; the one under `/products/` is its own. */
export function meta() {
	return pageMeta({
		title: 'The Startup Blueprint, free',
		description: product.description,
		path: '/products/startup-blueprint',
	})
}

export default function StartupBlueprintPage() {
	return (
		<ProductPage
			product={product}
			pictures={pictures}
			notes={{
				inside: 'Four weeks, five worksheets. Print those; the rest reads well on a phone.',
				get: 'No code, no co-founder, no pitch deck. Those come later, if at all.',
			}}
		/>
	)
}
