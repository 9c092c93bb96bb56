// Written in JavaScript, because set-up uses it with any version of Node, before the pinned version is installed.

/**
 * @typedef {object} Progress
 * @property {(work: string, done?: number, total?: number) => void} report Shows how far `work` has come; `total` is left out if it is not known.
 * @property {() => void} clear Removes the bar, before something else is printed and at the end.
 */

/** @typedef {Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>} Screen */

const redrawMs = 100
const lineMs = 5_000
const barWidth = 24
const newline = 10

/**
 * Shows how far long work has come. On a terminal this is a bar. Elsewhere it is a line every five seconds, so that short work
 * prints nothing. Writes to standard error, because standard output is for the results.
 *
 * @param {{ screen?: Screen, now?: () => number }} [options]
 * @returns {Progress}
 */
export function showProgress({ screen = process.stderr, now = Date.now } = {}) {
	let current = ''
	let began = 0
	let shownAt = 0
	let isDrawn = false
	const clear = () => {
		if (isDrawn) screen.write('\r\x1b[K')
		isDrawn = false
	}
	return {
		report: (work, done, total) => {
			const at = now()
			if (work !== current) {
				current = work
				began = at
				shownAt = screen.isTTY ? 0 : at
			}
			if (at - shownAt < (screen.isTTY ? redrawMs : lineMs)) return
			shownAt = at
			const seconds = `${Math.round((at - began) / 1000)} s`
			const parts = [...describe(done, total), seconds]
			if (!screen.isTTY) {
				screen.write(`${work}: ${parts.join(', ')}\n`)
				return
			}
			clear()
			const line = [work, ...(total ? [bar(done ?? 0, total)] : []), ...parts].join('  ')
			// Cut to the width of the screen, because a line that wraps could not be removed again.
			screen.write(line.slice(0, (screen.columns || 80) - 1))
			isDrawn = true
		},
		clear,
	}
}

/** @type {Progress} */
export const noProgress = { report: () => {}, clear: () => {} }

/**
 * Passes on chunks of text and counts their lines, such as the rows of a script.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {(lines: number) => void} reached
 * @returns {AsyncGenerator<Uint8Array>}
 */
export async function* countLines(chunks, reached) {
	let lines = 0
	for await (const chunk of chunks) {
		yield chunk
		for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1
		reached(lines)
	}
}

/**
 * Returns the share of the work that is done. It is at most 1, even if the total was estimated too low.
 *
 * @param {number} done
 * @param {number} total
 */
function shareOf(done, total) {
	return Math.min(1, done / total)
}

/**
 * @param {number} done
 * @param {number} total
 */
function bar(done, total) {
	const filled = Math.round(shareOf(done, total) * barWidth)
	return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}

/**
 * @param {number | undefined} done
 * @param {number | undefined} total
 * @returns {string[]}
 */
function describe(done, total) {
	if (done === undefined) return []
	const count = done.toLocaleString('en-GB')
	if (!total) return [count]
	return [`${Math.floor(shareOf(done, total) * 100)}%`, `${count} of ${total.toLocaleString('en-GB')}`]
}
