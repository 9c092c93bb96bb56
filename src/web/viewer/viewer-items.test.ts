import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexAfter, moveForKey } from './viewer-items.ts'

test('next and previous wrap around at both ends of the gallery', () => {
	expect(indexAfter(5, 'next', 6)).toBe(0)
	expect(indexAfter(0, 'previous', 6)).toBe(5)
	expect(indexAfter(2, 'next', 6)).toBe(3)
	expect(indexAfter(2, 'previous', 6)).toBe(1)
})

test('Home and End lead to the first and the last picture', () => {
	expect(indexAfter(3, 'first', 6)).toBe(0)
	expect(indexAfter(3, 'last', 6)).toBe(5)
})

test('previous undoes next, and going through every picture returns to the first', () => {
	const place = fc
		.integer({ min: 1, max: 40 })
		.chain((count) => fc.record({ count: fc.constant(count), index: fc.nat({ max: count - 1 }) }))
	fc.assert(
		fc.property(place, ({ count, index }) => {
			expect(indexAfter(indexAfter(index, 'next', count), 'previous', count)).toBe(index)
			let walked = index
			for (let taken = 0; taken < count; taken += 1) walked = indexAfter(walked, 'next', count)
			expect(walked).toBe(index)
		}),
	)
})

test('only the arrow keys, Home and End move through the gallery', () => {
	expect(['ArrowRight', 'ArrowLeft', 'Home', 'End'].map(moveForKey)).toEqual([
		'next',
		'previous',
		'first',
		'last',
	])
	expect(['ArrowUp', 'Tab', 'constructor', ''].map(moveForKey)).toEqual(Array(4).fill(undefined))
})
