import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { insideOf, isPlanned } from './inside.ts'

test.each(catalogue)(
	'$slug is described by what it contains or, while it is only planned, by its plan',
	(product) => {
		const { whatYouGet, features } = product.previewContent
		const inside = insideOf(product)
		expect(inside).toHaveLength(product.comingSoon ? whatYouGet.length + features.length : whatYouGet.length)
		for (const item of inside) {
			expect(isPlanned(item)).toBe(false)
			expect(item.charAt(0)).toBe(item.charAt(0).toUpperCase())
		}
	},
)

test('a product that an owner has released is described by its plan', () => {
	const planned = catalogue.find(({ comingSoon }) => comingSoon)
	if (planned === undefined) throw new Error('no product is coming soon')
	const released = { ...planned, comingSoon: false }
	expect(insideOf(released)).toEqual(insideOf(planned))
})
