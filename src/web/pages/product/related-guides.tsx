import type { RelatedGuide } from '#catalogue/product-page.ts'
import { findProduct } from '#web/products/find-product.ts'
import { GuideLink } from '#web/products/guide-link.tsx'

/** Links to released guides that go well with this one. */
export function RelatedGuides({ related }: { related: readonly RelatedGuide[] }) {
	return (
		<ul className="grid gap-x-12 gap-y-10 border-t border-rule pt-8 sm:grid-cols-2">
			{related.map(({ slug, why }) => (
				<li key={slug}>
					<GuideLink product={findProduct(slug)} why={why} />
				</li>
			))}
		</ul>
	)
}
