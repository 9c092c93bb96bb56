import { expect, test } from 'vitest'
import { documentsIn } from './packed-names.ts'

const named = (...names: string[]) => names.map((name) => ({ name, size: 1 }))

test('puts the formats of a document together, first what to open first, last the note', () => {
	const first = { file: 'CV-guide.pdf', why: 'Keep a template open beside it.' }
	const documents = documentsIn(
		named(
			'README.txt',
			'1-One-hour-plan.docx',
			'CV-guide.pdf',
			'4-Example-first-year.docx',
			'4-Example-first-year.pdf',
		),
		first,
	)
	expect(
		documents.map(({ title, purpose, formats }) => [title, purpose, formats.map(({ format }) => format)]),
	).toEqual([
		['CV guide', first.why, ['PDF']],
		['1 One hour plan', 'To fill in and change', ['Word']],
		['4 Example first year', 'Filled in, to see how it’s done', ['Word', 'PDF']],
		['Read me', 'What is in the download, and what you may do with it', ['Text']],
	])
	expect(documents.map(({ isFirst }) => isFirst)).toEqual([true, false, false, false])
})

test.each([
	['Budget-planner.xlsx', 'Budget planner', 'Spreadsheet', 'To fill in; it does the sums'],
	['Budget-planner-printable.pdf', 'Budget planner printable', 'PDF', 'To print and fill in with a pen'],
	['Letters/6_Letter.DOCX', 'Letters / 6 Letter', 'Word', 'To copy and put into your own words'],
	['landing-page.html', 'landing page', 'Web page', 'A page to make your own, in any text editor'],
	['v1.2 notes.key', 'v1.2 notes', 'KEY', 'To open in its own app'],
	['LICENSE', 'LICENSE', 'File', 'What is in the download, and what you may do with it'],
	['.hidden', '', 'HIDDEN', 'To open in its own app'],
])('%s is called “%s”, a %s', (name, title, format, purpose) => {
	expect(documentsIn(named(name), undefined)).toMatchObject([{ title, purpose, formats: [{ format }] }])
})

test('what the owner has written of a file counts, but for what to open first', () => {
	const written = [
		{ name: 'a.pdf', purpose: 'To open' },
		{ name: 'b.docx' },
		{ name: 'b.pdf', purpose: 'To sign and post' },
	]
	const documents = documentsIn(
		named('a.pdf', 'b.docx', 'b.pdf', 'c.txt'),
		{ file: 'a.pdf', why: 'Begin' },
		written,
	)
	expect(documents.map(({ purpose }) => purpose)).toEqual([
		'Begin',
		'To sign and post',
		'To open in its own app',
	])
})

test('two files whose names differ only in a space stay two documents', () => {
	expect(documentsIn(named('a-b.pdf', 'a b.pdf'), undefined)).toHaveLength(2)
})
