import { expect, test } from 'vitest'
import { showProgress } from '#server/operations/progress.mjs'

/** A screen that records what is written to it. */
function screenOf(columns: number | undefined) {
	const written: string[] = []
	let time = 1_000_000
	const screen = {
		write: (text: string | Uint8Array) => written.push(String(text)) > 0,
		isTTY: columns !== undefined,
		columns: columns ?? 0,
	}
	return {
		written,
		progress: showProgress({ screen, now: () => time }),
		after: (ms: number) => {
			time += ms
		},
	}
}

test('on a terminal, a bar fits on its line and is removed before anything else is printed', () => {
	const { written, progress, after } = screenOf(60)
	progress.report('Rows', 0, 1_200_000)
	after(99)
	progress.report('Rows', 300_000, 1_200_000)
	after(1_901)
	progress.report('Rows', 600_000, 1_200_000)
	expect(written).toEqual([
		`Rows  [${'.'.repeat(24)}]  0%  0 of 1,200,000  0 s`,
		'\r\x1b[K',
		`Rows  [${'#'.repeat(12)}${'.'.repeat(12)}]  50%  600,000 of 1,200,000  2 s`.slice(0, 59),
	])
	progress.clear()
	progress.clear()
	expect(written.splice(3)).toEqual(['\r\x1b[K'])
	progress.report('Files', 5, 4)
	expect(written.at(-1)).toContain(`[${'#'.repeat(24)}]  100%`)
	after(100)
	progress.report('Checkout Sessions', 7)
	expect(written.at(-1)).toBe('Checkout Sessions  7  0 s')
})

test('without a terminal, a line is printed every five seconds, and nothing for short work', () => {
	const { written, progress, after } = screenOf(undefined)
	progress.report('Rows', 1, 4)
	after(4_999)
	progress.report('Rows', 2, 4)
	progress.report('Files', 0, 9)
	after(5_000)
	progress.report('Files', 3, 9)
	after(1)
	progress.report('Files', 4, 9)
	after(5_000)
	progress.report('Files')
	progress.clear()
	expect(written).toEqual(['Files: 33%, 3 of 9, 5 s\n', 'Files: 10 s\n'])
})
