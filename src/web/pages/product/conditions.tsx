import { href, Link } from 'react-router'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { isPlanner, readPath } from '#shared/paths.ts'
import { useIsOwned } from '#web/shop/owned.ts'

/** Sums up in one line what a visitor agrees to; the terms and refunds pages have the details. */
export function Conditions({ product }: { product: ProductToGet }) {
	const owned = useIsOwned(product.id)
	if (owned) {
		return (
			<p className={lineClass}>
				{product.readingFile === null ? null : (
					<>
						<Link to={readPath(product)} className="link">
							{isPlanner(product) ? 'Open the planner' : 'Read it online'}
						</Link>
						, or download it.{' '}
					</>
				)}
				It stays in{' '}
				<Link to={href('/account/guides')} className="link">
					your guides
				</Link>
				. New editions are free.
			</p>
		)
	}
	if (product.isOffSale)
		return (
			<p className={lineClass}>
				This guide isn’t on sale at the moment. If you have it, sign in: it’s still yours.
			</p>
		)
	if (product.isFree) {
		return (
			<p className={lineClass}>
				No card · opens straight away · new editions free · needs a free account, so that you can get it again
			</p>
		)
	}
	return (
		<p className={lineClass}>
			<Link to={href('/refunds')} className="link font-semibold">
				Unopened, refunded for 14 days
			</Link>
			<br />
			Card via Stripe · download straight away · new editions free
		</p>
	)
}

const lineClass = 'font-display text-note text-soft'
