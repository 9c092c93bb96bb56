import { expect, test } from 'vitest'
import { selectFrom } from '#test/shop-state.ts'
import { contentOf, productBySlug } from '#web/pages/product/content.server.ts'
import { relatedGuide } from './guide-content.ts'

const budgetPlanner = selectFrom({}, () => {
	const product = productBySlug('budget-planner')
	return product && contentOf(product)
})
const ids = budgetPlanner?.related.map(({ product }) => product.id) ?? []

test('the guide that goes well with another is the first that the user does not own', () => {
	const idFor = (...owned: string[]) => relatedGuide(budgetPlanner, new Set(owned))?.product.id
	const [first = '', second] = ids
	expect(second).toBeDefined()
	expect(idFor()).toBe(first)
	expect(idFor(first)).toBe(second)
	expect(idFor(...ids)).toBeUndefined()
})

test('there is none while the content is loading or if it cannot be loaded', () => {
	expect([undefined, null].map((content) => relatedGuide(content, new Set()))).toEqual([undefined, undefined])
})
