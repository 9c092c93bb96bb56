import { expect, test } from 'vitest'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { productDocumentSchema } from '#shared/content/documents.ts'
import { findFixedFaults, withFixedFields } from './fixed-fields.ts'

const name = { kind: 'product', id: '2' } as const
const cv = productDocumentSchema.parse(
	(await readStarterShop()).find(({ kind, id }) => kind === 'product' && id === '2')?.content,
)
const [cover, ...pages] = cv.gallery
if (cover === undefined) throw new Error('the guide has no pictures')

test('the words about a picture are the owner’s, and the picture itself isn’t', () => {
	const own = { ...cv, gallery: [{ ...cover, alt: 'My words', width: 1 }, ...pages] }
	expect(findFixedFaults(name, { published: cv, made: null }, own)).toEqual([
		{ path: 'gallery.0.width', says: 'can’t be changed here' },
	])
	expect(withFixedFields(name, own, cv)).toEqual({
		...cv,
		gallery: [{ ...cover, alt: 'My words' }, ...pages],
	})
	expect(
		findFixedFaults(
			name,
			{ published: cv, made: null },
			{ ...cv, gallery: [{ ...cover, alt: 'My words' }, ...pages] },
		),
	).toEqual([])
})

const uploaded = { ...cover, name: 'a'.repeat(32), kind: 'page' } as const
const faultsIn = (gallery: readonly unknown[], before: unknown = cv) =>
	findFixedFaults(name, { published: before, made: null }, { ...cv, gallery })

test('the pictures that came with the shop can be moved, but neither added nor taken out; uploaded ones can', () => {
	for (const gallery of [[...pages, cover], [uploaded, cover, ...pages], cv.gallery])
		expect(faultsIn(gallery)).toEqual([])
	expect(faultsIn(cv.gallery, { ...cv, gallery: [uploaded, ...cv.gallery] })).toEqual([])
	for (const gallery of [pages, [{ ...cover, name: '99-made-up' }, ...cv.gallery], [cover, ...cv.gallery]])
		expect(faultsIn(gallery)).not.toEqual([])
})

test('pictures keep their words and their order when a release brings others', () => {
	const [second, third] = pages
	const own = { ...cv, gallery: [uploaded, { ...cover, alt: 'My words' }, second] }
	const release = { ...cv, gallery: [second, { ...cover, height: 99 }, third] }
	expect(withFixedFields(name, own, release)).toMatchObject({
		gallery: [uploaded, { name: cover.name, alt: 'My words', height: 99 }, second, third],
	})
})

test('the free chapter and the film come with the release', () => {
	const page = cv.page && { ...cv.page, title: 'Mine', chapter: undefined }
	expect(
		findFixedFaults(name, { published: cv, made: null }, { ...cv, page }).map(({ path }) => path),
	).toEqual(['page.chapter'])
	expect(withFixedFields(name, { ...cv, page }, cv)).toEqual({ ...cv, page: { ...cv.page, title: 'Mine' } })
})

test('what a packed file is for is the owner’s, and the file itself isn’t', () => {
	const [first, ...others] = cv.previewContent.files
	if (first === undefined) throw new Error('the guide has no files')
	const withFiles = (files: readonly unknown[]) => ({
		...cv,
		previewContent: { ...cv.previewContent, files },
	})
	const faults = (files: readonly unknown[]) =>
		findFixedFaults(name, { published: cv, made: null }, withFiles(files)).map(({ path }) => path)
	const described = { ...first, purpose: 'To read first' }
	expect(faults([described, ...others])).toEqual([])
	expect(faults([{ ...described, bytes: 1 }, ...others])).toEqual(['previewContent.files.0.bytes'])
	expect(faults(others)).not.toEqual([])
	// A release may bring the file in another size.
	expect(
		withFixedFields(name, withFiles([described, ...others]), withFiles([{ ...first, bytes: 9 }, ...others])),
	).toEqual(withFiles([{ ...described, bytes: 9 }, ...others]))
})
