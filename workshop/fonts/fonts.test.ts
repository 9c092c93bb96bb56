import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cutFamilies, cutFont } from './cut-font.mjs'

const root = new URL('../../', import.meta.url)

test.each(cutFamilies)('$file is what `npm run fonts` generates from $source', async (family) => {
	const made = await cutFont(family, readFileSync(new URL(family.source, root)))
	expect(made.equals(readFileSync(new URL(`src/web/fonts/${family.file}`, root)))).toBe(true)
})

test('the style sheet takes characters from a subset if possible, and otherwise from the full family', () => {
	const css = readFileSync(new URL('src/web/styles/fonts.css', root), 'utf8')
	const ranges = Array.from(css.matchAll(/unicode-range:\s*([^;]+);/g), ([, list = '']) => pointsOf(list))
	expect(ranges).toHaveLength(4)
	for (const [index, family] of cutFamilies.entries()) {
		const basic = new Set(family.ranges.flatMap(([first = 0, last = first]) => pointsBetween(first, last)))
		const whole = ranges[index + 2] ?? new Set()
		expect(ranges[index]).toEqual(basic)
		expect(whole.isDisjointFrom(basic)).toBe(true)
		const fromElsewhere = pointsBetween(0xa0, 0xff).filter((point) => !whole.has(point) && !basic.has(point))
		expect(fromElsewhere).toEqual(family.file.startsWith('bricolage') ? [poundSign] : [])
	}
})

const poundSign = 0xa3

function pointsOf(list: string): Set<number> {
	return new Set(
		list.split(',').flatMap((range) => {
			const [first = '', last = first] = range.trim().slice(2).split('-')
			return pointsBetween(Number.parseInt(first, 16), Number.parseInt(last, 16))
		}),
	)
}

function pointsBetween(first: number, last: number): number[] {
	return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
