import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { dayOf } from '#shared/dates.ts'
import { productPath } from '#shared/paths.ts'
import { accessFact, isSpreadsheet, pagesFact } from '#web/products/facts.ts'
import type { ProductContent } from '#web/products/product-content.ts'
import { Rating } from '#web/reviews/rating.tsx'
import { includedFiles } from './included-files.ts'

interface FactsListProps {
	content: ProductContent
	/** Whether the rating comes from reviews. If not, the shop says that it is its own. */
	isReviewed: boolean
}

/** What is in the download, who wrote it and when. */
export function FactsList({ content: { product, author, checkedBy }, isReviewed }: FactsListProps) {
	const { previewContent, edition, earlierEditions, ownerEdition } = product
	const lines = includedFiles(previewContent)
	const hasReadingEdition = previewContent.furtherFiles.some(({ format }) => format === 'JSON')
	if (hasReadingEdition && !isSpreadsheet(product)) lines.push('Or read it online on your phone')
	const access = accessFact(previewContent)
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
				<Fact name="Length">{length}</Fact>
				{access === undefined ? null : <Fact name="Access">{access}</Fact>}
				<Fact name="Written by">
					<Link to={href('/about')} className="link -my-3 inline-flex min-h-11 items-center">
						{author}
					</Link>
				</Fact>
				{checkedBy === undefined ? null : <Fact name="Checked by">{checkedBy}</Fact>}
				{edition === null || ownerEdition === null ? null : (
					<Fact name="New edition">
						{`${dayOf(new Date(ownerEdition.date))}. `}
						<span className="font-normal text-soft">{ownerEdition.changes}</span>
					</Fact>
				)}
				{edition === null ? null : (
					<Fact name="Edition">
						<time dateTime={edition.date}>{dayOf(new Date(edition.date))}</time>.{' '}
						{earlierEditions === undefined ? (
							<span className="font-normal text-soft">{edition.changes}</span>
						) : (
							<Link
								// The whole address, because the product can have a second one.
								to={{ pathname: productPath(product), hash: '#editions' }}
								className="link -my-3 inline-flex min-h-11 items-center"
							>
								What changed
							</Link>
						)}
					</Fact>
				)}
				<Rating product={product} className={factClass}>
					{(rating) => (
						<FactParts name="Rating">{isReviewed ? rating : `${rating}, our own count`}</FactParts>
					)}
				</Rating>
				{product.downloadCount === null ? null : (
					<Fact name="Downloads">{`${product.downloadCount}, our own count`}</Fact>
				)}
			</dl>
		</>
	)
}

const factClass = 'flex flex-wrap'

interface FactProps {
	name: string
	children: ReactNode
}

function Fact(props: FactProps) {
	return (
		<div className={factClass}>
			<FactParts {...props} />
		</div>
	)
}

function FactParts({ name, children }: FactProps) {
	return (
		<>
			<dt className="w-24 text-soft">{name}</dt>
			<dd className="min-w-0 flex-[1_1_9rem] font-medium">{children}</dd>
		</>
	)
}
