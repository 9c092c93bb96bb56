import { afterEach, expect, test } from 'vitest'
import type { ReviewSummary, ShopState } from '#shared/shop-state.ts'
import { shopStateOf } from '#test/shop-state.ts'
import { shelf } from './shop.server.ts'

afterEach(() => {
	globalThis.shopState = undefined
})

/** Returns what cards show of CV Secrets in this state. */
function card(change: Partial<ShopState>) {
	globalThis.shopState = shopStateOf(change)
	return shelf().find(({ slug }) => slug === 'cv-secrets')
}

const summary: ReviewSummary = {
	catalogue_id: '2',
	count: 3,
	average: 4.333,
	stars: [0, 0, 0, 2, 1],
	hidden: {},
	newest: [],
}

test('cards show a marketing claim only if it is among those of the shop', () => {
	expect(card({})).toMatchObject({ rating: '4.8 from 120 ratings', downloadCount: 129 })
	expect(card({ claims: ['downloads-cv-secrets'] })).toMatchObject({ rating: null, downloadCount: 129 })
	expect(card({ claims: [] })).toMatchObject({ rating: null, downloadCount: null })
})

test('the reviews of a guide replace the claimed rating, unless all are hidden', () => {
	expect(card({ reviews: [summary] })).toMatchObject({ rating: '4.3 from 3 reviews' })
	expect(card({ reviews: [{ ...summary, count: 1, average: 5 }] })).toMatchObject({
		rating: '5.0 from 1 review',
	})
	const hidden = { ...summary, count: 0, average: 0, hidden: { advert: 1 } }
	expect(card({ reviews: [hidden] })).toMatchObject({ rating: '4.8 from 120 ratings' })
	expect(card({ reviews: [{ ...summary, catalogue_id: '3' }], claims: [] })).toMatchObject({ rating: null })
})

test('cards contain nothing of a product that only its own page shows', () => {
	const names = Object.keys(card({}) ?? {})
	for (const name of ['gallery', 'page', 'openGraph', 'taxCode', 'earlierEditions', 'ownerEdition'])
		expect(names).not.toContain(name)
})

test('without a state, nothing is selected', () => {
	expect(() => shelf()).toThrow('there is no state of the shop')
})
