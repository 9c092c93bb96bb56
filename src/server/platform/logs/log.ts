import { renameSync, statSync } from 'node:fs'
import pino, { type Logger } from 'pino'

interface LogOptions {
	level: string
	destination: LogDestination
	/** The number of this worker, if there are several. */
	worker?: number
}

export type LogDestination = ReturnType<typeof openLogDestination>

/** Size in bytes of the write buffer; lines that do not fit are lost. */
const mostWaiting = 4 << 20
/** Limits in characters of a line, and of each text in a line that is too long. */
const longestLine = 8_192
const longestText = 500

/**
 * Opens the file of the log, or standard output. A file of `mostBytes` is renamed to `<file>.1`, replacing the previous one, so
 * the log never takes more than twice the limit. Failing to write the log does not stop the shop. Not `pino-roll`: its current
 * file has another name after every rotation, and the owner's tools expect this one.
 */
export function openLogDestination(file: string | undefined, mostBytes = 10 << 20) {
	const destination = pino.destination({ dest: file ?? 1, sync: false, maxLength: mostWaiting })
	destination.on('error', () => {})
	if (file !== undefined) {
		let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
		destination.on('write', (written: number) => {
			bytes += written
			if (bytes < mostBytes) return
			bytes = 0
			try {
				// A write in progress still goes to the renamed file.
				renameSync(file, `${file}.1`)
				destination.reopen()
			} catch {
				// Carries on with the same file, and tries again when it has grown by the limit.
			}
		})
	}
	return destination
}

/** Opens the log, with one JSON object per line. */
export function openLog({ level, destination, worker }: LogOptions): Logger {
	const base = worker === undefined ? null : { worker }
	return pino({ level, base, hooks: { streamWrite: (line) => safeLine(line.trimEnd()) } }, destination)
}

/**
 * Makes a line of the log safe to store and to read in a terminal, as visitors choose some of its texts, such as paths. Shortens
 * long texts and escapes characters that are invisible, reverse text or control a terminal as `\uXXXX`, which is the same JSON.
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
