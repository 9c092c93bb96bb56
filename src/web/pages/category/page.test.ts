import { expect, test } from 'vitest'
import { loaderArguments } from '#test/loader-arguments.ts'
import { selectFrom, shopStateOf } from '#test/shop-state.ts'
import { loader } from './page.tsx'

/** Returns what the page at a path shows. */
function select(path: string) {
	const [, slug] = /^\/categories\/(.+)$/.exec(path) ?? []
	return selectFrom({}, () => loader(loaderArguments(path, { params: slug === undefined ? {} : { slug } })))
}

test.each([
	['/career', 'Career'],
	['/Money', 'Money'],
	['/categories/business', 'Business'],
	['/categories/Academic', 'Academic'],
])('%s shows the products of the category %s, and up to three released ones of others', (path, category) => {
	const found = select(path)
	expect(found?.category).toBe(category)
	const own = found?.shelf.filter((product) => product.category === category) ?? []
	const others = found?.shelf.filter((product) => product.category !== category) ?? []
	expect(own).not.toEqual([])
	expect([2, 3]).toContain(others.length)
	expect(others.every(({ comingSoon }) => !comingSoon)).toBe(true)
	expect(
		Object.keys(found?.insides ?? {}).every((slug) => own.some((product) => product.slug === slug)),
	).toBe(true)
})

test('the words of a category are those of its own document', () => {
	const { pages } = shopStateOf({})
	const Money = { ...pages.Money, title: 'Earning', intro: 'Earn <b>well</b>.' }
	const words = (path: string) =>
		selectFrom({ pages: { ...pages, Money } }, () => loader(loaderArguments(path, { params: {} })))?.words
	expect(words('/money')).toEqual(Money)
	expect(words('/career')).toEqual(pages.Career)
})

test('the nearest categories come first among the products of others', () => {
	const found = select('/career')
	expect(found?.shelf.find(({ category }) => category !== 'Career')?.category).toBe('Business')
})

test.each(['/categories/none', '/categories/404', '/categories/__proto__'])('%s is no category', (path) => {
	expect(select(path)).toBeNull()
})
