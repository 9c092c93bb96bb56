import { expect, test } from 'vitest'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { type ProductDocument, productDocumentSchema } from '#shared/content/documents.ts'
import { formOf } from '#shared/content/form.ts'
import { findDifferences } from './differences.ts'

const cv = productDocumentSchema.parse(
	(await readStarterShop()).find(({ kind, id }) => kind === 'product' && id === '2')?.content,
)
const differ = (change: Partial<ProductDocument>) =>
	findDifferences(formOf({ kind: 'product', id: '2' }), cv, { ...cv, ...change })

test('equal documents have no differences', () => {
	expect(differ({})).toEqual([])
})

test('a field that was changed is named with its words before and after', () => {
	expect(differ({ title: 'CV Secrets', readingTime: null, comingSoon: true })).toEqual([
		{ path: 'title', before: cv.title, after: 'CV Secrets' },
		{ path: 'readingTime', before: cv.readingTime, after: null },
		{ path: 'comingSoon', before: 'No', after: 'Yes' },
	])
})

test('an item of a list is changed, added, removed or moved', () => {
	const { page } = cv
	if (page === null) throw new Error('the guide has no page')
	const [first, second, ...others] = page.questions
	if (first === undefined || second === undefined) throw new Error('the guide has no questions')
	const questions = (list: typeof page.questions) => differ({ page: { ...page, questions: list } })
	expect(questions([{ ...first, answer: 'Yes.' }, second, ...others])).toEqual([
		{ path: 'page.questions.0.answer', before: first.answer, after: 'Yes.' },
	])
	const added = { question: 'Is it new?', answer: 'It is.' }
	expect(questions([first, added, second, ...others])).toEqual([
		{ path: 'page.questions.1', before: null, after: 'Is it new? / It is.' },
	])
	expect(questions([second, ...others])).toEqual([
		{ path: 'page.questions.0', before: expect.stringContaining(first.question), after: null },
	])
	expect(questions([second, first, ...others])).toEqual([
		{
			path: 'page.questions',
			before: expect.stringContaining(`1. ${first.question}`),
			after: expect.stringContaining(`1. ${second.question}`),
		},
	])
})

test('a part that a document may be without is named as a whole', () => {
	const { page } = cv
	if (page === null) throw new Error('the guide has no page')
	const { openFirst: _, ...without } = page
	expect(differ({ page: { ...without, openFirst: { file: 'CV.pdf', why: 'Read it.' } } })[0]).toMatchObject({
		path: expect.stringMatching(/^page\.openFirst/),
		after: expect.stringContaining('CV.pdf'),
	})
	expect(differ({ gallery: cv.gallery.slice(1) })).toMatchObject([{ path: 'gallery.0', after: null }])
})
