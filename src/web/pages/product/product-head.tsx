import { href, Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { categoryPath } from '#shared/categories.ts'
import { CategoryMark } from '#web/products/category-colours.tsx'
import type { GalleryPicture } from '#web/products/gallery.ts'
import { PageFan } from './page-fan.tsx'

interface ProductHeadProps {
	product: ShelfProduct
	pictures: readonly GalleryPicture[]
}

/** The top of the page: title and cover side by side, and the description. */
export function ProductHead({ product, pictures }: ProductHeadProps) {
	return (
		<>
			<Breadcrumbs product={product} />
			<h1 className="product-title">{product.title}</h1>
			<PageFan product={product} pictures={pictures} />
			<p className="max-w-measure text-lead text-soft">{product.description}</p>
		</>
	)
}

function Breadcrumbs({ product }: { product: ShelfProduct }) {
	return (
		<nav aria-label="Breadcrumb" className="font-display text-note">
			<ol className="breadcrumb">
				<li>
					<Link to={href('/')} className={stepClass}>
						Home
					</Link>
				</li>
				<li>
					<Link to={categoryPath(product.category)} className={stepClass}>
						<CategoryMark category={product.category} />
					</Link>
				</li>
				<li>
					<span aria-current="page" className="text-soft">
						{product.shortTitle}
					</span>
				</li>
			</ol>
		</nav>
	)
}

const stepClass = 'inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline'
