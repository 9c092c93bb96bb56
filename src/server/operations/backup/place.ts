import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { createBucketStore } from '#server/adapters/files/bucket-store.ts'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import {
	backupListSchema,
	type Manifest,
	manifestSchema,
	type StoredPart,
} from '#server/operations/backup/manifest.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type FileStore, type StoredFile, wholeFile } from '#server/shop/files/file-store.ts'

const listName = 'backups.json'

/** Opens the place of the backups: a folder or a bucket. */
export function openPlace({ backupTo, dataDir }: Pick<Config, 'backupTo' | 'dataDir'>): FileStore {
	return typeof backupTo === 'object'
		? createBucketStore({ ...backupTo, spoolDir: join(dataDir, 'incoming') })
		: createDiskStore(backupTo ?? join(dataDir, 'backups'))
}

/** Returns the ids of the backups in a place, oldest first. */
export async function listBackups(place: FileStore): Promise<string[]> {
	const list = await place.open(listName)
	if (list === undefined) return []
	return parse(backupListSchema, await wholeFile(list), listName).ids
}

/** Returns the manifest of a backup. Throws a sentence for the owner. */
export async function readManifest(place: FileStore, id: string): Promise<Manifest> {
	const name = `${id}.json`
	const file = await place.open(name)
	if (file === undefined) throw new Error(`There is no backup ${id} here: ${name} is missing.`)
	return parse(manifestSchema, await wholeFile(file), name)
}

/**
 * Completes a backup: stores its manifest and adds it to the list. Then removes the oldest ones beyond `keep`, with the files that
 * only they had.
 */
export async function addBackup(
	place: FileStore,
	manifest: Manifest,
	keep: number,
	say: (line: string) => void,
): Promise<void> {
	await putJson(place, `${manifest.id}.json`, manifest)
	const ids = [...(await listBackups(place)), manifest.id]
	const kept = ids.slice(-keep)
	const surplus = ids.slice(0, -keep)
	// The list is replaced before anything is removed, so that every backup it names exists.
	await putJson(place, listName, { format: 1, ids: kept })
	const needed = new Set<string>()
	for (const id of kept) for (const { name } of partsOf(await readManifest(place, id))) needed.add(name)
	for (const id of surplus) {
		const parts = partsOf(await readManifest(place, id))
		await place.remove(`${id}.json`)
		for (const { name } of parts) if (!needed.has(name)) await place.remove(name)
		say(`Removed ${id}: the last ${keep} are kept.`)
	}
}

/** Returns everything that a backup consists of, apart from its manifest. */
export function partsOf({ rows, files }: Manifest): StoredPart[] {
	return [rows, ...files]
}

/** Stores a stream under a name. */
export async function storePart(
	place: FileStore,
	name: string,
	bytes: AsyncIterable<Uint8Array>,
): Promise<StoredPart> {
	const incoming = await place.receive()
	try {
		for await (const chunk of bytes) await incoming.write(chunk)
		const { size, sha256 } = await incoming.complete()
		await incoming.publish(name)
		return { name, bytes: size, sha256 }
	} finally {
		await incoming.discard()
	}
}

/** Returns the bytes of a stored file as a stream. */
export async function streamOf(file: StoredFile): Promise<AsyncIterable<Uint8Array>> {
	const bytes = await file.read()
	return bytes instanceof ReadableStream ? bytes : Readable.from([bytes])
}

async function putJson(place: FileStore, name: string, value: object): Promise<void> {
	await place.put(name, Buffer.from(`${JSON.stringify(value, null, '\t')}\n`))
}

function parse<T>(schema: z.ZodType<T>, bytes: Uint8Array, name: string): T {
	try {
		return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
	} catch (error) {
		throw new Error(`${name} is damaged, or a newer version of the shop wrote it.`, { cause: error })
	}
}
