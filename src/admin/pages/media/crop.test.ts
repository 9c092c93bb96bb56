import { expect, test } from 'vitest'
import { withEdgesMoved, withPartMoved } from './crop.ts'

const cut = { left: 10, right: 20, top: 30, bottom: 40 }

test.each([
	[['left'], 5, 50, { left: 15 }],
	[['right'], 5, 0, { right: 15 }],
	[['top'], 0, -5, { top: 25 }],
	[['right', 'bottom'], -5, -5, { right: 25, bottom: 45 }],
	// No further than the picture goes.
	[['left', 'top'], -50, -50, { left: 0, top: 0 }],
	// Something is always left.
	[['left'], 500, 0, { left: 78 }],
	[['bottom'], 0, -500, { bottom: 68 }],
] as const)('the edges %j move by %d and %d', (edges, across, down, moved) => {
	expect(withEdgesMoved(cut, edges, across, down)).toEqual({ ...cut, ...moved })
})

test('the part moves as a whole, as far as the picture goes', () => {
	expect(withPartMoved(cut, 5, -5)).toEqual({ left: 15, right: 15, top: 25, bottom: 45 })
	expect(withPartMoved(cut, 500, -500)).toEqual({ left: 30, right: 0, top: 0, bottom: 70 })
})
