import { expect, test } from 'vitest'
import { moveOfSwipe } from './use-swipe.ts'

test('a swipe to the left shows the next picture, one to the right the previous', () => {
	expect(moveOfSwipe({ x: -120, y: 10, ms: 400 })).toBe('next')
	expect(moveOfSwipe({ x: 120, y: -10, ms: 400 })).toBe('previous')
})

test('a short swipe counts only if it is quick', () => {
	expect(moveOfSwipe({ x: -30, y: 0, ms: 60 })).toBe('next')
	expect(moveOfSwipe({ x: -30, y: 0, ms: 500 })).toBeNull()
})

test('a vertical swipe, a slight movement and a tap do not turn the page', () => {
	expect(moveOfSwipe({ x: -90, y: 80, ms: 200 })).toBeNull()
	expect(moveOfSwipe({ x: 5, y: 2, ms: 8 })).toBeNull()
	expect(moveOfSwipe({ x: 0, y: 0, ms: 0 })).toBeNull()
})
