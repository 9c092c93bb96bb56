import { expect, test } from 'vitest'
import { counted, formatBytes } from '#shared/wording.ts'

test('a count is written with its noun in the singular or the plural', () => {
	expect([0, 1, 1200].map((count) => counted(count, 'sale'))).toEqual(['0 sales', '1 sale', '1,200 sales'])
})

test('the size of a file is in whole kilobytes below a megabyte, and never zero', () => {
	expect([0, 999, 1_500, 412_345].map(formatBytes)).toEqual(['1 kB', '1 kB', '2 kB', '412 kB'])
	expect([1_000_000, 2_400_000, 51_260_000].map(formatBytes)).toEqual(['1.0 MB', '2.4 MB', '51.3 MB'])
})
