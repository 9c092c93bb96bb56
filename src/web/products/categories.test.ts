import { expect, test } from 'vitest'
import { categories, categoryFromSlug, categoryPath } from './categories.ts'

test('a slug becomes a category by capitals, whatever its spelling', () => {
	expect(categoryFromSlug('career')).toBe('Career')
	expect(categoryFromSlug('Money')).toBe('Money')
	expect(categoryFromSlug('BUSINESS')).toBe('Business')
})

test.each(['', 'careers', 'career-', 'car-eer', '__proto__', 'constructor', 'career/finance'])(
	'%j is no category',
	(slug) => {
		expect(categoryFromSlug(slug)).toBeUndefined()
	},
)

test('each category leads back to itself by its own address', () => {
	for (const category of categories) {
		const slug = categoryPath(category).split('/').at(-1) ?? ''
		expect(categoryFromSlug(slug)).toBe(category)
	}
})

test('the four of the menu have short addresses, any other is under /categories', () => {
	expect(categories.map(categoryPath)).toEqual([
		'/career',
		'/finance',
		'/money',
		'/academic',
		'/categories/business',
	])
})
