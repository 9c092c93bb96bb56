import type { ReviewSummary } from '#shared/shop-state.ts'
import type { ProductContent } from '#web/products/product-content.ts'
import { LatestReview, NewestReviews, ReviewPolicy } from '#web/reviews/newest-reviews.tsx'
import { BeforeAfter } from './before-after.tsx'
import { Details } from './details.tsx'
import { FactsList } from './facts-list.tsx'
import { FilmFigure } from './film-figure.tsx'
import { FreeChapter } from './free-chapter.tsx'
import { PageRow } from './page-row.tsx'
import { picturesOf } from './pictures.ts'
import { ProductHead } from './product-head.tsx'
import { QuestionList } from './question-list.tsx'
import { RelatedList } from './related-list.tsx'
import { SaleNotice } from './sale-notice.tsx'

/** The texts of a product's page. */
export interface ProductTexts {
	content: ProductContent
	/** Null if the guide has no reviews. */
	reviews: ReviewSummary | null
}

/**
 * Renders the pieces of a product's page that need no scripts. A browser loads this module only if the visitor came by a link on the
 * site (`Prerendered`).
 */
export function productPieces({ content, reviews }: ProductTexts) {
	const { product, chapter, beforeAfter = [], questions, related } = content
	const { pages, video, inside, chapterPages, compared } = picturesOf(content)
	return {
		head: <ProductHead product={product} pictures={pages} />,
		facts: (
			<>
				{product.isFree ? null : <SaleNotice />}
				<FactsList content={content} isReviewed={reviews !== null && reviews.count > 0} />
				<LatestReview reviews={reviews} />
			</>
		),
		row: <PageRow items={inside} />,
		film: video === undefined ? null : <FilmFigure video={video} />,
		details: (
			<>
				{chapter === undefined ? null : (
					<FreeChapter product={product} chapter={chapter} pictures={chapterPages} />
				)}
				{compared.length === 0 ? null : <BeforeAfter lines={beforeAfter} pictures={compared} />}
				<Details content={content} />
			</>
		),
		reviews: <NewestReviews reviews={reviews} />,
		reviewPolicy: <ReviewPolicy reviews={reviews} />,
		questions: <QuestionList questions={questions} />,
		related: <RelatedList related={related} />,
	}
}

export type ProductPieces = ReturnType<typeof productPieces>
