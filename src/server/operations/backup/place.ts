import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { createBucketStore } from '#server/adapters/files/bucket-store.ts'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import type { Config } from '#server/config/config.ts'
import {
	type BackupCheck,
	backupIdSchema,
	backupListSchema,
	checkSchema,
	type Manifest,
	manifestSchema,
	type StoredPart,
	unfinishedSchema,
} from '#server/operations/backup/manifest.ts'
import { type FileStore, type StoredFile, wholeFile } from '#server/shop/files/file-store.ts'
import { counted } from '#shared/wording.ts'

const listName = 'backups.json'
const noteName = 'unfinished.json'
const checkName = 'checked.json'
const manifestEnding = '.json'

/** Opens the place where backups are stored: a folder or a bucket. */
export function openPlace({ backupTo, dataDir }: Pick<Config, 'backupTo' | 'dataDir'>): FileStore {
	return typeof backupTo === 'object'
		? createBucketStore({ ...backupTo, spoolDir: join(dataDir, 'incoming') })
		: createDiskStore(backupTo ?? join(dataDir, 'backups'))
}

/** The backups in one place, oldest first. */
interface Backups {
	ids: readonly string[]
	manifests: readonly Manifest[]
	/** The ids of the listed backups whose manifest can't be read. */
	damaged: readonly string[]
	/** The ids of the listed backups that have no manifest any more. */
	missing: readonly string[]
	/** What is wrong with the list of the backups; undefined if it names all that are here. */
	listFault: string | undefined
}

/** Reads the manifests of all backups in a place. */
export async function readBackups(place: FileStore): Promise<Backups> {
	const manifests: Manifest[] = []
	const damaged: string[] = []
	const missing: string[] = []
	const { ids, fault: listFault } = await readList(place)
	for (const id of ids) {
		try {
			const manifest = await findManifest(place, id)
			if (manifest === undefined) missing.push(id)
			else manifests.push(manifest)
		} catch (error) {
			if (!(error instanceof DamagedError)) throw error
			damaged.push(id)
		}
	}
	return { ids, manifests, damaged, missing, listFault }
}

/** Returns the ids of the backups in a place, oldest first. Throws `ListFault` if the list lacks some that are here. */
export async function listBackups(place: FileStore): Promise<string[]> {
	const { ids, fault } = await readList(place)
	if (fault !== undefined) throw new ListFault(fault)
	return ids
}

/**
 * Reads the list of the backups, and adds those that are here but not in it: it may be lost, or be an older copy or that of
 * another place.
 */
async function readList(place: FileStore): Promise<{ ids: string[]; fault?: string }> {
	const list = await findJson(place, listName, backupListSchema)
	const listed = new Set(list?.ids)
	const names = await place.list('headstart-')
	const noted = new Set(await findNoted(place))
	// An unfinished backup is not in the list yet. Without a list, one with a manifest can't be told from the others, and rows without
	// a manifest show that more than the list is lost.
	const ours =
		list === undefined
			? names.filter((name) => isManifest(name) || !noted.has(name))
			: names.filter((name) => isManifest(name) && !noted.has(name))
	const found = new Set(ours.map(idIn))
	const unlisted = [...found].filter((id) => isBackupId(id) && !listed.has(id)).sort()
	if (unlisted.length === 0) return { ids: [...listed] }
	const here = counted(unlisted.length, 'backup')
	const state =
		list === undefined
			? `${listName}, the list of the backups, is missing, but there ${unlisted.length === 1 ? 'is' : 'are'} ${here} here`
			: `${listName}, the list of the backups, lacks ${here} of those here`
	// The ids of another place's backups would only be reported as missing.
	const isOfThisPlace = names.some((name) => listed.has(idIn(name)))
	return {
		ids: [...(isOfThisPlace ? listed : []), ...unlisted].sort(),
		fault: `${state}, the newest being ${unlisted.at(-1)}. Put the last copy of it back, or run \`npm run backup\`, which makes a new list of them all. To restore one without the list, name it: \`npm run restore -- ${unlisted.at(-1)}\`.`,
	}
}

/** Returns the manifest of a backup. Throws an `Error` with a message for the owner if there is none. */
export async function readManifest(place: FileStore, id: string): Promise<Manifest> {
	const manifest = await findManifest(place, id)
	if (manifest === undefined) throw new Error(`There is no backup ${id} here: ${id}.json is missing.`)
	return manifest
}

function isManifest(name: string): boolean {
	return name.endsWith(manifestEnding)
}

function idIn(name: string): string {
	return name.slice(0, name.indexOf('.'))
}

function isBackupId(text: string): boolean {
	return backupIdSchema.safeParse(text).success
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
	const { ids: earlier, manifests, missing, listFault } = await readBackups(place)
	await putJson(place, manifestName(manifest.id), manifest)
	if (listFault !== undefined)
		say(`${listName} was missing or incomplete. It lists all backups that are here again.`)
	for (const id of missing) say(`${manifestName(id)} is missing, so that backup is no longer listed.`)
	const surplus = [...manifests, manifest].slice(0, -keep)
	await noteUnfinished(place, surplus.flatMap(namesOf))
	const gone = new Set([...missing, ...surplus.map(({ id }) => id)])
	const ids = [...earlier, manifest.id].filter((id) => !gone.has(id))
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
	return `${id}${manifestEnding}`
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
	'Put a copy of it back, or delete it. The next backup then makes a new list of all that are here, and until then each can be restored by the name of its manifest.'

/** Thrown if the list of the backups doesn't name all that are in the place. */
export class ListFault extends Error {
	override readonly name = 'ListFault'
}

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
