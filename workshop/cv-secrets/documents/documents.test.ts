import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { unpackArchive } from '../../archive.ts'
import { cvDocuments, exampleCvs, templates } from './cv-documents.ts'
import type { WordBlock, WordDesign } from './document.ts'

const delivered = unpackArchive(await readFile(new URL('../../../goods/CV.zip', import.meta.url)))

describe.each(cvDocuments)('$fileName', ({ fileName, title, design, blocks }) => {
	const parts = unpackArchive(delivered.find(({ name }) => name === fileName)?.bytes ?? new Uint8Array())

	it('has its text in reading order', () => {
		expect(paragraphs(part('word/document.xml'))).toEqual(blocks.flatMap((block) => textOf(block, design)))
	})

	it('states its title and language for screen readers', () => {
		expect(part('docProps/core.xml')).toContain(`<dc:title>${title}</dc:title>`)
		expect(part('word/styles.xml')).toContain('w:lang w:val="en-GB"')
	})

	it('has no text in text boxes, pictures, headers or footers', () => {
		expect(part('word/document.xml')).not.toMatch(
			/<w:(txbxContent|drawing|pict|headerReference|footerReference)\b/,
		)
	})

	function part(name: string): string {
		return new TextDecoder().decode(parts.find((entry) => entry.name === name)?.bytes)
	}
})

it('CVs and letters contain no tables, since applicant tracking systems misread them', () => {
	const withTables = cvDocuments.filter(({ blocks }) => blocks.some(({ kind }) => kind === 'grid'))
	expect(withTables.filter(({ kind, isLetter }) => kind === 'cv' || isLetter === true)).toEqual([])
	expect(cvDocuments.filter(({ kind }) => kind === 'cv')).toHaveLength(10)
})

it('each of the three designs is shown in a template and in two examples', () => {
	const designs = ['classic', 'clear', 'modern']
	expect(templates.map(({ design }) => design).sort()).toEqual(designs)
	expect(exampleCvs.map(({ design }) => design).sort()).toEqual(designs.flatMap((design) => [design, design]))
})

it.each(exampleCvs)(
	'the template of the same design has every section of $fileName',
	({ design, blocks }) => {
		const template = JSON.stringify(templates.find((candidate) => candidate.design === design)?.blocks)
		const sections = blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
		expect(sections.length).toBeGreaterThanOrEqual(4)
		expect(sections.filter((section) => !template.includes(section))).toEqual([])
	},
)

it('the examples list the newest entry first in each section', () => {
	for (const { fileName, blocks } of exampleCvs) {
		let before = Number.POSITIVE_INFINITY
		for (const block of blocks) {
			if (block.kind === 'heading') before = Number.POSITIVE_INFINITY
			if (block.kind !== 'role') continue
			const [, end = ''] = block.dates.replace(' (expected)', '').split(' – ')
			const time = end === 'present' ? Date.UTC(2100, 0) : Date.parse(`1 ${end.replace('Sept', 'Sep')} UTC`)
			expect(time, `${fileName}: ${block.title}`).toBeLessThanOrEqual(before)
			before = time
		}
	}
})

it('the examples contain no phrase that would fit every applicant', () => {
	const words = exampleCvs.map(({ blocks }) => JSON.stringify(blocks)).join()
	expect(words).toContain('Late loans fell')
	expect(words).not.toMatch(
		/motivated|passionate|excellent|hard-?working|team player|dynamic|enthusiastic|responsible for|fast learner|detail-oriented|references/i,
	)
})

function paragraphs(xml: string): string[] {
	return [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)]
		.map(([paragraph]) =>
			[...paragraph.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>|<w:tab\/>/g)].map(([, text]) => text ?? '\t').join(''),
		)
		.map((text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
		.filter((text) => text !== '')
}

function textOf(block: WordBlock, design: WordDesign = 'clear'): string[] {
	switch (block.kind) {
		case 'points':
			return block.items.map(plain)
		case 'contact':
			return [block.parts.join(design === 'clear' ? ' · ' : '  |  ')]
		case 'role':
			return roleOf(block, design)
		case 'grid':
			return [...block.header, ...block.rows.flat()].filter((text) => text !== '')
		default:
			return [plain(block.text)]
	}
}

function roleOf(role: Extract<WordBlock, { kind: 'role' }>, design: WordDesign) {
	const { title, organisation, dates, titleFirst } = role
	if (design === 'classic') {
		return titleFirst === true ? [`${title}\t${dates}`, organisation] : [`${organisation}\t${dates}`, title]
	}
	return design === 'modern'
		? [title, `${organisation}  |  ${dates}`]
		: [`${title}, ${organisation}\t${dates}`]
}

function plain(text: string): string {
	return text.replaceAll('**', '')
}
