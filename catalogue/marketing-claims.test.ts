import { expect, test } from 'vitest'
import { catalogue } from './index.ts'
import { marketingClaims } from './marketing-claims.ts'
import { testimonials } from './testimonials.ts'

test('ratings, counts, testimonials and the story are marketing claims with unique ids', () => {
	const ids = marketingClaims.map(({ id }) => id)
	expect(new Set(ids).size).toBe(ids.length)
	for (const { slug, rating, downloadCount } of catalogue) {
		expect(ids.includes(`rating-${slug}`)).toBe(rating !== null)
		expect(ids.includes(`downloads-${slug}`)).toBe(downloadCount !== null)
	}
	expect(ids).toContain('creator-story')
	expect(ids.filter((id) => id.startsWith('testimonial-'))).toEqual(testimonials.map(({ id }) => id))
})

test('there are three testimonials of five stars each, as specified', () => {
	expect(testimonials.map(({ stars }) => stars)).toEqual([5, 5, 5])
})

test('the ids of marketing claims contain only lower-case letters, digits and hyphens', () => {
	for (const { id } of marketingClaims) expect(id).toMatch(/^[a-z0-9-]+$/)
})
