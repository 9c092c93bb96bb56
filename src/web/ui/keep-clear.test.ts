import { expect, test } from 'vitest'
import { scrollToClear } from './toaster.tsx'

const toasts = { left: 16, right: 374, top: 730, bottom: 824 }
const across = { left: 20, right: 370 }

test.each([
	['above the toasts', { ...across, top: 200, bottom: 720 }, 0],
	['under the toasts', { ...across, top: 500, bottom: 790 }, 72],
	['reaching below the screen', { ...across, top: 300, bottom: 1100 }, 288],
	['fixed below the toasts', { ...across, top: 824, bottom: 844 }, 0],
	['beside the toasts', { left: 400, right: 800, top: 500, bottom: 790 }, 0],
	['higher than the screen', { ...across, top: -100, bottom: 790 }, 0],
])('a form %s moves just far enough to be clear of the toasts', (_, box, distance) => {
	expect(scrollToClear(box, toasts)).toBe(distance)
})
