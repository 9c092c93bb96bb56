import { expect, test } from 'vitest'
import { percentile } from './percentile.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test('of a hundred values, so many do not exceed the percentile of that number', () => {
	expect([0, 50, 95, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([1, 50, 95, 99, 100])
})

test('one outlier among few is in the 99th percentile, not in the median', () => {
	expect(percentile([3, 900, 1, 2], 99)).toBe(900)
	expect(percentile([3, 900, 1, 2], 50)).toBe(2)
	expect(percentile([], 50)).toBeNaN()
})
