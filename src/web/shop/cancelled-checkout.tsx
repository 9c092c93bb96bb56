import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { productPath } from '#web/shop-window/product-path.ts'
import { toast } from '#web/ui/toast.ts'

/** Brings whoever left the hosted checkout without paying back to their guide, and says so. Shows nothing itself. */
export function CancelledCheckout({ products }: { products: readonly ShelfProduct[] }) {
	const navigate = useNavigate()
	useEffect(() => {
		const query = new URLSearchParams(window.location.search)
		if (query.get('checkout') !== 'cancelled') return
		const product = products.find(({ id }) => id === query.get('product'))
		const hash = product === undefined ? '' : `#product-${product.id}`
		void navigate({ search: '', hash }, { replace: true })
		sayNothingCharged(product)
	}, [navigate, products])
	return null
}

function sayNothingCharged(product: ShelfProduct | undefined): void {
	toast.info('Nothing was charged', {
		description: product && (
			<Link to={productPath(product)} className="link">
				Back to {product.title}
			</Link>
		),
		// Long enough to find one's place, read it and go there.
		duration: 12_000,
	})
}
