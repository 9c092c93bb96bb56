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
	return pino({ level, base: null }, destination)
}
