import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { site } from '#catalogue/site.ts'
import { contrastOf } from './accents.ts'
import { findFaults } from './documents.ts'

const faultsOf = (Career: object) =>
	findFaults(
		{ kind: 'site', id: 'site' },
		{ ...site, accents: { ...site.accents, Career: { ...site.accents.Career, ...Career } } },
	)

test('contrasts are those of WCAG', () => {
	expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
	expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test.each([
	[{ light: '#8cc3dd' }, /^has too little contrast behind the words on a cover: 1\.4\d to 1, and 4\.5 to 1/],
	[{ dark: '#1d4c63' }, /^has too little contrast as a mark on dark paper: 1\.9\d to 1, and 3 to 1/],
	[{ light: 'red' }, /^must be a colour such as #1d4c63/],
	[{ light: '#fff;}b' }, /^must be a colour/],
])('%j is refused, with the figure', (change, says) => {
	expect(faultsOf(change)).toMatchObject([{ says: expect.stringMatching(says) }])
})

test('a colour that is dark enough is taken, and the style sheet has those that the shop came with', () => {
	expect(faultsOf({ light: '#6b1d1d', dark: '#f0a0a0' })).toEqual([])
	const sheet = readFileSync('src/web/styles/tokens.css', 'utf8')
	for (const [category, { light, dark }] of Object.entries(site.accents)) {
		expect(sheet).toContain(`--color-cloth-${category.toLowerCase()}: ${light};`)
		expect(sheet).toContain(`var(--dark-${category.toLowerCase()}, ${dark})`)
	}
})
