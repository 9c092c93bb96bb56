import { expect, test } from 'vitest'
import { median, percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test('percentiles are calculated by the nearest-rank method', () => {
	expect([0, 50, 95, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([1, 50, 95, 99, 100])
})

test('an outlier among a few values shows in the 99th percentile but not in the median', () => {
	expect(percentile([3, 900, 1, 2], 99)).toBe(900)
	expect(percentile([3, 900, 1, 2], 50)).toBe(2)
	expect(percentile([], 50)).toBeNaN()
})

test('the median of an even number of values is between the two in the middle', () => {
	expect(median([4, 1, 100, 2])).toBe(3)
	expect(median([5, 1, 100])).toBe(5)
	expect(median([])).toBeNaN()
})
