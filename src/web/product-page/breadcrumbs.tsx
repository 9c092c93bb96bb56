import { Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { categoryPath } from '#web/shop-window/categories.ts'
import { CategoryMark } from '#web/shop-window/category-mark.tsx'

/** The way back from a product: its shelf, and the shop. */
export function Breadcrumbs({ product }: { product: ShelfProduct }) {
	return (
		<nav aria-label="Breadcrumb" className="font-display text-note">
			<ol className="flex flex-wrap items-center gap-x-2">
				<li className="-mr-2">
					<Link to="/" className={stepClass}>
						Home
					</Link>
				</li>
				<li className="flex items-center gap-2 before:text-edge before:content-['/']">
					<Link to={categoryPath(product.category)} className={stepClass}>
						<CategoryMark category={product.category} />
					</Link>
				</li>
				<li className="hidden items-center gap-2 before:text-edge before:content-['/'] sm:flex">
					<span aria-current="page" className="text-soft">
						{product.shortTitle}
					</span>
				</li>
			</ol>
		</nav>
	)
}

const stepClass = 'inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline'
