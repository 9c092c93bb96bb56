import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { downloadsClaim } from '#catalogue/marketing-claim-id.ts'
import type { ProductPageContent } from '#catalogue/product-page.ts'
import { dayOf } from '#shared/dates.ts'
import { productPath } from '#shared/paths.ts'
import { isSpreadsheet, pagesFact } from '#web/products/facts.ts'
import { Rating } from '#web/reviews/rating.tsx'
import { BundleOffers } from '#web/shop/bundle-offers.tsx'
import { MarketingClaim, SiteOnly } from '#web/site/conditional-content.tsx'
import { Prerendered, ServerMarkup } from '#web/site/server-markup.tsx'
import { siteText } from '#web/site/site-settings.ts'
import { Conditions } from './conditions.tsx'
import { includedFiles } from './content.ts'
import { PurchasePanel } from './purchase-panel.tsx'

/**
 * The buy box: everything that a visitor needs in order to decide. On a laptop it stays in view beside the page; on a phone,
 * price and button stay at the bottom of the screen.
 */
export function BuyBox({ content }: { content: ProductPageContent }) {
	const { product } = content
	const path = productPath(product)
	return (
		<section aria-label="Price and download" className="buy-box">
			<PurchasePanel product={product} />
			<Conditions product={product} />
			<BundleOffers name={`bundles-${product.slug}`} path={path} />
			<Prerendered name={`facts-${product.slug}`} path={path}>
				{import.meta.env.SSR ? <Facts content={content} /> : null}
			</Prerendered>
			<ServerMarkup name={`latest-review-${product.slug}`} path={path} className="latest-review" />
		</section>
	)
}

/** What is in the download, who wrote it and when. */
function Facts({ content: { product, author, checkedBy } }: { content: ProductPageContent }) {
	const lines = includedFiles(product)
	const hasReadingEdition = product.previewContent.furtherFiles.some(({ format }) => format === 'JSON')
	if (hasReadingEdition && !isSpreadsheet(product)) lines.push('Or read it online on your phone')
	const length = [pagesFact(product), product.readingTime].filter(Boolean).join(', ')
	return (
		<>
			<ul className="figures mt-5 border-t border-rule font-display text-label font-medium">
				{lines.map((line) => (
					<li key={line} className="border-b border-rule py-2">
						{line}
					</li>
				))}
			</ul>
			<dl className="figures mt-4 grid gap-y-1.5 font-display text-note">
				<div className={factClass}>
					<Fact name="Length">{length}</Fact>
				</div>
				<div className={factClass}>
					<Fact name="Written by">
						<Link to={href('/about')} className="link -my-3 inline-flex min-h-11 items-center">
							{author}
						</Link>
					</Fact>
				</div>
				{checkedBy === undefined ? null : (
					<div className={factClass}>
						<Fact name="Checked by">{checkedBy}</Fact>
					</div>
				)}
				{product.edition === null ? null : (
					<SiteOnly when={`owner-edition-${product.slug}`} className={factClass}>
						<Fact name="New edition">
							{`${siteText(`edition-day-${product.slug}`)}. `}
							<span className="font-normal text-soft">{siteText(`edition-changes-${product.slug}`)}</span>
						</Fact>
					</SiteOnly>
				)}
				{product.edition === null ? null : (
					<div className={factClass}>
						<Fact name="Edition">
							<time dateTime={product.edition.date}>{dayOf(new Date(product.edition.date))}</time>.{' '}
							{product.earlierEditions === undefined ? (
								<span className="font-normal text-soft">{product.edition.changes}</span>
							) : (
								<Link
									// The whole address, because a prerendered page's own ends in a slash.
									to={{ pathname: productPath(product), hash: '#editions' }}
									className="link -my-3 inline-flex min-h-11 items-center"
								>
									What changed
								</Link>
							)}
						</Fact>
					</div>
				)}
				<Rating product={product} className={factClass}>
					{(rating) => <Fact name="Rating">{rating}</Fact>}
				</Rating>
				{product.downloadCount === null ? null : (
					<MarketingClaim id={downloadsClaim(product)} className={factClass}>
						<Fact name="Downloads">{product.downloadCount}</Fact>
					</MarketingClaim>
				)}
			</dl>
		</>
	)
}

const factClass = 'flex flex-wrap'

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="w-24 text-soft">{name}</dt>
			<dd className="min-w-0 flex-[1_1_9rem] font-medium">{children}</dd>
		</>
	)
}
