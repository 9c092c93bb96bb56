import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { unpackArchive } from '../../../scripts/catalogue/archive.ts'
import { cvDocuments } from './cv-documents.ts'
import type { WordBlock } from './document.ts'

const delivered = unpackArchive(await readFile(new URL('../../../goods/CV.zip', import.meta.url)))

describe.each(cvDocuments)('$fileName', ({ fileName, title, blocks }) => {
	const parts = unpackArchive(delivered.find(({ name }) => name === fileName)?.bytes ?? new Uint8Array())

	it('has its text in reading order', () => {
		expect(paragraphs(part('word/document.xml'))).toEqual(blocks.flatMap(textOf))
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

it('has no tables in CVs and the letter, since applicant tracking systems misread them', () => {
	const withTables = cvDocuments.filter(({ blocks }) => blocks.some(({ kind }) => kind === 'grid'))
	expect(withTables.map(({ fileName }) => fileName)).toEqual(['Verbs-and-achievements.docx'])
})

function paragraphs(xml: string): string[] {
	return [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)]
		.map(([paragraph]) =>
			[...paragraph.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>|<w:tab\/>/g)].map(([, text]) => text ?? '\t').join(''),
		)
		.map((text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
		.filter((text) => text !== '')
}

function textOf(block: WordBlock): string[] {
	switch (block.kind) {
		case 'points':
			return block.items.map(plain)
		case 'line':
			return [`${plain(block.text)}\t${block.right}`]
		case 'grid':
			return [...block.header, ...block.rows.flat()].filter((text) => text !== '')
		default:
			return [plain(block.text)]
	}
}

function plain(text: string): string {
	return text.replaceAll('**', '')
}
