import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOfKey, step } from './step.ts'

test('after the last picture comes the first, and before the first the last', () => {
	expect(step(5, 'next', 6)).toBe(0)
	expect(step(0, 'previous', 6)).toBe(5)
	expect(step(2, 'next', 6)).toBe(3)
	expect(step(2, 'previous', 6)).toBe(1)
})

test('one leads to either end at once', () => {
	expect(step(3, 'first', 6)).toBe(0)
	expect(step(3, 'last', 6)).toBe(5)
})

test('next and previous undo one another, and as many steps as there are pictures come round', () => {
	const place = fc
		.integer({ min: 1, max: 40 })
		.chain((count) => fc.record({ count: fc.constant(count), index: fc.nat({ max: count - 1 }) }))
	fc.assert(
		fc.property(place, ({ count, index }) => {
			expect(step(step(index, 'next', count), 'previous', count)).toBe(index)
			let walked = index
			for (let taken = 0; taken < count; taken += 1) walked = step(walked, 'next', count)
			expect(walked).toBe(index)
		}),
	)
})

test('arrows, Home and End move; no other key does', () => {
	expect(['ArrowRight', 'ArrowLeft', 'Home', 'End'].map(moveOfKey)).toEqual([
		'next',
		'previous',
		'first',
		'last',
	])
	expect(['ArrowUp', 'Tab', 'constructor', ''].map(moveOfKey)).toEqual(Array(4).fill(undefined))
})
