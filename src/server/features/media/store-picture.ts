import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import type { Recorded } from '#server/shop/plan.ts'
import { type Crop, encodePicture } from './encode-picture.ts'
import { findPicture } from './read-pictures.ts'

/** The bucket of pictures among the stored files. */
export const picturesBucket = 'pictures'

interface NewPicture {
	/** The file as it was uploaded. */
	bytes: Uint8Array
	crop?: Crop | undefined
	alt: string
	by: string
}

/** Locks a picture, so that it is stored or removed by one request at a time, on all servers. */
export function withPictureLock<T>(
	database: AdminDependencies['database'],
	id: string,
	work: () => Promise<T>,
): Promise<T> {
	return withFileLock(database, `${picturesBucket}/${id}`, work)
}

/**
 * Re-encodes and stores a picture, and returns its id and size. The same picture is stored once, and keeps its first alternative text.
 * Throws `DecisionError` if it isn't a picture that can be shown.
 */
export async function storePicture(
	{ database, files }: Pick<AdminDependencies, 'database' | 'files'>,
	{ bytes, crop, alt, by }: NewPicture,
	recorded: Recorded,
): Promise<{ id: string; width: number; height: number }> {
	const { id, width, height, files: made } = await encodePicture(bytes, crop)
	await withPictureLock(database, id, async () => {
		const isNew = (await findPicture(database, id)) === undefined
		if (isNew) for (const file of made) await files.put(storedName(file.name, file.sha256), file.bytes)
		await recorded(async (tx) => {
			if (!isNew) return { answer: null, details: { picture: id } }
			await tx.execute(sql`
				insert into shop.pictures (id, width, height, alt, added_by)
				values (${id}, ${width}, ${height}, ${alt}, ${by})`)
			for (const file of made)
				await tx.execute(sql`
					insert into storage.objects (bucket_id, name, size, sha256, content_type)
					values (${picturesBucket}, ${file.name}, ${file.bytes.length}, ${file.sha256}, ${file.contentType})`)
			return { answer: null, details: { picture: id } }
		})
	})
	return { id, width, height }
}
