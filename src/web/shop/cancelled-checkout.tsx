import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { isBundle } from '#shared/bundle-id.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { toast } from '#web/ui/toast.ts'
import { bundlePageOf } from './go-ahead.ts'

/**
 * If a visitor has left the hosted checkout without paying, scrolls to their guide or bundle in the list and shows a message. If
 * they bought the bundle on another page, returns there. Renders nothing.
 */
export function CancelledCheckout({ products }: { products: readonly ShelfProduct[] }) {
	const navigate = useNavigate()
	useEffect(() => {
		const query = new URLSearchParams(window.location.search)
		if (query.get('checkout') !== 'cancelled') return
		const id = query.get('product') ?? ''
		const product = products.find((candidate) => candidate.id === id)
		// The offer of a bundle receives the focus when it is shown.
		const hash = isBundle(id) ? `#${id}` : product === undefined ? '' : `#product-${id}`
		const bundlePage = isBundle(id) ? bundlePageOf(id) : null
		void navigate(bundlePage ?? { search: '', hash }, { replace: true })
		if (product !== undefined)
			document.querySelector<HTMLElement>(`${hash} a`)?.focus({ preventScroll: true })
		toast.info('Nothing was charged', {
			description: product && (
				<Link to={productPath(product)} className="link">
					Back to {product.title}
				</Link>
			),
			// Long enough to read the message and follow its link.
			duration: 12_000,
		})
	}, [navigate, products])
	return null
}
