import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDesignTokens } from '../design-tokens.ts'

const { colours, covers } = readDesignTokens()
const guide = readFileSync(new URL('guide.typ', import.meta.url), 'utf8')
const panel = /fill: rgb\("(#[0-9A-F]{6})"\)/.exec(guide)?.[1]
/** WCAG 2.2, success criteria 1.4.3 and 1.4.6. */
const aa = 4.5
const aaa = 7

describe('the colours of the guides', () => {
	it('give text AAA contrast on paper, on a tinted panel, on white and under the highlighter', () => {
		for (const ground of [colours.paper, panel, '#FFFFFF', '#EFEDE6', colours.marigold]) {
			expect(contrast(colours.ink, ground)).toBeGreaterThanOrEqual(aaa)
		}
	})

	it('give margin notes AAA contrast too', () => {
		expect(contrast(colours.soft, colours.paper)).toBeGreaterThanOrEqual(aaa)
	})

	it('give links and list markers AA contrast on paper, panel and white', () => {
		for (const colour of [colours.green, colours.brick, ...Object.values(covers)]) {
			for (const ground of [colours.paper, panel, '#FFFFFF']) {
				expect(contrast(colour, ground)).toBeGreaterThanOrEqual(aa)
			}
		}
	})

	it('give the text on every category’s cover AAA contrast', () => {
		for (const ground of [...Object.values(covers), colours.green]) {
			expect(contrast(colours.paper, ground)).toBeGreaterThanOrEqual(aaa)
		}
	})

	it('marigold has too little contrast to be a text colour', () => {
		expect(contrast(colours.marigold, colours.paper)).toBeLessThan(aa)
		expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
	})
})

/** Contrast ratio of two colours given as `#RRGGBB` (WCAG 2.2, definition of contrast ratio). */
function contrast(one: string | undefined, other: string | undefined): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
	return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string | undefined): number {
	if (colour === undefined) throw new Error('guide.typ does not name this colour any more')
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
	})
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
