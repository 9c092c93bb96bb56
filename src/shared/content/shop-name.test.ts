import { expect, test } from 'vitest'
import { site } from '#catalogue/site.ts'
import { starterPages } from '#catalogue/starter-shop.ts'
import { findFaults } from './documents.ts'
import { withShopName } from './shop-name.ts'

const faultsOf = (name: unknown) => findFaults({ kind: 'site', id: 'site' }, { ...site, name })

test.each(['Headstart', 'Tom & Ana’s Guides', 'Ümlaut 24+7', '好好学习', 'X'])(
	'a shop may be called %j',
	(name) => {
		expect(faultsOf(name)).toEqual([])
	},
)

test.each([
	['nothing', ''],
	['a space', ' '],
	['no letter', '&!'],
	['a space at its end', 'Ana '],
	['two spaces', 'Ana  Bo'],
	['markup', '<b>Ana</b>'],
	['an address of an email', 'Ana <a@b.test>'],
	['quotation marks', '"Ana"'],
	['a placeholder', '{address}'],
	['a line break', 'Ana\r\nBcc: x@y.test'],
	['a mark that turns its direction', 'Ana\u202Etrats'],
	['a mark that nobody sees', 'Ana\u200B'],
	['half a character', 'Ana\uD800'],
	['31 characters', 'A'.repeat(31)],
	['500 characters', 'A'.repeat(500)],
])('a shop’s name can’t have %s', (_, name) => {
	const paths = faultsOf(name).map(({ path }) => path)
	expect([...new Set(paths)]).toEqual(['name'])
})

test('only texts that the owner hasn’t changed say the new name', () => {
	const { home } = starterPages
	const own = { ...home, description: 'Headstart is what we were called.' }
	const renamed = withShopName(own, home, '$& Co')
	expect(renamed.title).toBe('$& Co: free and premium guides for students and graduates')
	expect(renamed.description).toBe(own.description)
	expect(withShopName(home, home, site.name)).toEqual(home)
})
