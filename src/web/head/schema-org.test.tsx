import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cvSecrets } from '#catalogue/cv-secrets/product.ts'
import type { AccessFact } from '#shared/catalogue-schema.ts'
import type { ReviewSummary } from '#shared/shop-state.ts'
import { selectFrom, shopStateOf } from '#test/shop-state.ts'
import { thingSchema } from '#test/structured-data.ts'
import { shelf as select } from '#web/site/shop.server.ts'
import {
	accessibilityOf,
	breadcrumbs,
	faqPage,
	itemList,
	organizationAndSite,
	productWithOffer,
} from './schema-org.ts'
import { StructuredData } from './structured-data.tsx'

const origin = 'https://shop.example'
globalThis.shopState = shopStateOf({})
const shelf = selectFrom({}, select)
const released = shelf.filter(({ comingSoon }) => !comingSoon)
const unreleased = shelf.filter(({ comingSoon }) => comingSoon)

test.each(released)('$title is a product with an offer and without a rating', (product) => {
	const thing = thingSchema.parse(productWithOffer(origin, product, '/assets/picture.jpg', null))
	expect(thing).toMatchObject({ '@type': 'Product', url: `${origin}/products/${product.slug}` })
	expect(JSON.stringify(thing)).not.toMatch(/rating|review/i)
})

test('a paid product has its price, and a free product costs 0.00', () => {
	const prices = released.map((product) => {
		const { offers } = productWithOffer(origin, product, '/a.jpg', null)
		return [product.slug, JSON.parse(JSON.stringify(offers)).price]
	})
	expect(prices.slice(0, 4)).toEqual([
		['student-guide', '0.00'],
		['cv-secrets', '14.99'],
		['budget-planner', '5.99'],
		['startup-blueprint', '0.00'],
	])
})

const summary: ReviewSummary = {
	catalogue_id: '2',
	count: 3,
	average: 4.333,
	stars: [0, 0, 0, 2, 1],
	hidden: { advert: 1 },
	newest: [
		{
			serial: 7,
			rating: 4,
			body: '</script><script>alert(1)</script>',
			author_name: 'Priya',
			acquired: 'bought',
			refunded: false,
			month: '2026-11',
			edited: false,
			answer: null,
		},
	],
}

/** Returns the structured data of the first released product with these reviews. */
function withReviews(reviews: ReviewSummary) {
	const [product] = released
	if (product === undefined) throw new Error('no product is released')
	return productWithOffer(origin, product, '/a.jpg', reviews)
}

test('a reviewed product has the average rating, the count and the newest reviews', () => {
	expect(withReviews(summary)).toMatchObject({
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
				reviewBody: '</script><script>alert(1)</script>',
			},
		],
	})
	const [review] = summary.newest
	expect(
		JSON.stringify(withReviews({ ...summary, newest: review ? [{ ...review, body: '' }] : [] })),
	).not.toContain('reviewBody')
})

test('a guide whose file has been read says what it has for people who don’t see it, and no other does', () => {
	const epub = { name: 'a.epub', format: 'EPUB', bytes: 1, pages: null } as const
	const content = (access?: AccessFact[]) => {
		const { previewContent } = cvSecrets
		return { ...previewContent, furtherFiles: [epub], access: access ?? [] }
	}
	expect(accessibilityOf(content(['tags', 'headings', 'still']))).toEqual({
		'@type': ['Product', 'DigitalDocument'],
		accessibilityFeature: ['taggedPDF', 'structuralNavigation'],
		accessibilityHazard: 'none',
		accessibilitySummary: 'Tagged PDF, headings, e-book',
	})
	expect(accessibilityOf(content(['headings']))).not.toHaveProperty('accessibilityHazard')
	expect(accessibilityOf(content())).toEqual({})
})

test('hidden reviews do not give a rating', () => {
	const hidden = withReviews({ ...summary, count: 0, average: 0, newest: [] })
	expect(hidden).not.toHaveProperty('aggregateRating')
	expect(hidden).not.toHaveProperty('review')
})

test('what visitors wrote cannot end the script element of the structured data', () => {
	const html = renderToStaticMarkup(<StructuredData items={[withReviews(summary)]} />)
	expect(html.match(/<\/script>/g)).toHaveLength(1)
	expect(html.match(/<script/g)).toHaveLength(1)
})

test.each(unreleased)('$title has no price and cannot be offered', (product) => {
	expect(() => productWithOffer(origin, product, '/a.jpg', null)).toThrow('cannot be offered')
})

test('a list contains only the products that have a page', () => {
	const list = thingSchema.parse(itemList(origin, 'Everything', shelf))
	expect(list).toMatchObject({ itemListElement: { length: released.length } })
	expect(JSON.stringify(list)).not.toContain('north-east-money')
})

test('organisation, site, breadcrumbs and questions have the required fields', () => {
	for (const thing of [
		...organizationAndSite(origin),
		breadcrumbs(origin, [
			{ name: 'Home', path: '/' },
			{ name: 'Career', path: '/career' },
		]),
		faqPage([{ question: 'Is it free?', answer: 'It is free, without a card and without a trial.' }]),
	]) {
		expect(thingSchema.safeParse(thing).error).toBeUndefined()
	}
})
