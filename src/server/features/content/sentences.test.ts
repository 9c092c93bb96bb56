import { expect, test } from 'vitest'
import { excerptsOf, sentencesOf } from './sentences.ts'

const long = 'word '.repeat(60)

test('short texts are shown whole', () => {
	expect(excerptsOf('A typpo.', 'A typo.')).toEqual(['A typpo.', 'A typo.'])
})

test('of long texts, the part is shown in which they differ', () => {
	const [was, is] = excerptsOf(`${long}typpo ${long}`, `${long}typo ${long}`)
	expect([was.length < 100, is.length < 100]).toEqual([true, true])
	expect(was).toMatch(/^….*word typpo word.*…$/)
	expect(is).toMatch(/^….*word typo word.*…$/)
	expect(excerptsOf(long, `${long}end`)[1]).toMatch(/^….*word end$/)
	expect(excerptsOf(long, `start ${long}`)[1]).toMatch(/^start word.*…$/)
})

test('a repeated word and letters of two units are not cut apart', () => {
	expect(excerptsOf(`${long}no no`, `${long}no`)[1]).toContain('no')
	expect(excerptsOf(`${long}😀`, `${long}😁`).map((text) => text.isWellFormed())).toEqual([true, true])
})

test('each change is a sentence, and of very many the rest is counted', () => {
	expect(
		sentencesOf('About', [
			{ field: 'Your story, 1', before: 'I was.', after: 'I am.' },
			{ field: 'Your story, 2', before: null, after: 'New.' },
			{ field: 'Your story, 3', before: 'Old.', after: null },
		]),
	).toEqual([
		'About, Your story, 1: “I was.” becomes “I am.”.',
		'About, Your story, 2: adds “New.”.',
		'About, Your story, 3: removes “Old.”.',
	])
	const many = Array.from({ length: 42 }, (_, index) => ({ field: `F ${index}`, before: 'a', after: 'b' }))
	expect(sentencesOf('About', many).at(-1)).toBe('About: 2 more changes.')
})
