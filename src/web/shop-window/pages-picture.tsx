import type { Product } from '#shared/catalogue-schema.ts'
import { DrawnCover } from './drawn-cover.tsx'

/** A product's small picture: its cover with a page looking out behind it. */
export function PagesPicture({ product }: { product: Product }) {
	return (
		<div className="relative">
			<div aria-hidden="true" className="leaf absolute inset-0 translate-x-2 rotate-3" />
			<DrawnCover product={product} className="relative" />
		</div>
	)
}
