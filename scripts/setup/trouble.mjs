import { rootDir } from './paths.mjs'

/** Something the person at the terminal can put right. Its message is one plain sentence, shown without a stack. */
export class Trouble extends Error {}

/** @param {unknown} error */
export function codeOf(error) {
	return error instanceof Error && 'code' in error ? error.code : undefined
}

/** What the system says where a file cannot be written, in words. */
const unwritable = new Map([
	['EACCES', 'it belongs to another user'],
	['EPERM', 'it belongs to another user'],
	['EROFS', 'it is read-only'],
	['ENOSPC', 'the disk is full'],
])

/**
 * Runs the whole of a script. Ends the process with what `work` resolves to, or with 1 and a sentence.
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

/** @param {string} line */
export function say(line) {
	process.stderr.write(`${line}\n`)
}
