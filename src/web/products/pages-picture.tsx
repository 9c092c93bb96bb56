import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { Picture } from '#web/ui/picture.tsx'
import { coverOf } from './covers.ts'
import { DrawnCover } from './drawn-cover.tsx'

/** A product's small picture: its cover with a page looking out behind it. */
export function PagesPicture({ product }: { product: ShelfProduct }) {
	const cover = coverOf(product)
	return (
		<div className="relative">
			<div aria-hidden="true" className="leaf absolute inset-0 translate-x-2 rotate-3" />
			<div className="relative shadow-leaf">
				{cover === undefined ? <DrawnCover product={product} /> : <Picture {...cover} sizes="8rem" />}
			</div>
		</div>
	)
}
