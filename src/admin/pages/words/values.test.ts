import { expect, test } from 'vitest'
import { formOf } from '#shared/content/form.ts'
import { emptyValue, inFewWords, moved, pathsWith, withValue } from './values.ts'

const home = formOf({ kind: 'page', id: 'home' })
const testimonials = home.fields?.find(({ name }) => name === 'testimonials')
const product = formOf({ kind: 'product', id: '2' })

test('a new item has the next number, what is the same everywhere, and empty words', () => {
	if (testimonials?.item === undefined) throw new Error('the home page has no testimonials')
	expect(emptyValue(testimonials.item, [{ id: 'testimonial-2' }, { id: 'testimonial-7' }, 'x'])).toEqual({
		id: 'testimonial-8',
		stars: 5,
		quote: '',
		name: '',
		who: '',
	})
	expect(emptyValue(testimonials.item)).toMatchObject({ id: 'testimonial-1' })
})

test('a value is replaced in its place, or removed', () => {
	expect(JSON.stringify(withValue({ a: 1, b: 2 }, 'a', 3))).toBe('{"a":3,"b":2}')
	expect(withValue({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
	expect(withValue(null, 'a', 1)).toEqual({ a: 1 })
})

test('an item moves to another place', () => {
	expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
	expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
})

test('words are found in every field that can be changed, and in its title', () => {
	const cv = {
		title: 'CV Secrets',
		taxCode: 'txcd_1',
		page: {
			author: 'Ada',
			questions: [
				{ question: 'Why?', answer: 'So.' },
				{ question: 'How?', answer: 'Like this.' },
			],
		},
	}
	const found = (words: string) => pathsWith(words, product, cv)
	expect(found('secrets')).toEqual(['', 'title'])
	expect(found('like THIS')).toEqual([
		'',
		'page',
		'page.questions',
		'page.questions.1',
		'page.questions.1.answer',
	])
	expect(found('questions')).toEqual(
		expect.arrayContaining(['page.questions.0.answer', 'page.questions.1.question']),
	)
	expect(found('questions')).not.toContain('page.author')
	expect(found('txcd')).toEqual([])
	expect(found('nowhere')).toEqual([])
})

test('what can’t be changed is shown in a few words', () => {
	expect(
		[null, true, ['a', 'b'], [{}, {}], { title: 'One', html: 'x'.repeat(99) }, 7].map(inFewWords),
	).toEqual(['None', 'Yes', 'a, b', '2', `One, ${'x'.repeat(80)}…`, '7'])
})
