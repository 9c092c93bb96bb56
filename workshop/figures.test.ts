import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/index.ts'
import { chaptersWithoutSource, checkedFigures, isOld, readCheckedFigures } from './checked-figures.ts'
import type { Recipe } from './recipe.ts'

const released = catalogue.filter(({ comingSoon }) => !comingSoon)

describe.each(released)('the figures of $shortTitle', async ({ slug, edition }) => {
	const figures = await readCheckedFigures(slug)
	const dated = figures.filter(({ checked }) => checked !== undefined)

	// Uses the edition's date rather than today's, so that the test does not start to fail by itself. `npm run figures` uses
	// today's.
	it('were checked in the 12 months before the edition', () => {
		expect(dated.filter((figure) => isOld(figure, edition?.date ?? ''))).toEqual([])
	})

	it('have a source in the same chapter', async () => {
		const { recipe }: { recipe: Recipe } = await import(`./${slug}/recipe.ts`)
		for (const file of recipe.files) {
			if (!('typst' in file)) continue
			const text = await readFile(new URL(`${slug}/${file.typst}`, import.meta.url), 'utf8')
			expect(chaptersWithoutSource(text)).toEqual([])
		}
	})

	it('cite the exact page, not just the site', () => {
		expect(dated.flatMap(({ pages }) => pages).filter((page) => !/^[\w.-]+\.\w+\/\S+$/.test(page))).toEqual(
			[],
		)
		expect(dated.filter(({ checked }) => Number.isNaN(Date.parse(checked ?? '')))).toEqual([])
		expect(figures.filter(({ pages }) => pages.length === 0)).toEqual([])
	})
})

it('reads the line, date and pages of each check, and calls a check old after a year', () => {
	const text = [
		'Pay is £12.71.#source(checked: "2026-11-22", again: "each April", "gov.uk/pay")[Pay (2026): £12.71]',
		'#check(',
		'  checked: "2025-11-21",',
		'  "gov.uk/a/b", "gov.uk/c",',
		')',
		'#check("gov.uk")',
	].join('\n')
	const read = checkedFigures('a.typ', text)
	expect(read).toEqual([
		{ place: 'a.typ:1', checked: '2026-11-22', pages: ['gov.uk/pay'] },
		{ place: 'a.typ:2', checked: '2025-11-21', pages: ['gov.uk/a/b', 'gov.uk/c'] },
		{ place: 'a.typ:6', checked: undefined, pages: ['gov.uk'] },
	])
	expect(
		chaptersWithoutSource('= Pay\nFrom April 2026: £12.71\n= Tax\nIn 2026/27.#check("gov.uk/tax")'),
	).toEqual(['Pay'])
	expect(read.map((figure) => isOld(figure, '2026-11-22'))).toEqual([false, true, true])
	expect(read.map((figure) => isOld(figure, '2026-11-21'))).toEqual([false, false, true])
})
