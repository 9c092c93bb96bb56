import { html, raw } from 'hono/html'
import { ratingClaim } from '#catalogue/marketing-claim-id.ts'
import type { PageFilling } from '#server/platform/http/finish-page.ts'
import type { ReviewSummary } from '#server/shop/reviews/read-review-summaries.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { monthOf, ratingText, reviewItems, stars } from '#shared/review-markup.ts'
import type { Site } from '#shared/site.ts'
import { counted } from '#shared/wording.ts'

type ReviewedPages = Pick<PageFilling, 'site' | 'markup' | 'structuredData'>

/**
 * Returns what reviews add to the pages. Cards get a rating, which replaces the marketing claim. The page of a product gets the
 * newest reviews, one of them also beside the price, and the rating in the structured data.
 */
export function reviewPages(
	site: Site,
	catalogue: readonly Product[],
	summaries: readonly ReviewSummary[],
): ReviewedPages {
	const products = catalogue.filter(({ comingSoon }) => !comingSoon)
	const summaryOf = ({ id }: Product) => summaries.find(({ catalogue_id }) => catalogue_id === id)
	const rated = products.flatMap((product) => {
		const summary = summaryOf(product)
		return summary === undefined || summary.count === 0 ? [] : [{ product, summary }]
	})
	const replaced = new Set<string>(rated.map(({ product }) => ratingClaim(product)))
	return {
		site: {
			texts: {
				...site.texts,
				...Object.fromEntries(
					rated.map(({ product, summary }) => [`rating-${product.slug}`, ratingText(summary)]),
				),
			},
			marketingClaims: site.marketingClaims.filter((claim) => !replaced.has(claim)),
			parts: [...site.parts, ...rated.map(({ product }) => `rated-${product.slug}` as const)],
		},
		markup: Object.fromEntries(
			products.flatMap((product) => {
				const summary = summaryOf(product)
				return [
					[`reviews-${product.slug}`, reviewsMarkup(summary)],
					[`latest-review-${product.slug}`, latestReviewMarkup(summary)],
				]
			}),
		),
		structuredData: Object.fromEntries(
			rated.map(({ product, summary }) => [product.id, ratingData(summary)]),
		),
	}
}

/** Returns the markup of the summary and of the newest reviews. */
function reviewsMarkup(summary: ReviewSummary | undefined): string {
	if (summary === undefined || summary.count === 0) {
		return String(
			html`<p class="no-reviews">Nobody has reviewed it here yet. If you have this guide, yours can be the first.</p>${raw(policyMarkup(summary))}`,
		)
	}
	const { count, average, newest } = summary
	const last = newest.at(-1)
	return String(html`<div class="review-summary">
<p class="review-average"><strong>${average.toFixed(1)}</strong> <span>out of 5, from ${counted(count, 'review')}</span></p>
${count < fewestForBars ? '' : html`<ul class="review-bars">${raw(barsMarkup(summary))}</ul>`}
</div>
<ul class="review-list">${raw(reviewItems(newest))}</ul>
${
	last === undefined || count <= newest.length
		? ''
		: html`<p class="scripts-only"><button type="button" class="outlined-button" data-more="${summary.catalogue_id}" data-failed="The reviews couldn’t be loaded">Show more reviews</button></p>`
}${raw(policyMarkup(summary))}`)
}

function barsMarkup({ stars: counts, count }: ReviewSummary): string {
	return counts
		.map((number, index) => {
			const width = ((100 * number) / count).toFixed(1)
			return String(
				html`<li><span>${index + 1}<span class="sr-only"> ${index === 0 ? 'star' : 'stars'}:</span></span> <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none"><rect width="${width}" height="8"/></svg> <span>${number}</span></li>`,
			)
		})
		.reverse()
		.join('')
}

/** Explains where reviews come from and when one is hidden, and says how many are hidden. */
function policyMarkup(summary: ReviewSummary | undefined): string {
	const reasons = Object.entries(summary?.hidden ?? {})
	const hidden = reasons.reduce((sum, [, number]) => sum + number, 0)
	const listed = reasons.map(([reason, number]) => `${reason}: ${number}`).join(', ')
	const count = hidden === 0 ? 'No review is hidden.' : `Hidden: ${counted(hidden, 'review')} (${listed}).`
	return String(
		html`<p class="review-policy">Only someone who has the guide can review it, once. Newest first. We hide a review only if it is unlawful, contains personal data, is an advert or isn’t about the guide, and never because it is negative. ${count}</p>`,
	)
}

/** With fewer reviews, a bar chart of the stars says no more than the list. */
const fewestForBars = 5

const longestQuote = 160

/** Returns the markup of the newest review with a text, shortened, for the place beside the price. */
function latestReviewMarkup(summary: ReviewSummary | undefined): string {
	const review = summary?.newest.find(({ body }) => body !== '')
	if (summary === undefined || review === undefined) return ''
	return String(html`<figure class="review-quote">
<blockquote dir="auto">${shortened(review.body)}</blockquote>
<figcaption>${raw(stars(review.rating))} <span><bdi class="review-name">${review.author_name}</bdi>, ${raw(monthOf(review.month))}</span> <a href="#reviews" class="link">${summary.count === 1 ? 'The review' : `All ${counted(summary.count, 'review')}`}</a></figcaption>
</figure>`)
}

/** Cuts a text after a whole word. */
function shortened(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ')
	if (line.length <= longestQuote) return line
	const cut = line.slice(0, longestQuote)
	const end = cut.lastIndexOf(' ')
	return `${end > longestQuote / 2 ? cut.slice(0, end) : cut.toWellFormed().replace(/\uFFFD$/, '')} …`
}

/** Returns the rating and the reviews in the form that search engines read (schema.org). */
function ratingData({ average, count, newest }: ReviewSummary): Record<string, unknown> {
	return {
		aggregateRating: {
			'@type': 'AggregateRating',
			ratingValue: Number(average.toFixed(1)),
			ratingCount: count,
			bestRating: 5,
			worstRating: 1,
		},
		review: newest.map(({ rating, body, author_name, month }) => ({
			'@type': 'Review',
			author: { '@type': 'Person', name: author_name },
			datePublished: month,
			reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
			...(body === '' ? {} : { reviewBody: body }),
		})),
	}
}
