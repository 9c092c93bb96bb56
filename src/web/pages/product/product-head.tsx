import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { downloadsClaim, ratingClaim } from '#catalogue/marketing-claim-id.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { categoryPath } from '#web/products/categories.ts'
import { CategoryMark } from '#web/products/category-mark.tsx'
import { editionFact, pagesFact, ratingFact } from '#web/products/facts.ts'
import type { GalleryPicture } from '#web/products/gallery.ts'
import { MarketingClaim } from '#web/site/conditional-content.tsx'
import { PageFan } from './page-fan.tsx'
import { PurchasePanel } from './purchase-panel.tsx'

interface ProductHeadProps {
	product: Product
	pictures: readonly GalleryPicture[]
}

/** The top of the page: title, description, price and button, facts and cover. */
export function ProductHead({ product, pictures }: ProductHeadProps) {
	const length = [pagesFact(product), product.readingTime].filter(Boolean).join(', ')
	const rating = ratingFact(product)
	return (
		<div className="page-width grid grid-cols-[minmax(0,1fr)] items-center gap-x-8 gap-y-10 pt-4 md:grid-cols-[7fr_5fr] lg:gap-x-12 lg:pt-8">
			<div>
				<Breadcrumbs product={product} />
				<h1 className="mt-3 text-title">{product.title}</h1>
				<p className="mt-5 max-w-measure text-lead text-soft">{product.description}</p>
				<PurchasePanel product={product} />
				<dl className="figures mt-8 max-w-measure border-b border-rule font-display text-label">
					{length === '' ? null : (
						<div className={factClass}>
							<Fact name="Length">{length}</Fact>
						</div>
					)}
					<div className={factClass}>
						<Fact name="Format">{product.previewContent.format}</Fact>
					</div>
					{product.edition === null ? null : (
						<div className={factClass}>
							<Fact name="Edition">
								<time dateTime={product.edition.date}>{editionFact(product)}</time>.{' '}
								<span className="font-normal text-soft">{product.edition.changes}</span>
							</Fact>
						</div>
					)}
					{rating === undefined ? null : (
						<MarketingClaim id={ratingClaim(product)} className={factClass}>
							<Fact name="Rating">{rating}</Fact>
						</MarketingClaim>
					)}
					{product.downloadCount === null ? null : (
						<MarketingClaim id={downloadsClaim(product)} className={factClass}>
							<Fact name="Downloads">{product.downloadCount}</Fact>
						</MarketingClaim>
					)}
				</dl>
			</div>
			<PageFan product={product} pictures={pictures} />
		</div>
	)
}

const factClass = 'flex flex-wrap border-t border-rule py-2'

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="w-26 text-soft">{name}</dt>
			<dd className="min-w-0 flex-[1_1_10rem] font-medium">{children}</dd>
		</>
	)
}

function Breadcrumbs({ product }: { product: Product }) {
	return (
		<nav aria-label="Breadcrumb" className="font-display text-note">
			<ol className="flex flex-wrap items-center gap-x-2">
				<li className="-mr-2">
					<Link to={href('/')} className={stepClass}>
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
