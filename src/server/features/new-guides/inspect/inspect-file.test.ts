import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { studentGuide } from '#catalogue/student-guide/product.ts'
import { linesOfWords, makePdf } from '#server/features/new-guides/testing/make-pdf.ts'
import { inspectFile } from './inspect-file.ts'

const packed = (files: Record<string, string | Uint8Array>) =>
	zipSync(
		Object.fromEntries(
			Object.entries(files).map(([name, content]) => [
				name,
				typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
			]),
		),
	)
const chapters = [
	{ title: 'Before you sign', lines: linesOfWords(500) },
	{ title: 'The deposit', lines: linesOfWords(450, 'deposit') },
]
const container = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
const book = (
	extra = '',
) => `<package><metadata xmlns:dc="x"><dc:title>Renting</dc:title><dc:creator>Ada</dc:creator>
	<dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>
	<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>${extra}</manifest><spine><itemref idref="a"/></spine></package>`
const epub = (page: string, more: Record<string, string> = {}) =>
	packed({
		mimetype: 'application/epub+zip',
		'META-INF/container.xml': container,
		'OEBPS/book.opf': book(),
		'OEBPS/nav.xhtml':
			'<html xmlns:epub="e"><body><nav epub:type="toc"><a href="a.xhtml#top">Before you sign</a></nav></body></html>',
		'OEBPS/a.xhtml': page,
		...more,
	})
const docx = (body: string, more: Record<string, string> = {}) =>
	packed({
		'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
		'word/styles.xml':
			'<w:styles xmlns:w="w"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
		'docProps/core.xml': '<p xmlns:dc="x"><dc:title>Lease words</dc:title><dc:creator>Ada</dc:creator></p>',
		'docProps/app.xml': '<Properties><Pages>3</Pages></Properties>',
		...more,
	})
const paragraph = (text: string, style = '') =>
	`<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`

