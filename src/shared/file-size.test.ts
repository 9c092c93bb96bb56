import { expect, test } from 'vitest'
import { formatBytes } from './file-size.ts'

test('the size of a file is in whole kilobytes below a megabyte, and never zero', () => {
	expect([0, 999, 1_500, 412_345].map(formatBytes)).toEqual(['1 kB', '1 kB', '2 kB', '412 kB'])
	expect([1_000_000, 2_400_000, 51_260_000].map(formatBytes)).toEqual(['1.0 MB', '2.4 MB', '51.3 MB'])
})
