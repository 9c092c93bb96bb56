import { renameSync, statSync } from 'node:fs'
import pino, { type Logger } from 'pino'

interface LogOptions {
	level: string
	/** Undefined: standard output, whose reader decides what is kept and for how long. */
	file: string | undefined
	/** Bytes after which the file is put aside; ten megabytes unless given. */
	mostBytes?: number
}

/** What may wait to be written, in bytes; lines beyond it are lost. */
const mostWaiting = 4 << 20
/** Characters of one line, and of each text within a line that is longer. */
const longestLine = 8_192
const longestText = 500

/**
 * Opens the log: one JSON object a line. A file that has grown to its size becomes `<file>.1`, in place of the one before, so
 * that a shop which runs for years keeps no more than twice as much. A log that cannot be written closes no shop.
 */
export function openLog({ level, file, mostBytes = 10 << 20 }: LogOptions): Logger {
	const destination = pino.destination({ dest: file ?? 1, sync: false, maxLength: mostWaiting })
	destination.on('error', () => {})
	if (file !== undefined) {
		let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
		destination.on('write', (written: number) => {
			bytes += written
			if (bytes < mostBytes) return
			bytes = 0
			try {
				// What is being written at this moment goes to the file under its new name.
				renameSync(file, `${file}.1`)
				destination.reopen()
			} catch {
				// Gone on with as it is, until it has grown as much again.
			}
		})
	}
	return pino({ level, base: null, hooks: { streamWrite: (line) => safeLine(line.trimEnd()) } }, destination)
}

/**
 * Makes one line of the log harmless to store and to read in a terminal: visitors choose some of its texts, such as paths. Long
 * texts are shortened, and characters that cannot be seen, turn text around or steer a terminal are written as `\uXXXX`, which is
 * the same JSON.
 */
function safeLine(line: string): string {
	const safe = [() => line, () => shortened(line), () => beginningOf(line)]
		.values()
		.map((text) => escaped(text()))
	return `${safe.find(({ length }) => length <= longestLine) ?? '{}'}\n`
}

function shortened(line: string): string {
	const entry: unknown = JSON.parse(line, (_key, value: unknown) =>
		typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…` : value,
	)
	return JSON.stringify(entry)
}

function beginningOf(line: string): string {
	return JSON.stringify({ level: 50, time: Date.now(), msg: `${line.slice(0, longestText)}…` })
}

function escaped(line: string): string {
	return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
		Array.from(
			{ length: character.length },
			(_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
		).join(''),
	)
}
