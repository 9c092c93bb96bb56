import { randomUUID } from 'node:crypto'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import type { Recorded } from '#server/shop/plan.ts'
import type { Crop } from '#shared/media.ts'
import { type EncodedPicture, encodePicture } from './encode-picture.ts'
import { findPictureOf, pictureFile, picturesBucket } from './read-pictures.ts'

type Store = Pick<AdminDependencies, 'database' | 'files'>

interface NewPicture {
	/** The file as it was uploaded. */
	bytes: Uint8Array
	crop?: Crop | undefined
	/** What the file is called. */
	name?: string | undefined
	alt: string
	by: string
}

/** Lets one request at a time store or remove files of pictures, on all servers: several pictures may show the same files. */
export function withPictureLock<T>(
	database: AdminDependencies['database'],
	work: () => Promise<T>,
): Promise<T> {
	return withFileLock(database, picturesBucket, work)
}

/**
 * Re-encodes and stores a picture, and returns its id and size. The same picture is stored once, and keeps its first name and
 * alternative text. Throws `DecisionError` if it isn't a picture that can be shown.
 */
export async function storePicture(
	store: Store,
	{ bytes, crop, name, alt, by }: NewPicture,
	recorded: Recorded,
): Promise<{ id: string; width: number; height: number }> {
	const { database } = store
	const made = await encodePicture(bytes, crop)
	const { width, height } = made
	return await withPictureLock(database, async () => {
		const former = await findPictureOf(database, made.id)
		if (former === undefined) await putFiles(store, made)
		return await recorded(async (tx) => {
			if (former !== undefined) {
				const { id, shown } = former
				return { answer: { ...shown, id }, details: { picture: id } }
			}
			// A picture that something else is shown in place of keeps its id.
			const isTaken = await exists(tx, sql`select from shop.pictures where id = ${made.id}`)
			const id = isTaken ? randomUUID().replaceAll('-', '') : made.id
			await addFiles(tx, made)
			await tx.execute(sql`
				insert into shop.pictures (id, shown, width, height, name, alt, added_by)
				values (${id}, ${isTaken ? made.id : null}, ${width}, ${height}, ${name ?? null}, ${alt}, ${by})`)
			return { answer: { id, width, height }, details: { picture: id } }
		})
	})
}

/** Stores the files of a picture, unless they are there. The caller has the lock, and then calls `addFiles`. */
export async function putFiles({ database, files }: Store, made: EncodedPicture): Promise<void> {
	const [first] = made.files
	const known = sql`select from storage.objects where bucket_id = ${picturesBucket} and name = ${first?.name ?? ''}`
	if (await exists(database, known)) return
	for (const file of made.files) await files.put(storedName(file.name, file.sha256), file.bytes)
}

/** Records the files of a picture. */
export async function addFiles(tx: Transaction, made: EncodedPicture): Promise<void> {
	for (const file of made.files)
		await tx.execute(sql`
			insert into storage.objects (bucket_id, name, size, sha256, content_type)
			values (${picturesBucket}, ${file.name}, ${file.bytes.length}, ${file.sha256}, ${file.contentType})
			on conflict do nothing`)
}

/** Forgets the files that no picture shows or is cut from any more. Returns their names in the store. The caller has the lock. */
export async function forgetFiles(tx: Transaction): Promise<string[]> {
	const gone = await tx.query(
		sql`
		delete from storage.objects where bucket_id = ${picturesBucket} and left(name, 32) not in (
			select f.id from shop.pictures p, unnest(array[coalesce(p.shown, p.id), p.original ->> 'id']) f (id)
			where f.id is not null
		) returning name, sha256`,
		pictureFile,
	)
	return gone.map(({ name, sha256 }) => storedName(name, sha256))
}
