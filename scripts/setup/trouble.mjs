import { showProgress } from '../../src/server/operations/progress.mjs'
import { rootDir } from './run.mjs'

/** A problem that the user of the command can fix. Its message is shown without a stack. */
export class Trouble extends Error {}

/** @param {unknown} error */
export function codeOf(error) {
	return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Reasons why a file cannot be written, by error code. */
const unwritable = new Map([
	['EACCES', 'it belongs to another user'],
	['EPERM', 'it belongs to another user'],
	['EROFS', 'it is read-only'],
	['ENOSPC', 'the disk is full'],
])

/**
 * Runs a script. The exit code is what `work` resolves to, or 1 if it fails.
 *
 * @param {() => Promise<number>} work
 */
export async function runScript(work) {
	try {
		process.exitCode = await work()
	} catch (error) {
		const reason = unwritable.get(String(codeOf(error)))
		if (error instanceof Trouble) say(error.message)
		else if (reason) say(`The shop cannot be set up in ${rootDir}: ${reason}.`)
		else console.error(error)
		process.exitCode = 1
	}
}

/**
 * Shows the progress of `work` until it ends.
 *
 * @template T
 * @param {string} title
 * @param {() => { done?: number, total?: number }} measure
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, measure, work) {
	const progress = showProgress()
	const timer = setInterval(() => {
		const { done, total } = measure()
		progress.report(title, done, total)
	}, 500)
	try {
		return await work()
	} finally {
		clearInterval(timer)
		progress.clear()
	}
}

/** @param {string} line */
export function say(line) {
	process.stderr.write(`${line}\n`)
}
