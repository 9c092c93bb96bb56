import { unzipSync } from 'fflate'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'

/** What a file that is a ZIP inside may have at most. The largest guides have a tenth of it. */
const most = { entries: 2_000, unpackedBytes: 300_000_000, partBytes: 50_000_000, ratio: 250 }

/** Below this size a good ratio is no sign of a bomb: a blank sheet shrinks to a hundredth. */
const smallBytes = 1_000_000

interface Entry {
	name: string
	bytes: number
}

export interface Packed {
	/** In the order of the file, without folders. */
	entries: readonly Entry[]
	/** Unpacks one file; undefined if there is none with this name. */
	unpack(name: string): Uint8Array | undefined
	/** Unpacks a file of text; undefined if there is none with this name. */
	text(name: string): string | undefined
}

/**
 * Opens a ZIP without unpacking it. Rejects one that is cut off, whose files would leave their folder, or that would unpack to more
 * than a guide has.
 */
export function openPacked(bytes: Uint8Array): Packed {
	const entries: Entry[] = []
	let isProtected = false
	readPacked(bytes, ({ name, size, originalSize, compression }) => {
		requirePlainPath(name)
		if (compression !== 0 && compression !== 8) isProtected = true
		if (compression === 0 && size !== originalSize) isProtected = true
		if (originalSize > Math.max(smallBytes, size * most.ratio)) throw bomb()
		if (!name.endsWith('/')) entries.push({ name, bytes: originalSize })
		return false
	})
	if (entries.length > most.entries)
		throw new UnreadableFile(`It has more than ${most.entries.toLocaleString('en-GB')} files.`)
	if (entries.reduce((sum, entry) => sum + entry.bytes, 0) > most.unpackedBytes) throw bomb()
	if (isProtected)
		throw new UnreadableFile('It has a password, or is packed in a way that few programs read.')
	if (new Set(entries.map(({ name }) => name)).size !== entries.length)
		throw new UnreadableFile('Two of its files have one name.')
	const unpack = (name: string) => {
		const entry = entries.find((one) => one.name === name)
		if (entry === undefined) return undefined
		if (entry.bytes > most.partBytes) throw bomb()
		return readPacked(bytes, (one) => one.name === name)[name]
	}
	return {
		entries,
		unpack,
		text: (name) => {
			const part = unpack(name)
			return part && new TextDecoder().decode(part)
		},
	}
}

function readPacked(
	bytes: Uint8Array,
	filter: (entry: { name: string; size: number; originalSize: number; compression: number }) => boolean,
): Record<string, Uint8Array> {
	try {
		return unzipSync(bytes, { filter })
	} catch (error) {
		if (error instanceof UnreadableFile) throw error
		throw new UnreadableFile('It is damaged or cut off. Save it again.')
	}
}

function bomb(): UnreadableFile {
	return new UnreadableFile('It would unpack to far more than a guide has.')
}

/** Rejects a name that leads out of the folder into which the file is unpacked. */
function requirePlainPath(name: string): void {
	const steps = name.split(/[/\\]/)
	if (steps.includes('..') || name.startsWith('/') || /[\\\0]|^[a-z]:/i.test(name))
		throw new UnreadableFile(`It has a file whose path leads out of its folder: ${name.slice(0, 80)}.`)
}
