import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { createBucketStore } from '#server/adapters/files/bucket-store.ts'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import {
	type BackupCheck,
	backupListSchema,
	checkSchema,
	type Manifest,
	manifestSchema,
	type StoredPart,
	unfinishedSchema,
} from '#server/operations/backup/manifest.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type FileStore, type StoredFile, wholeFile } from '#server/shop/files/file-store.ts'

const listName = 'backups.json'
const noteName = 'unfinished.json'
const checkName = 'checked.json'

/** Opens the place where backups are stored: a folder or a bucket. */
export function openPlace({ backupTo, dataDir }: Pick<Config, 'backupTo' | 'dataDir'>): FileStore {
	return typeof backupTo === 'object'
		? createBucketStore({ ...backupTo, spoolDir: join(dataDir, 'incoming') })
		: createDiskStore(backupTo ?? join(dataDir, 'backups'))
}

/** The backups in one place, oldest first. */
interface Backups {
	manifests: readonly Manifest[]
	/** The ids of the listed backups whose manifest can't be read. */
	damaged: readonly string[]
	/** The ids of the listed backups that have no manifest any more. */
	missing: readonly string[]
}

/** Reads the manifests of all backups in a place. */
export async function readBackups(place: FileStore): Promise<Backups> {
	const manifests: Manifest[] = []
	const damaged: string[] = []
	const missing: string[] = []
	for (const id of await listBackups(place)) {
		try {
			const manifest = await findManifest(place, id)
			if (manifest === undefined) missing.push(id)
			else manifests.push(manifest)
		} catch (error) {
			if (!(error instanceof DamagedError)) throw error
			damaged.push(id)
		}
	}
	return { manifests, damaged, missing }
}

/** Returns the ids of the backups in a place, oldest first. */
export async function listBackups(place: FileStore): Promise<string[]> {
	return (await findJson(place, listName, backupListSchema))?.ids ?? []
}

/** Returns the manifest of a backup. Throws an `Error` with a message for the owner if there is none. */
export async function readManifest(place: FileStore, id: string): Promise<Manifest> {
	const manifest = await findManifest(place, id)
	if (manifest === undefined) throw new Error(`There is no backup ${id} here: ${id}.json is missing.`)
	return manifest
}

async function findManifest(place: FileStore, id: string): Promise<Manifest | undefined> {
	const manifest = await findJson(place, manifestName(id), manifestSchema)
	// A copy of another backup's manifest would pass for this one.
	if (manifest !== undefined && manifest.id !== id)
		throw new DamagedError(manifestName(id), new Error(`it is the manifest of ${manifest.id}`))
	return manifest
}

/** Returns what the last check of every byte has found; undefined if there was none or its record is damaged. */
export async function readCheck(place: FileStore): Promise<BackupCheck | undefined> {
	return await unlessDamaged(findJson(place, checkName, checkSchema))
}

async function unlessDamaged<T>(found: Promise<T>): Promise<T | undefined> {
	try {
		return await found
	} catch (error) {
		if (error instanceof DamagedError) return undefined
		throw error
	}
}

/** Records what a check of every byte has found. */
export async function recordCheck(place: FileStore, check: BackupCheck): Promise<void> {
	await putJson(place, checkName, check)
}

/**
 * Records which files this program is about to add to the place or remove from it. If it is killed, a later run can then remove
 * what it has left behind.
 */
export async function noteUnfinished(place: FileStore, names: readonly string[]): Promise<void> {
	const noted = await findNoted(place)
	await putJson(place, noteName, { format: 1, names: [...new Set([...noted, ...names])] })
}

/**
 * Completes a backup: stores its manifest and adds it to the list. Then removes the oldest backups beyond `keep`, with the files
 * that no other backup has. Damaged backups stay in the list.
 */
export async function addBackup(
	place: FileStore,
	manifest: Manifest,
	keep: number,
	say: (line: string) => void,
): Promise<void> {
	await putJson(place, manifestName(manifest.id), manifest)
	const { manifests, missing } = await readBackups(place)
	for (const id of missing) say(`${manifestName(id)} is missing, so that backup is no longer listed.`)
	const surplus = [...manifests, manifest].slice(0, -keep)
	await noteUnfinished(place, surplus.flatMap(namesOf))
	const gone = new Set([...missing, ...surplus.map(({ id }) => id)])
	const ids = [...(await listBackups(place)), manifest.id].filter((id) => !gone.has(id))
	await putJson(place, listName, { format: 1, ids })
	for (const { id } of surplus) say(`Removed ${id}: the last ${keep} are kept.`)
	await removeUnneeded(place)
}

/** Removes the recorded files that no listed backup needs: those of removed backups, and those that a killed program left. */
export async function removeUnneeded(place: FileStore): Promise<void> {
	const noted = await findNoted(place)
	if (noted.length === 0) return
	const { manifests, damaged } = await readBackups(place)
	const needed = new Set(manifests.flatMap(namesOf))
	const left: string[] = []
	for (const name of noted) {
		// A damaged manifest cannot say which shared files its backup needs. No shared file is therefore removed until the
		// manifest is put right.
		const mayBeShared = damaged.length > 0 && !name.startsWith('headstart-')
		const isOfDamaged = damaged.some((id) => name.startsWith(`${id}.`))
		if (mayBeShared || isOfDamaged) left.push(name)
		else if (!needed.has(name)) await place.remove(name)
	}
	if (left.length > 0) await putJson(place, noteName, { format: 1, names: left })
	else await place.remove(noteName)
}

async function findNoted(place: FileStore): Promise<readonly string[]> {
	// If the note is damaged, some files that nobody needs stay. That must not keep new backups from being made.
	return (await unlessDamaged(findJson(place, noteName, unfinishedSchema)))?.names ?? []
}

function namesOf(manifest: Manifest): string[] {
	return [manifestName(manifest.id), ...partsOf(manifest).map(({ name }) => name)]
}

/** Returns the name of a backup's manifest. */
export function manifestName(id: string): string {
	return `${id}.json`
}

/** Returns the files that a backup consists of, except its manifest. */
export function partsOf({ rows, files }: Manifest): StoredPart[] {
	return [rows, ...files]
}

/** Stores a stream under a name. Returns its size and hash. */
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

/** Reports whether a part is still stored, with every byte unchanged. */
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

const listTodo =
	'Put a copy of it back, or delete it. Backups that are no longer listed can still be restored by the names of their manifests, but are not removed or checked any more.'

/** Thrown if the content of a file in the place is damaged. */
export class DamagedError extends Error {
	constructor(name: string, cause: unknown) {
		const todo = name === listName ? ` ${listTodo}` : ''
		super(`${name} is damaged, or a newer version of the shop wrote it.${todo}`, { cause })
		this.name = 'DamagedError'
	}
}

async function findJson<T>(place: FileStore, name: string, schema: z.ZodType<T>): Promise<T | undefined> {
	const file = await place.open(name)
	if (file === undefined) return undefined
	// A power cut can leave an empty file, which cannot be read as a range of bytes.
	const bytes = file.size === 0 ? Buffer.alloc(0) : await wholeFile(file)
	try {
		return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
	} catch (error) {
		throw new DamagedError(name, error)
	}
}