test('a PDF says its title, chapters, pages and words, is drawn, and says what readers stumble over', async () => {
	const { pictures, ...file } = await inspectFile(
		'renting.pdf',
		makePdf({ title: 'Renting', author: 'Ada', chapters }),
	)
	expect(file).toMatchObject({ format: 'PDF', title: 'Renting', author: 'Ada', pageCount: 2, words: 955 })
	expect(file.sections).toMatchObject([
		{ title: 'Before you sign', page: 1, lastPage: 1 },
		{ title: 'The deposit', page: 2, lastPage: 2 },
	])
	expect(file.sections[0]?.blocks[0]?.text).toMatch(/^rent( rent){499}$/)
	expect(pictures.map(({ page }) => page)).toEqual([1, 2])
	for (const { bytes } of pictures) expect([...bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
	expect(file.access).toEqual(['headings', 'still'])
	expect(file.faults).toEqual([
		'No tags: a screen reader has to guess the order of the text.',
		'No language: a screen reader doesn’t know how to say it.',
		'Fonts that aren’t in the file, so it looks different on other devices: Helvetica.',
	])
})

test('a PDF without bookmarks has the chapters that its large letters begin', async () => {
	const file = await inspectFile('r.pdf', makePdf({ chapters, hasBookmarks: false, language: 'en-GB' }))
	expect(file.sections.map(({ title, page }) => [title, page])).toEqual([
		['Before you sign', 1],
		['The deposit', 2],
	])
	expect(file.access).toEqual(['still'])
	expect(file.faults).toContain('No headings: a screen reader can’t jump.')
	expect(file.faults.join()).not.toContain('No language')
})

test('a tagged PDF with words for its pictures says so, as the workshop reads it', async () => {
	const bytes = await readFile(new URL('../../../../../goods/StudentGuide.pdf', import.meta.url))
	const { access } = await inspectFile('StudentGuide.pdf', bytes)
	expect(access).toEqual(studentGuide.previewContent.access)
	expect(access).toEqual(['tags', 'headings', 'descriptions', 'still'])
})

test('pages without text are said to be pictures', async () => {
	const scan = makePdf({ chapters: [{ title: '', lines: [] }, ...chapters] })
	expect((await inspectFile('scan.pdf', scan)).faults[0]).toContain('1 of 3 pages has no text')
})

test('an e-book says its title and chapters', async () => {
	const page =
		'<html><body><h1>Before you sign</h1><p>Read the lease.</p><ul><li>Twice</li></ul></body></html>'
	expect(await inspectFile('r.epub', epub(page))).toMatchObject({
		format: 'EPUB',
		title: 'Renting',
		author: 'Ada',
		pageCount: null,
		sections: [
			{
				title: 'Before you sign',
				blocks: [
					{ kind: 'paragraph', text: 'Read the lease.' },
					{ kind: 'item', text: 'Twice' },
				],
			},
		],
		access: ['headings'],
		faults: [],
	})
})

test('a Word file says its title and chapters, whatever the language of its styles', async () => {
	const file = await inspectFile(
		'lease.docx',
		docx(paragraph('Rent', 'berschrift1') + paragraph('What you pay.') + paragraph('Deposit', 'berschrift1')),
	)
	expect(file).toMatchObject({ title: 'Lease words', author: 'Ada', pageCount: 3, faults: [] })
	expect(file.sections.map(({ title }) => title)).toEqual(['Rent', 'Deposit'])
	expect((await inspectFile('plain.docx', docx(paragraph('Text')))).faults).toEqual([
		'No headings: a screen reader can’t jump.',
	])
})

test('a spreadsheet says its sheets, and a ZIP its files and what its main document says', async () => {
	const sheets =
		'<workbook><sheets><sheet name="Budget"/><sheet name="Rates" state="hidden"/></sheets></workbook>'
	const xlsx = packed({ 'xl/workbook.xml': sheets })
	expect(await inspectFile('b.xlsx', xlsx)).toMatchObject({ sheets: ['Budget'], words: 0 })
	const pdf = makePdf({ title: 'Renting', chapters })
	const zip = packed({ 'kit/renting.pdf': pdf, 'kit/b.xlsx': xlsx, '__MACOSX/._x': 'x' })
	expect(await inspectFile('kit.zip', zip)).toMatchObject({
		format: 'ZIP',
		title: 'Renting',
		pageCount: 2,
		mainFile: 'renting.pdf',
		files: [
			{ name: 'renting.pdf', format: 'PDF', bytes: pdf.length, pages: 2 },
			{ name: 'b.xlsx', format: 'XLSX', pages: null },
		],
	})
})

const blank = new Uint8Array(60_000_000)
const aloud = '<html><body><p>x</p></body></html>'
const whole = Buffer.from(makePdf({ chapters }))

test.each([
	['an empty file', 'a.pdf', Buffer.alloc(0), 'The file is empty.'],
	['a text', 'a.txt', Buffer.from('hello'), 'That is none of PDF, EPUB, DOCX, XLSX and ZIP.'],
	['a text that is called a PDF', 'a.pdf', Buffer.from('hello'), 'That isn’t a PDF file'],
	['a PDF that is called a ZIP', 'a.zip', whole, 'That isn’t a ZIP file'],
	['a PDF that is cut off', 'a.pdf', whole.subarray(0, -200), 'cut off'],
	['a damaged PDF', 'a.pdf', Buffer.from('%PDF-1.7\nnothing\n%%EOF\n'), 'damaged'],
	[
		'a PDF with scripts',
		'a.pdf',
		makePdf({ chapters, catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
		'The PDF has scripts',
	],
	['a ZIP that is cut off', 'a.zip', packed({ 'a.txt': 'x' }).subarray(0, -10), 'damaged or cut off'],
	['an old Word file', 'a.docx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'It has a password'],
	['a bomb', 'a.zip', packed({ 'a.txt': blank }), 'far more than a guide has'],
	['a bomb in a Word file', 'a.docx', packed({ 'word/document.xml': blank }), 'far more than a guide has'],
	['a nested archive', 'a.zip', packed({ 'b.zip': packed({ a: 'x' }) }), 'another archive'],
	['a path out of its folder', 'a.zip', packed({ '../../etc/cron.d/x': 'x' }), 'leads out of its folder'],
	['a path from the root', 'a.zip', packed({ '/etc/x': 'x' }), 'leads out of its folder'],
	['a program', 'a.zip', packed({ 'setup.exe': 'MZ' }), 'a program or a script: setup.exe'],
	['macros', 'a.docx', docx(paragraph('x'), { 'word/vbaProject.bin': 'x' }), 'macros'],
	['a script in an e-book', 'a.epub', epub('<html><body><script>x</script></body></html>'), 'scripts'],
	[
		'external entities',
		'a.epub',
		epub(`<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>${aloud}`),
		'entities of its own',
	],
	[
		'a protected e-book',
		'a.epub',
		epub(aloud, { 'META-INF/encryption.xml': '<e><EncryptedData/></e>' }),
		'protected (DRM)',
	],
	['an e-book without its list', 'a.epub', packed({ mimetype: 'x' }), 'is missing'],
	[
		'a ZIP whose PDF is damaged',
		'a.zip',
		packed({ 'x/a.pdf': '%PDF-1.7\nnothing\n%%EOF\n' }),
		'a.pdf: The PDF is damaged',
	],
])('%s is refused with a sentence', async (_what, name, bytes, sentence) => {
	await expect(inspectFile(name, bytes)).rejects.toMatchObject({
		name: 'UnreadableFile',
		message: expect.stringContaining(sentence),
	})
})
