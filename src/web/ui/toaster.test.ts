import { expect, test } from 'vitest'
import { keyboardHeight } from './toaster.tsx'

test.each([
	['nothing covers the page', { height: 844, offsetTop: 0, scale: 1 }, 0],
	['the keyboard is open', { height: 508, offsetTop: 0, scale: 1 }, 336],
	['the page has scrolled up above the keyboard', { height: 508, offsetTop: 100, scale: 1 }, 236],
	['the page is zoomed in', { height: 422, offsetTop: 0, scale: 2 }, 0],
	['the browser’s toolbar is hidden', { height: 900, offsetTop: 0, scale: 1 }, 0],
])('when %s, toasts rise by the height of the keyboard', (_, viewport, covered) => {
	expect(keyboardHeight(viewport, 844)).toBe(covered)
})
