import { Link, type NavigateFunction } from 'react-router'
import { isBundle } from '#shared/bundle-id.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Tells a visitor who has left the hosted checkout without paying that nothing was charged. If the tab doesn't know where they
 * pressed Buy, they are among the premium guides, where this scrolls to the guide or the bundle.
 * `products` are those of the page.
 */
export function showCancelled(
	id: string,
	products: readonly ShelfProduct[],
	navigate: NavigateFunction,
): void {
	const product = products.find((candidate) => candidate.id === id && !candidate.isFree)
	const { pathname, search } = window.location
	if (new URLSearchParams(search).get('checkout') === 'cancelled') {
		// The offer of a bundle receives the focus when it is shown.
		const hash = isBundle(id) ? `#${id}` : product === undefined ? '' : `#product-${id}`
		void navigate({ search: '', hash }, { replace: true })
	}
	const card = document.getElementById(`product-${id}`)
	card?.querySelector('a')?.focus({ preventScroll: true })
	const { top = 0, bottom = 0 } = card?.getBoundingClientRect() ?? {}
	if (bottom < 0 || top > window.innerHeight) card?.scrollIntoView({ block: 'center' })
	toast.info('Nothing was charged', {
		description:
			product === undefined || pathname === productPath(product) ? undefined : (
				<Link to={productPath(product)} className="link">
					Back to {product.title}
				</Link>
			),
		// Long enough to read the message and follow its link.
		duration: 12_000,
	})
}
