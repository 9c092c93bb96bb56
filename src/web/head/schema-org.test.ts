import { expect, test } from 'vitest'
import { shelf } from '#catalogue/shelf.ts'
import { thingSchema } from '#test/structured-data.ts'
import { breadcrumbs, faqPage, itemList, organizationAndSite, productWithOffer } from './schema-org.ts'

const origin = 'https://shop.example'
const released = shelf.filter(({ comingSoon }) => !comingSoon)
const unreleased = shelf.filter(({ comingSoon }) => comingSoon)

test.each(released)('$title is a product with an offer and without a rating', (product) => {
	const thing = thingSchema.parse(productWithOffer(origin, product, '/assets/picture.jpg'))
	expect(thing).toMatchObject({ '@type': 'Product', url: `${origin}/products/${product.slug}` })
	expect(JSON.stringify(thing)).not.toMatch(/rating|review/i)
})

test('the price of a paid product is a placeholder for the server, and a free product costs 0.00', () => {
	const prices = released.map((product) => {
		const { offers } = productWithOffer(origin, product, '/a.jpg')
		return [product.slug, JSON.parse(JSON.stringify(offers)).price]
	})
	expect(prices.slice(0, 4)).toEqual([
		['student-guide', '0.00'],
		['cv-secrets', '__PRICE_CV_SECRETS__'],
		['budget-planner', '__PRICE_BUDGET_PLANNER__'],
		['startup-blueprint', '0.00'],
	])
})

test.each(unreleased)('$title has no price and cannot be offered', (product) => {
	expect(() => productWithOffer(origin, product, '/a.jpg')).toThrow('cannot be offered')
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
