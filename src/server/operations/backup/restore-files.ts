import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { isIntact, streamOf } from '#server/operations/backup/place.ts'
import type { Seal } from '#server/operations/backup/seal.ts'
import type { Progress } from '#server/operations/progress.mjs'
import { type FileStore, ignoreMissing } from '#server/shop/files/file-store.ts'

interface RestoreFilesOptions {
	manifest: Manifest
	/** Where the backup is. */
	place: FileStore
	seal: Seal
	/** The store to fill. */
	files: FileStore
	/** The folder of the files that come with the shop. */
	goodsDir: string
	say: (line: string) => void
	progress: Pick<Progress, 'report'>
}

type Bytes = AsyncIterable<Uint8Array>

/**
 * Fills the file store from a backup. All backups share a file that has not changed, so one that is damaged must not make all of
 * them worthless: it is taken from the store or from the shop's own files instead, if one of these has the same content. Returns
 * the names of the files that could not be found anywhere.
 */
export async function restoreFiles(options: RestoreFilesOptions): Promise<string[]> {
	const { manifest, place, seal, files, say, progress } = options
	const missing: string[] = []
	let goods: Map<string, string> | undefined
	for (const [index, part] of manifest.files.entries()) {
		progress.report('Files', index, manifest.files.length)
		const { storedName } = part
		const backedUp = (await isIntact(place, part)) ? await place.open(part.name) : undefined
		if (
			backedUp !== undefined &&
			(await storeIfSame(files, storedName, await seal.open(await streamOf(backedUp))))
		)
			continue
		const name = fileNameOf(storedName)
		const there = await files.open(storedName)
		if (there !== undefined && (await hashOf(await streamOf(there))).startsWith(hashIn(storedName))) {
			say(`${name} is damaged or missing in the backup; the file store still has it.`)
			continue
		}
		goods ??= await hashGoods(options.goodsDir)
		const good = goods.get(hashIn(storedName))
		if (good !== undefined && (await storeIfSame(files, storedName, createReadStream(good)))) {
			say(`${name} is damaged or missing in the backup; it was taken from goods/.`)
			continue
		}
		missing.push(name)
	}
	return missing
}

/** Stores a file unless its content isn't what its name says. */
async function storeIfSame(files: FileStore, storedName: string, bytes: Bytes): Promise<boolean> {
	const incoming = await files.receive()
	try {
		for await (const chunk of bytes) await incoming.write(chunk)
		const { sha256 } = await incoming.complete()
		if (!sha256.startsWith(hashIn(storedName))) return false
		await incoming.publish(storedName)
		return true
	} finally {
		await incoming.discard()
	}
}

/** Returns the part of a stored name that is the beginning of its content's hash. */
function hashIn(storedName: string): string {
	return storedName.slice(0, storedName.indexOf('-'))
}

function fileNameOf(storedName: string): string {
	return decodeURIComponent(storedName.slice(storedName.indexOf('-') + 1))
}

/** Returns the paths of the shop's own files by the beginning of their hash, as in the names of the store. */
async function hashGoods(folder: string): Promise<Map<string, string>> {
	const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []
	const found = new Map<string, string>()
	for (const entry of entries.filter((one) => one.isFile())) {
		const path = join(folder, entry.name)
		found.set((await hashOf(createReadStream(path))).slice(0, 32), path)
	}
	return found
}

async function hashOf(bytes: Bytes): Promise<string> {
	const hash = createHash('sha256')
	for await (const chunk of bytes) hash.update(chunk)
	return hash.digest('hex')
}
