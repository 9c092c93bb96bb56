import { GuideLink } from '#web/products/guide-link.tsx'
import type { ProductContent } from '#web/products/product-content.ts'

/** Links to guides that go well with another. */
export function RelatedList({ related }: Pick<ProductContent, 'related'>) {
	return related.map(({ product, why }) => (
		<li key={product.slug}>
			<GuideLink product={product} why={why} />
		</li>
	))
}
