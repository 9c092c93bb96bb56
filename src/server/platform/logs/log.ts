import { chmodSync, renameSync, statSync } from 'node:fs'
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
/** The most characters in a line, and in each text of a line that is too long. */
const longestLine = 8_192
const longestText = 500

interface DestinationOptions {
	/** The size in bytes at which the file is rotated; ten megabytes by default. */
	mostBytes?: number
	/**
	 * The role of this process: the only one that writes, one of several workers, or their parent, which rotates the file for all.
	 */
	writer?: 'only' | 'parent' | 'worker'
}

const lookEveryMs = 1_000
/**
 * Lines are written together, once there are this many bytes or after this many milliseconds. One write takes more CPU time than
 * formatting ten lines.
 */
const together = { bytes: 2_048, ms: 50 }
/** The system writes up to this many bytes to a pipe in one piece, so that the lines of two workers are never mixed up. */
const wholeBytes = 4_096

/** Takes a log of an earlier release, which was readable by everybody on the machine, away from them. */
function makePrivate(file: string): void {
	try {
		chmodSync(file, 0o600)
	} catch {
		// It doesn't exist yet, or belongs to another user, who answers for it.
	}
}

/**
 * Opens the log file, or standard output. A file that reaches its limit is renamed to `<file>.1`, replacing the previous one,
 * so the log never takes more than about twice the limit. Failing to write the log does not stop the shop. `pino-roll` is not
 * used: it renames the current file at every rotation, but the owner's tools expect a fixed name.
 */
export function openLogDestination(
	file: string | undefined,
	{ mostBytes = 10 << 20, writer = 'only' }: DestinationOptions = {},
) {
	if (file !== undefined) for (const kept of [file, `${file}.1`]) makePrivate(kept)
	const destination = pino.destination({
		dest: file ?? 1,
		mode: 0o600,
		sync: false,
		maxLength: mostWaiting,
		minLength: together.bytes,
		...(writer === 'worker' ? { maxWrite: wholeBytes } : {}),
	})
	destination.on('error', () => {})
	if (file === undefined) return destination
	const found = () => statSync(file, { throwIfNoEntry: false })
	const rotate = () => {
		try {
			// A write in progress still goes to the renamed file. So do the lines of workers, until they notice the new file.
			renameSync(file, `${file}.1`)
			destination.reopen()
		} catch {
			// Carries on with the same file, and tries again later.
		}
	}
	if (writer === 'only') {
		let bytes = found()?.size ?? 0
		destination.on('write', (written: number) => {
			bytes += written
			if (bytes < mostBytes) return
			bytes = 0
			rotate()
		})
		return destination
	}
	let opened: number | undefined
	destination.on('ready', () => {
		opened = found()?.ino
	})
	setInterval(() => {
		const current = found()
		if (writer === 'parent' && (current?.size ?? 0) >= mostBytes) rotate()
		if (writer === 'worker' && current !== undefined && current.ino !== opened) destination.reopen()
	}, lookEveryMs).unref()
	return destination
}

/** Opens the log, with one JSON object per line. */
export function openLog({ level, destination, worker }: LogOptions): Logger {
	const base = worker === undefined ? null : { worker }
	const flushSoon = createFlushSoon(destination)
	const streamWrite = (line: string) => {
		flushSoon()
		return safeLine(line.trimEnd())
	}
	return pino({ level, base, hooks: { streamWrite } }, destination)
}

/**
 * Makes the function to call after each line, so that no line waits long for others. Lines that are still waiting when the
 * process ends are written then.
 */
function createFlushSoon(destination: LogDestination): () => void {
	let flushes = 0
	let timer: NodeJS.Timeout | undefined
	const flush = () => {
		destination.flush()
		flushes -= 1
		timer = flushes > 0 ? timer?.refresh() : undefined
	}
	return () => {
		// Flushes twice, because a flush does nothing while lines are being written.
		flushes = 2
		timer ??= setTimeout(flush, together.ms).unref()
	}
}

/**
 * Makes a line of the log safe to store and to read in a terminal, because some of its texts, such as paths, come from
 * visitors. Shortens long texts. Replaces each character that is invisible, reverses text or controls a terminal by its
 * `\uXXXX`, which has the same meaning in JSON.
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
	// Almost every line is printable ASCII, and checking for that is ten times as fast as the replacement.
	if (/^[ -~]*$/.test(line)) return line
	return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
		Array.from(
			{ length: character.length },
			(_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
		).join(''),
	)
}
