import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const code = await readFile(new URL('./start-scripts.js', import.meta.url), 'utf8')

/** Runs the script in a page that paints, or does not, with its scripts held or not; gives what it did. */
function open({ holds, paints }: { holds: boolean; paints: boolean }) {
	const dataset: Record<string, string> = {}
	const started: string[] = []
	const onPaint: (() => void)[] = []
	class PerformanceObserver {
		constructor(told: () => void) {
			onPaint.push(told)
		}
		observe() {}
		disconnect() {}
	}
	runInNewContext(code, {
		document: {
			documentElement: { dataset },
			querySelector: () => (holds ? { nonce: 'n', textContent: 'the page’s scripts' } : null),
			createElement: () => ({}),
			body: { append: ({ textContent }: { textContent: string }) => started.push(textContent) },
			head: { append: () => undefined },
		},
		PerformanceObserver,
		requestAnimationFrame: (run: () => void) => run(),
		setTimeout: (run: () => void) => run(),
		addEventListener: () => undefined,
	})
	if (paints) for (const told of onPaint) told()
	return { dataset, started }
}

test('once painted, the page is marked so, which lets its pictures come, and its scripts begin', () => {
	expect(open({ holds: true, paints: true })).toEqual({
		dataset: { painted: '' },
		started: ['the page’s scripts'],
	})
	expect(open({ holds: true, paints: false })).toEqual({ dataset: {}, started: [] })
})

test('a page that holds no scripts back is marked all the same', () => {
	expect(open({ holds: false, paints: true })).toEqual({ dataset: { painted: '' }, started: [] })
})
