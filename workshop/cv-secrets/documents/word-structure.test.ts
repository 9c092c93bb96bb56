import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { unpackArchive } from '../../archive.ts'
import { cvDocuments } from './cv-documents.ts'

const delivered = unpackArchive(await readFile(new URL('../../../goods/CV.zip', import.meta.url)))

describe.each(cvDocuments)('$fileName', ({ fileName, blocks, isTemplate }) => {
	const parts = unpackArchive(delivered.find(({ name }) => name === fileName)?.bytes ?? new Uint8Array())
	const body = part('word/document.xml')

	it('uses Word’s styles for its title and headings', () => {
		expect(styled('Title')).toBe(blocks.filter(({ kind }) => kind === 'title').length)
		expect(styled('Heading1')).toBe(blocks.filter(({ kind }) => kind === 'heading').length)
		expect(styled('Title')).toBe(1)
		const second = blocks.filter(({ kind }) => kind === 'role' || kind === 'subheading')
		expect(styled('Heading2')).toBe(second.length)
		// Without its outline level a heading is missing from Word's navigation pane and from a PDF's bookmarks.
		for (const level of [1, 2]) {
			const [style] =
				part('word/styles.xml').match(new RegExp(`w:styleId="Heading${level}".*?</w:style>`)) ?? []
			expect(style).toContain(`<w:outlineLvl w:val="${level - 1}"/>`)
		}
	})

	it('uses real lists', () => {
		const items = blocks.flatMap((block) => (block.kind === 'points' ? block.items : []))
		expect([...body.matchAll(/<w:numPr>/g)]).toHaveLength(items.length)
		expect(items.every((item) => !/^[•·-]/.test(item))).toBe(true)
	})

	it('has a single column, without frames, comments or embedded objects', () => {
		expect(body).not.toMatch(/<w:cols [^>]*w:num="[2-9]/)
		expect(body).not.toMatch(/<w:(framePr|textDirection|ins|del|commentReference|fldSimple|object|sdt)\b/)
		expect([...body.matchAll(/<w:sectPr/g)]).toHaveLength(1)
	})

	it('contains no macros or links to other files', () => {
		const names = parts.map(({ name }) => name)
		expect(names).toContain('word/document.xml')
		expect(names.filter((name) => /vba|macro|activeX|embeddings|attachedTemplate/i.test(name))).toEqual([])
		const relations = parts.filter(({ name }) => name.endsWith('.rels')).map(({ name }) => part(name))
		expect(relations.join()).not.toContain('TargetMode="External"')
	})

	it('names its language in its properties, and its author unless it is a template', () => {
		const properties = part('docProps/core.xml')
		const owner = isTemplate === true ? ' ' : 'Headstart'
		expect(properties).toContain(`<dc:creator>${owner}</dc:creator>`)
		expect(properties).toContain(`<cp:lastModifiedBy>${owner}</cp:lastModifiedBy>`)
		expect(properties).toContain('<dc:language>en-GB</dc:language>')
		expect(properties).toMatch(/<dcterms:modified[^>]*>\d{4}-\d\d-\d\dT09:00:00Z</)
		expect(properties).not.toContain('Un-named')
	})

	function part(name: string): string {
		return new TextDecoder().decode(parts.find((entry) => entry.name === name)?.bytes)
	}

	function styled(style: string): number {
		return body.split(`<w:pStyle w:val="${style}"/>`).length - 1
	}
})
