import { Link } from 'react-router'
import type { Product } from '#shared/catalogue-schema.ts'
import { categoryPath } from './categories.ts'
import { CategoryMark } from './category-mark.tsx'
import { editionFact, pagesFact, ratingFact } from './facts.ts'
import type { GalleryPicture } from './gallery.ts'
import { PageFan } from './page-fan.tsx'
import { PurchasePanel } from './purchase-panel.tsx'

interface ProductHeadProps {
	product: Product
	pictures: readonly GalleryPicture[]
}

export function ProductHead({ product, pictures }: ProductHeadProps) {
	const facts = [
		{
			name: 'Length',
			value: [pagesFact(product), product.readingTime].filter(Boolean).join(', ') || undefined,
		},
		{ name: 'Format', value: product.previewContent.format },
		{ name: 'Edition', value: editionFact(product) },
		{ name: 'Rating', value: ratingFact(product) },
		{ name: 'Downloads', value: product.downloadCount?.toString() },
	]
	return (
		<div className="page-width grid items-center gap-x-12 gap-y-12 pt-8 lg:grid-cols-[7fr_5fr] lg:pt-12">
			<div>
				<Link
					to={categoryPath(product.category)}
					className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
				>
					<CategoryMark category={product.category} />
				</Link>
				<h1 className="mt-3 text-title">{product.title}</h1>
				<p className="mt-5 max-w-measure text-lead text-soft">{product.description}</p>
				<PurchasePanel product={product} />
				<dl className="figures mt-8 grid max-w-measure grid-cols-[6.5rem_1fr] font-display text-label">
					{facts.map(({ name, value }) =>
						value === undefined ? null : <Fact key={name} name={name} value={value} />,
					)}
				</dl>
			</div>
			<PageFan product={product} pictures={pictures} />
		</div>
	)
}

function Fact({ name, value }: { name: string; value: string }) {
	return (
		<div className="col-span-2 grid grid-cols-subgrid border-t border-rule py-2">
			<dt className="text-soft">{name}</dt>
			<dd className="font-medium">{value}</dd>
		</div>
	)
}
