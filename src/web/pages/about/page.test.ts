import { expect, test } from 'vitest'
import { loaderArguments } from '#test/loader-arguments.ts'
import { selectFrom } from '#test/shop-state.ts'
import { loader } from './page.tsx'

const selectedWith = (claims: string[]) =>
	selectFrom({ claims }, () => loader(loaderArguments('/about'))).texts

test('the page about the shop has the three products whose covers it shows', () => {
	expect(selectedWith([])?.covers.map(({ slug }) => slug)).toEqual([
		'startup-blueprint',
		'budget-planner',
		'student-guide',
	])
})

test('it tells the story of the shop only if the owner has confirmed it', () => {
	expect(selectedWith(['creator-story'])?.about.story.length).toBeGreaterThan(1)
	expect(selectedWith(['testimonial-1'])?.about.story).toEqual([])
})
