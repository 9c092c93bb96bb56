import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublishedReview } from '#shared/published-review.ts'
import type { ReviewSummary } from '#shared/shop-state.ts'
import { LatestReview, NewestReviews, ReviewPolicy } from './newest-reviews.tsx'

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

/** Returns the HTML of everything that a page shows of the reviews. */
function render(reviews: ReviewSummary | null): string {
	return renderToStaticMarkup(
		<>
			<LatestReview reviews={reviews} />
			<NewestReviews reviews={reviews} />
			<ReviewPolicy reviews={reviews} />
		</>,
	)
}
const withReview = (change: Partial<PublishedReview>) =>
	render({ ...summary, newest: [{ ...review, ...change }] })

/** Returns a text without its markup. */
const textOf = (html: string) =>
	html
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim()

test('says that a guide has no reviews', () => {
	expect(textOf(render(null))).toMatch(
		/^Nobody has reviewed it here yet\..* once, and never for a reward\. .* fake or unlawful , .* No review is hidden\.$/,
	)
})

test('sums up the reviews and shows the newest, one of them also beside the price', () => {
	expect(textOf(render(summary))).toMatch(
		/^Useful, and short\. Priya , November 2026 All 3 reviews 4\.3 out of 5, from 3 reviews Priya November 2026 , bought Useful, and short\. Only someone/,
	)
	expect(render(summary)).toContain('aria-label="4 out of 5 stars"')
	expect(textOf(render({ ...summary, count: 1 }))).toContain('The review 4.3 out of 5, from 1 review ')
})

test('five reviews or more have a bar for each number of stars', () => {
	expect(render({ ...summary, count: 4 })).not.toContain('review-bars')
	const html = render({ ...summary, count: 8, stars: [1, 0, 0, 4, 3] })
	expect(textOf(html)).toContain('5 stars: 3 4 stars: 4 3 stars: 0 2 stars: 0 1 star: 1')
	expect(Array.from(html.matchAll(/<rect width="([\d.]+)"/g), ([, width]) => width)).toEqual([
		'37.5',
		'50.0',
		'0.0',
		'0.0',
		'12.5',
	])
})

test('hidden reviews are counted with their reasons', () => {
	expect(render({ ...summary, hidden: { advert: 2, unlawful: 1 } })).toContain(
		'Hidden: 3 reviews (advert: 2, unlawful: 1).',
	)
	const onlyHidden = render({ ...summary, count: 0, average: 0, newest: [], hidden: { advert: 1 } })
	expect(onlyHidden).toContain('Nobody has reviewed it here yet')
	expect(onlyHidden).toContain('Hidden: 1 review (advert: 1).')
})

const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)> "'& <!-- $& $1`
test.each(['body', 'author_name', 'answer'] as const)('markup in the %s is shown as text', (field) => {
	const html = withReview({ [field]: hostile })
	expect(html).not.toMatch(/<script|<img|<!--/)
	expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x')
	expect(html).toContain('$&amp; $1')
})

test('a review shows that it was edited, that the guide was refunded, and the shop’s answer', () => {
	const text = textOf(withReview({ edited: true, refunded: true, answer: 'Thank you.', acquired: 'free' }))
	expect(text).toContain('November 2026 , free, edited, refunded since')
	expect(text).toContain('Our answer Thank you.')
})

test('the review beside the price is the newest with a text, cut after a whole word', () => {
	const long = 'A sentence of several words. '.repeat(20)
	const html = render({
		...summary,
		newest: [
			{ ...review, body: '' },
			{ ...review, serial: 6, body: long },
		],
	})
	const [, quote = ''] = /<blockquote dir="auto">(.*?)<\/blockquote>/.exec(html) ?? []
	expect(quote.length).toBeLessThan(165)
	expect(quote).toMatch(/[a-z.] …$/)
	expect(withReview({ body: '' })).not.toContain('<blockquote')
	expect(withReview({ body: '🎓'.repeat(500) }).isWellFormed()).toBe(true)
})
