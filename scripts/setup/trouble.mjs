/** Something the person at the terminal can put right. Its message is one plain sentence, shown without a stack. */
export class Trouble extends Error {}

/** @param {unknown} error */
export function codeOf(error) {
	return error instanceof Error && 'code' in error ? error.code : undefined
}

const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC']

/**
 * Runs the whole of a script. Ends the process with what `work` resolves to, or with 1 and a sentence.
 *
 * @param {() => Promise<number>} work
 */
export async function runScript(work) {
	try {
		process.exitCode = await work()
	} catch (error) {
		if (error instanceof Trouble) say(error.message)
		else if (unwritable.includes(String(codeOf(error))))
			say(`This folder cannot be written: ${messageOf(error)}`)
		else console.error(error)
		process.exitCode = 1
	}
}

/** @param {unknown} error */
function messageOf(error) {
	return error instanceof Error ? error.message : String(error)
}

/** @param {string} line */
export function say(line) {
	process.stderr.write(`${line}\n`)
}
