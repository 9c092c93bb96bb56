import { expect, test } from 'vitest'
import { catalogue } from './index.ts'
import { shelf } from './shelf.ts'

test('a shelf says of each product what its own page says, page count and format included', () => {
	expect(shelf.map(({ slug }) => slug)).toEqual(catalogue.map(({ slug }) => slug))
	for (const [index, product] of catalogue.entries()) expect(product).toMatchObject(shelf[index] ?? {})
})
