import { expect, test } from 'vitest'
import { categories, categoryPath } from '#shared/categories.ts'
import { categoryFromSlug } from './categories.ts'

test('a slug in upper or lower case becomes a category', () => {
	expect(categoryFromSlug('career')).toBe('Career')
	expect(categoryFromSlug('Money')).toBe('Money')
	expect(categoryFromSlug('BUSINESS')).toBe('Business')
})

test.each(['', 'careers', 'career-', 'car-eer', '__proto__', 'constructor', 'career/finance'])(
	'%j is not a category',
	(slug) => {
		expect(categoryFromSlug(slug)).toBeUndefined()
	},
)

test('each category’s address leads back to that category', () => {
	for (const category of categories) {
		const slug = categoryPath(category).split('/').at(-1) ?? ''
		expect(categoryFromSlug(slug)).toBe(category)
	}
})

test('the menu’s categories have short addresses, and the others are under /categories', () => {
	expect(categories.map(categoryPath)).toEqual([
		'/career',
		'/finance',
		'/money',
		'/academic',
		'/categories/business',
	])
})
