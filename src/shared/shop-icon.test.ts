import { expect, test } from 'vitest'
import { iconPath, iconSource } from './shop-icon.ts'

const id = 'a'.repeat(32)
const logoOf = (width: number, height: number) => [{ name: id, width, height }]

test.each([
	['Headstart', [], undefined],
	['Tom & Ana’s', [], 'T'],
	['éclair', [], 'É'],
	// The shop's fonts have no such letter.
	['Яна', [], undefined],
	['Headstart', logoOf(320, 320), id],
	['Headstart', logoOf(640, 320), id],
	['Headstart', logoOf(641, 320), 'H'],
	['4 Ever', logoOf(320, 641), '4'],
] as const)('the icon of “%s” with the logo %j is made from %s', (name, logo, source) => {
	expect(iconSource({ name, logo })).toBe(source)
})

test('the address of an icon changes with it', () => {
	expect(iconPath('É', 'icon-192.png')).toBe('/icons/%C3%89/icon-192.png')
	expect(iconPath(undefined, 'icon-192.png')).toBe('/icon-192.png')
})
