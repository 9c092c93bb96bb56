import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { finishPage } from '#server/platform/http/finish-page.ts'
import type { ReviewSummary } from '#server/shop/reviews/read-review-summaries.ts'
import { reviewPages } from '#server/shop/reviews/review-pages.ts'
import type { PublishedReview } from '#shared/published-review.ts'

const review: PublishedReview = {
	serial: 7,
	rating: 4,
	body: 'Useful, and short.',
	author_name: 'Priya',
	acquired: 'bought',
	refunded: false,
	month: '2026-11',
	edited: false,
	answer: null,
}
const summary: ReviewSummary = {
	catalogue_id: '2',
	count: 3,
	average: 4.333,
	stars: [0, 0, 0, 2, 1],
	hidden: {},
	newest: [review],
}
const { site } = readConfig({})

/** The parts of a guide's built page that concern reviews. */
const built = `<head><meta name="site" content="__SITE__"></head>
<p data-part="rated-cv-secrets">__RATING_CV_SECRETS__</p><p data-marketing-claim="rating-cv-secrets">4.8 from 120 ratings</p>
<div class="box">__LATEST_REVIEW_CV_SECRETS__</div><div class="all">__REVIEWS_CV_SECRETS__</div>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Product","sku":"2","name":"CV"},{"@type":"FAQPage"}]}</script>`

const pageWith = (...summaries: ReviewSummary[]) =>
	finishPage(built, { placeholders: {}, ...reviewPages(site, catalogue, summaries) })
const pageWithReview = (change: Partial<PublishedReview>) =>
	pageWith({ ...summary, newest: [{ ...review, ...change }] })
function graphOf(page: string): unknown[] {
	const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? []
	return JSON.parse(json)['@graph']
}

test('a guide without reviews keeps its marketing claim and has no rating in the structured data', () => {
	for (const page of [pageWith(), pageWith({ ...summary, catalogue_id: '3' })]) {
		expect(page).toContain('4.8 from 120 ratings')
		expect(page).not.toMatch(/data-part|rated-cv-secrets|__[A-Z]/)
		expect(page).toContain('Nobody has reviewed it here yet')
		expect(graphOf(page)).toEqual([{ '@type': 'Product', sku: '2', name: 'CV' }, { '@type': 'FAQPage' }])
	}
})

test('real reviews replace the marketing claim, in the HTML and after hydration', () => {
	const page = pageWith(summary)
	expect(page).toContain('<p data-part="rated-cv-secrets">4.3 from 3 reviews</p>')
	expect(page).not.toContain('4.8 from 120 ratings')
	const settings = new URLSearchParams(/content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&'))
	expect(settings.get('rating-cv-secrets')).toBe('4.3 from 3 reviews')
	expect(settings.get('marketing-claims')?.split(' ')).not.toContain('rating-cv-secrets')
	expect(settings.get('marketing-claims')?.split(' ')).toContain('rating-student-guide')
	expect(settings.get('parts')?.split(' ')).toContain('rated-cv-secrets')
})

test('a product’s structured data has the average rating, the count and the newest reviews', () => {
	expect(graphOf(pageWith(summary))).toEqual([
		{
			'@type': 'Product',
			sku: '2',
			name: 'CV',
			aggregateRating: {
				'@type': 'AggregateRating',
				ratingValue: 4.3,
				ratingCount: 3,
				bestRating: 5,
				worstRating: 1,
			},
			review: [
				{
					'@type': 'Review',
					author: { '@type': 'Person', name: 'Priya' },
					datePublished: '2026-11',
					reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5, worstRating: 1 },
					reviewBody: 'Useful, and short.',
				},
			],
		},
		{ '@type': 'FAQPage' },
	])
})

test('hidden reviews are counted with their reasons, and do not affect the rating', () => {
	const page = pageWith({ ...summary, hidden: { advert: 2, unlawful: 1 } })
	expect(page).toContain('Hidden: 3 reviews (advert: 2, unlawful: 1).')
	const onlyHidden = pageWith({ ...summary, count: 0, average: 0, newest: [], hidden: { advert: 1 } })
	expect(onlyHidden).toContain('Hidden: 1 review (advert: 1).')
	expect(onlyHidden).toContain('4.8 from 120 ratings')
	expect(graphOf(onlyHidden)[0]).not.toHaveProperty('aggregateRating')
	expect(pageWith(summary)).toContain('No review is hidden.')
})

const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)> "'& <!-- __SITE__ $& $1`
test.each(['body', 'author_name', 'answer'] as const)('markup in the %s is shown as text', (field) => {
	const page = pageWithReview({ [field]: hostile })
	expect(page.match(/<script/g)).toHaveLength(1)
	expect(page).not.toMatch(/<img|<!--/)
	expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x')
	expect(page).toContain('__SITE__ $&amp; $1')
	const [product] = graphOf(page)
	const shown =
		field === 'body' ? { reviewBody: hostile } : field === 'author_name' ? { author: { name: hostile } } : {}
	expect(product).toMatchObject({ review: [shown] })
})

test('a review shows that it was edited, that the guide was refunded, and the shop’s answer', () => {
	const page = pageWithReview({ edited: true, refunded: true, answer: 'Thank you.', acquired: 'free' })
	expect(page).toMatch(/free, edited, refunded since/)
	expect(page).toMatch(/Our answer.*Thank you\./s)
})

test('the review beside the price is the newest with a text, cut after a whole word', () => {
	const long = 'A sentence of several words. '.repeat(20)
	const page = pageWith({
		...summary,
		newest: [
			{ ...review, body: '' },
			{ ...review, body: long },
		],
	})
	const [, quote = ''] = /<blockquote dir="auto">(.*?)<\/blockquote>/.exec(page) ?? []
	expect(quote.length).toBeLessThan(165)
	expect(quote).toMatch(/[a-z.] …$/)
	expect(pageWithReview({ body: '' })).not.toContain('<blockquote')
	expect(pageWithReview({ body: '🎓'.repeat(500) }).isWellFormed()).toBe(true)
})

test('the page offers more reviews only if there are more', () => {
	expect(pageWith({ ...summary, count: 11 })).toContain('Show more reviews')
	expect(pageWith({ ...summary, count: 1 })).not.toContain('Show more reviews')
})
