import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { countPages } from '#server/shop/files/count-pages.ts'

test.each([
	[1, true],
	[1, false],
	[28, true],
	[28, false],
])(
	'a PDF of %i pages has that many, whether its objects are compressed or not (%s)',
	async (pages, useObjectStreams) => {
		const pdf = await PDFDocument.create()
		pdf.setTitle('Pages /Type /Pages')
		for (let page = 0; page < pages; page += 1) pdf.addPage([300, 400])
		expect(countPages(await pdf.save({ useObjectStreams }))).toBe(pages)
	},
)

test('a file that doesn’t say how many pages it has is not guessed at', () => {
	for (const text of [
		'',
		'%PDF-1.7 %%EOF',
		'%PDF-1.7 /Type /Pages',
		'%PDF /Type /ObjStm stream\nnonsense endstream',
	])
		expect(countPages(Buffer.from(text))).toBeNull()
})
