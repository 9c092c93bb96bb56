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

test('pictures can’t be added, removed or moved, and keep their words when a release brings others', () => {
	expect(findFixedFaults(name, { published: cv, made: null }, { ...cv, gallery: pages })).toEqual([
		{ path: 'gallery.0', says: 'can’t be changed here' },
	])
	const [second] = pages
	const own = { ...cv, gallery: [{ ...cover, alt: 'My words' }, ...pages] }
	const release = { ...cv, gallery: [second, { ...cover, height: 99 }] }
	expect(withFixedFields(name, own, release)).toMatchObject({
		gallery: [second, { name: cover.name, alt: 'My words', height: 99 }],
	})
})

test('the free chapter and the film come with the release', () => {
	const page = cv.page && { ...cv.page, title: 'Mine', chapter: undefined }
	expect(
		findFixedFaults(name, { published: cv, made: null }, { ...cv, page }).map(({ path }) => path),
	).toEqual(['page.chapter'])
	expect(withFixedFields(name, { ...cv, page }, cv)).toEqual({ ...cv, page: { ...cv.page, title: 'Mine' } })
})
