import { shelf } from '#catalogue/shelf.ts'
import { GuideLink } from '#web/products/guide-link.tsx'
import type { OwnedGuide } from './read-guides.ts'

/** The first guide that the user doesn’t have. In columns it is shown only if it completes a row. */
export function NextGuide({ taken }: { taken: readonly Pick<OwnedGuide, 'product'>[] }) {
	const next = shelf.find(
		(product) => !product.comingSoon && taken.every((guide) => guide.product?.id !== product.id),
	)
	if (next === undefined) return null
	return (
		<li className="next-guide border-t border-rule py-7">
			<p className="mb-4 font-display text-label font-semibold text-soft">Not yours yet</p>
			<GuideLink product={next} />
		</li>
	)
}
