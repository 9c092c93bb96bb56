import { expect, test } from 'vitest'
import { shelf } from '#catalogue/shelf.ts'
import { safeRedirect } from '#shared/safe-redirect.ts'
import { readingGuideAt, readPath, waitingGuideAt, waitingPath } from './paths.ts'

test.each(shelf.filter(({ comingSoon }) => !comingSoon))(
	'$slug has a page at /get, to which a redirect may lead',
	(product) => {
		expect(safeRedirect(waitingPath(product))).toBe(waitingPath(product))
		expect(waitingGuideAt(waitingPath(product))).toBe(product)
	},
)

test.each(shelf.filter(({ comingSoon }) => comingSoon))(
	'$slug, which is coming soon, has no page at /get',
	(product) => {
		expect(waitingGuideAt(waitingPath(product))).toBeNull()
	},
)

test.each(['/', '/premium', '/products/cv-secrets', '/payment-success?session_id=cs_test_1'])(
	'%s is not the page at /get of any guide',
	(path) => {
		expect(waitingGuideAt(path)).toBeNull()
	},
)

test('the page at /read of a guide names the guide, unless it has no reading edition', () => {
	for (const product of shelf)
		expect(readingGuideAt(readPath(product))).toBe(product.readingFile === null ? null : product)
	expect(shelf.filter((product) => readingGuideAt(readPath(product)) !== null)).not.toEqual([])
	expect(readingGuideAt('/products/cv-secrets')).toBeNull()
})
