import { expect, test } from 'vitest'
import { selectFrom } from '#test/shop-state.ts'
import { loader } from './page.tsx'

test('the page about the shop has the three products whose covers it shows', () => {
	const { covers } = selectFrom({}, loader)
	expect(covers.map(({ slug }) => slug).toSorted()).toEqual([
		'budget-planner',
		'startup-blueprint',
		'student-guide',
	])
})

test('it tells the story of the shop only if the owner has confirmed it', () => {
	expect(selectFrom({ claims: ['creator-story'] }, loader).story.length).toBeGreaterThan(1)
	expect(selectFrom({ claims: ['testimonial-1'] }, loader).story).toEqual([])
})
