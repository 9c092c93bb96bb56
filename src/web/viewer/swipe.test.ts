import { expect, test } from 'vitest'
import { moveOfStroke } from './swipe.ts'

test('pushing the picture to the left brings the next, to the right the previous', () => {
	expect(moveOfStroke({ x: -120, y: 10, ms: 400 })).toBe('next')
	expect(moveOfStroke({ x: 120, y: -10, ms: 400 })).toBe('previous')
})

test('a short flick counts where it is quick, and not where it is slow', () => {
	expect(moveOfStroke({ x: -30, y: 0, ms: 60 })).toBe('next')
	expect(moveOfStroke({ x: -30, y: 0, ms: 500 })).toBeNull()
})

test('a stroke up or down, a tremble and a tap ask for nothing', () => {
	expect(moveOfStroke({ x: -90, y: 80, ms: 200 })).toBeNull()
	expect(moveOfStroke({ x: 5, y: 2, ms: 8 })).toBeNull()
	expect(moveOfStroke({ x: 0, y: 0, ms: 0 })).toBeNull()
})
