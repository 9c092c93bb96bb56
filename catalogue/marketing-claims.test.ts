import { expect, test } from 'vitest'
import { marketingClaims } from './marketing-claims.ts'
import { shelf } from './shelf.ts'
import { testimonials } from './testimonials.ts'

test('every rating, count, testimonial and the story is a claim with a name of its own', () => {
	const ids = marketingClaims.map(({ id }) => id)
	expect(new Set(ids).size).toBe(ids.length)
	for (const { slug, rating, downloadCount } of shelf) {
		expect(ids.includes(`rating-${slug}`)).toBe(rating !== null)
		expect(ids.includes(`downloads-${slug}`)).toBe(downloadCount !== null)
	}
	expect(ids).toContain('creator-story')
	expect(ids.filter((id) => id.startsWith('testimonial-'))).toEqual(testimonials.map(({ id }) => id))
})

test('three readers, five stars each, as the spec has it', () => {
	expect(testimonials.map(({ stars }) => stars)).toEqual([5, 5, 5])
})

test('a name can stand in a comma separated setting', () => {
	for (const { id } of marketingClaims) expect(id).toMatch(/^[a-z0-9-]+$/)
})
