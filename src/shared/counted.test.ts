import { expect, test } from 'vitest'
import { counted } from '#shared/counted.ts'

test('a count is written with its noun in the singular or the plural', () => {
	expect([0, 1, 1200].map((count) => counted(count, 'sale'))).toEqual(['0 sales', '1 sale', '1,200 sales'])
})
