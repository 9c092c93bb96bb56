import { expect, test } from 'vitest'
import { seededChance } from '../random.ts'
import { type Point, trendOf } from './trend.ts'

const noise = seededChance(1)

/** Sixty measurements in ten minutes, with noise and two outliers, as if from restarts. */
function measured(perHour: number): Point[] {
	return Array.from({ length: 60 }, (_, index) => ({
		at: index * 10,
		value:
			100 +
			(perHour * index * 10) / 3_600 +
			4 * (noise.next() - 0.5) +
			(index === 20 || index === 50 ? -60 : 0),
	}))
}

test('a leak is distinguished from noise and outliers', () => {
	const [flat, leak] = [trendOf(measured(0)), trendOf(measured(30))]
	expect(Math.abs(flat.perHour)).toBeLessThan(5)
	expect(flat.atLeastPerHour).toBeLessThan(0)
	expect(leak.perHour).toBeGreaterThan(25)
	expect(leak.perHour).toBeLessThan(35)
	expect(leak.atLeastPerHour).toBeGreaterThan(20)
	expect(leak.atLeastPerHour).toBeLessThan(leak.perHour)
})

test('four points are too few to be certain of growth', () => {
	const few = [0, 9, 1, 8].map((value, index) => ({ at: index * 10, value }))
	expect(trendOf(few).atLeastPerHour).toBeLessThan(0)
	expect(() => trendOf([])).toThrow('two points')
})
