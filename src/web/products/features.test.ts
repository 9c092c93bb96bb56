import { expect, test } from 'vitest'
import { insideOf } from '#shared/inside.ts'
import { selectFrom, shopStateOf } from '#test/shop-state.ts'
import { shelf as selectShelf } from '#web/site/shop.server.ts'
import { featuresAmong } from './features.ts'
import { insidesOf } from './insides.server.ts'

const shelf = selectFrom({}, selectShelf)
const released = shelf.filter(({ comingSoon }) => !comingSoon)
const coming = shelf.filter(({ comingSoon }) => comingSoon)

test('one or two released products are shown with a summary, and more are not', () => {
	expect(featuresAmong(released.slice(0, 1))).toEqual(released.slice(0, 1))
	expect(featuresAmong([...coming.slice(0, 2), ...released.slice(0, 2)])).toEqual(released.slice(0, 2))
	expect(featuresAmong(released.slice(0, 3))).toBeNull()
	expect(featuresAmong([...released.slice(0, 2), ...coming, ...coming])).toBeNull()
})

test('without a released product, the first that are coming soon are shown with a summary', () => {
	expect(featuresAmong(coming)).toEqual(coming.slice(0, 2))
})

test('the contents of a list’s features are selected, and of no other product', () => {
	const list = [...released.slice(0, 1), ...coming.slice(0, 1)]
	const [feature] = shopStateOf({}).products.filter(({ slug }) => slug === list[0]?.slug)
	if (feature === undefined) throw new Error('no product is released')
	expect(selectFrom({}, () => insidesOf(list))).toEqual({ [feature.slug]: insideOf(feature) })
	expect(selectFrom({}, () => insidesOf(released))).toEqual({})
})
