import { expect, test } from 'vitest'
import { coveredFoot } from './covered-foot.ts'

test.each([
	['nothing lies over the page', { height: 844, offsetTop: 0, scale: 1 }, 0],
	['the keyboard is open', { height: 508, offsetTop: 0, scale: 1 }, 336],
	['the page was pushed up above the keyboard', { height: 508, offsetTop: 100, scale: 1 }, 236],
	['the page is pinched larger', { height: 422, offsetTop: 0, scale: 2 }, 0],
	['the browser’s own bar has gone', { height: 900, offsetTop: 0, scale: 1 }, 0],
])('when %s, messages rise accordingly', (_, viewport, covered) => {
	expect(coveredFoot(viewport, 844)).toBe(covered)
})
