import { createHash } from 'node:crypto'
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
	const manifest = await findManifest(place, id)
	if (manifest === undefined) throw new Error(`There is no backup ${id} here: ${id}.json is missing.`)
	return manifest
}

/** Returns the manifest of a backup; undefined if there is none. */
export async function findManifest(place: FileStore, id: string | undefined): Promise<Manifest | undefined> {
	const name = `${id}.json`
	const file = id === undefined ? undefined : await place.open(name)
	return file === undefined ? undefined : parse(manifestSchema, await wholeFile(file), name)
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
	const all: Manifest[] = []
	for (const id of await listBackups(place)) {
		const found = await findManifest(place, id)
		if (found === undefined) say(`${id}.json is missing, so that backup is no longer listed.`)
		else all.push(found)
	}
	all.push(manifest)
	const kept = all.slice(-keep)
	// The list is replaced before anything is removed, so that every backup it names exists.
	await putJson(place, listName, { format: 1, ids: kept.map(({ id }) => id) })
	const needed = new Set(kept.flatMap(partsOf).map(({ name }) => name))
	for (const surplus of all.slice(0, -keep)) {
		await place.remove(`${surplus.id}.json`)
		for (const { name } of partsOf(surplus)) if (!needed.has(name)) await place.remove(name)
		say(`Removed ${surplus.id}: the last ${keep} are kept.`)
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

/** Whether a part is still there, byte for byte. */
export async function isIntact(place: FileStore, { name, bytes, sha256 }: StoredPart): Promise<boolean> {
	const file = await place.open(name)
	if (file?.size !== bytes) return false
	const hash = createHash('sha256')
	for await (const chunk of await streamOf(file)) hash.update(chunk)
	return hash.digest('hex') === sha256
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
