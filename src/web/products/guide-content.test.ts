import { expect, test } from 'vitest'
import { handle as budgetPlanner } from '#catalogue/budget-planner/route.ts'
import { shelf } from '#catalogue/shelf.ts'
import { relatedGuide } from './guide-content.ts'

const related = budgetPlanner.related.map(({ slug }) => shelf.find((product) => product.slug === slug))
const [first, second] = related.map((product) => product?.id ?? '')

test('the guide that goes well with another is the first that the user does not own', () => {
	const idFor = (...owned: (string | undefined)[]) =>
		relatedGuide(budgetPlanner, new Set(owned.map(String)))?.product.id
	expect(idFor()).toBe(first)
	expect(idFor(first)).toBe(second)
	expect(idFor(...related.map((product) => product?.id))).toBeUndefined()
})

test('there is none while the content is loading or if it cannot be loaded', () => {
	expect([undefined, null].map((content) => relatedGuide(content, new Set()))).toEqual([undefined, undefined])
})
