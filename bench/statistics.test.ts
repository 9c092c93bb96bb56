import { expect, test } from 'vitest'
import { percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test('percentiles are calculated by the nearest-rank method', () => {
	expect([0, 50, 95, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([1, 50, 95, 99, 100])
})

test('an outlier among a few values shows in the 99th percentile but not in the median', () => {
	expect(percentile([3, 900, 1, 2], 99)).toBe(900)
	expect(percentile([3, 900, 1, 2], 50)).toBe(2)
	expect(percentile([], 50)).toBeNaN()
})
