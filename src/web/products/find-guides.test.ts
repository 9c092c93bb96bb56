import { describe, expect, test } from 'vitest'
import { selectFrom } from '#test/shop-state.ts'
import { shelf as selectShelf } from '#web/site/shop.server.ts'
import { findGuides, readSearch, type Search } from './find-guides.ts'

/** The products of the specification only, so that new products do not change the results here. */
const shelf = selectFrom({}, selectShelf).slice(0, 7)
const everything: Search = { text: '', category: null, price: null, order: null }
const ids = (search: Partial<Search>) => findGuides(shelf, { ...everything, ...search }).map(({ id }) => id)

test('an empty search finds everything, and lists released products first', () => {
	expect(ids({})).toEqual(['1', '2', '3', '7', '4', '5', '6'])
})

describe('the search text', () => {
	test.each([
		['cv', ['2']],
		['CV SECRETS', ['2']],
		['  secrets   cv ', ['2']],
		['spreadsheet', ['3']],
		['guide unicorn', []],
		['%', ['6']],
		['.*', []],
	])('%j finds the products %j', (text, expected) => {
		expect(ids({ text })).toEqual(expected)
	})

	test.each([
		'cv sécrets',
		'ﬁrst cv',
		'ｃｖ secrets',
		'cv se\u00adcrets',
		'łearn the secrets of cv'.slice(10),
	])('accents, ligatures, wide letters and what is invisible are ignored in %j', (text) => {
		expect(ids({ text })).toContain('2')
	})

	test('the apostrophe of a keyboard is that of a title', () => {
		const [guide] = shelf
		if (guide === undefined) throw new Error('the shelf is empty')
		const named = [{ ...guide, title: 'The Fresher’s Łódź — Year' }]
		for (const text of ["fresher's", 'fresher´s', 'lodz', '- year'])
			expect(findGuides(named, { ...everything, text }), text).toEqual(named)
	})
})

test('category and price can be combined', () => {
	expect(ids({ category: 'Career' })).toEqual(['1', '2', '6'])
	expect(ids({ category: 'Career', price: 'free' })).toEqual(['1'])
	expect(ids({ price: 'free' })).toEqual(['1', '7'])
})

test('sorts by price, free products first and those without a price last', () => {
	expect(ids({ order: 'price' })).toEqual(['1', '7', '3', '2', '4', '5', '6'])
})

test('sorts by reading time, shortest first and unreleased products last', () => {
	const times = findGuides(shelf, { ...everything, order: 'reading' }).map(({ readingTime }) => readingTime)
	const minutes = times.filter((time) => time !== null).map((time) => Number.parseInt(time, 10))
	expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
	expect(times.slice(minutes.length)).toEqual(times.slice(minutes.length).map(() => null))
})

test('sorts by edition, newest first and unreleased products last', () => {
	const [first, ...rest] = shelf.filter(({ edition }) => edition !== null)
	if (first === undefined) throw new Error('no product has an edition')
	const renewed = { ...first, id: 'renewed', edition: { date: '2030-01-01', changes: 'New' } }
	const found = findGuides([...shelf, renewed], { ...everything, order: 'newest' })
	expect(found[0]?.id).toBe('renewed')
	expect(found.slice(rest.length + 2).every(({ edition }) => edition === null)).toBe(true)
})

describe('the query in the address', () => {
	test('is parsed into a search', () => {
		const query = new URLSearchParams('q=bar+job&category=career&price=premium&sort=reading')
		expect(readSearch(query)).toEqual({
			text: 'bar job',
			category: 'Career',
			price: 'premium',
			order: 'reading',
		})
	})

	test.each([
		'',
		'q=&category=&price=&sort=',
		'category=nonsense&price=0&sort=__proto__',
		'category=constructor&sort=toString',
		'checkout=cancelled',
	])('%j is an empty search', (query) => {
		expect(readSearch(new URLSearchParams(query))).toEqual(everything)
	})

	test('is truncated if it is too long', () => {
		expect(readSearch(new URLSearchParams({ q: 'a'.repeat(5_000) })).text).toHaveLength(80)
	})
})
