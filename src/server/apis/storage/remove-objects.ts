import { z } from 'zod'
import { filesAnswer } from '#server/apis/storage/answer-schemas.ts'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { listedRow, presentObject } from '#server/apis/storage/list-objects.ts'
import { bodyLimitBytes, bucket, checkBucket } from '#server/apis/storage/object-address.ts'
import { exists } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName } from '#server/shop/files/file-store.ts'

const removeSchema = z.object({ prefixes: z.array(z.string()).min(1).max(1_000) })

/**
 * `DELETE /object/:bucket`: removes files and returns those that were removed. Only the service role can remove any; others get
 * an empty list, as on the reference server. The catalogue's files are loaded again at the next start.
 */
export function removeObjects(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Removes files.',
			for: 'callers',
			body: removeSchema,
			answers: { 200: filesAnswer },
		},
		authenticate: (c) => storage.authenticate(c.req.raw),
		parse: async (c) => {
			checkBucket(c)
			return await readBody(c.req.raw, removeSchema, bodyLimitBytes)
		},
		act: async (c, { role }, { prefixes }) =>
			c.json(role === 'service' ? await removeFiles(storage, prefixes, c.get('clientAddress')) : []),
	})
}

export async function removeFiles(
	{ database, files }: Pick<StorageDependencies, 'database' | 'files'>,
	names: readonly string[],
	address: string,
) {
	const removed = await database.asServer(async (tx) => {
		const rows = await tx.query(
			sql`
			delete from storage.objects where bucket_id = ${bucket} and name = any (${names})
			returning id, name, size, sha256, content_type, created_at, updated_at`,
			listedRow,
		)
		const details = { bucket, keys: rows.map(({ name }) => name) }
		if (rows.length > 0)
			await tx.execute(recordServiceAct({ action: 'storage_objects_removed', details, address }))
		return rows
	})
	// The rows are deleted before the files: a file without a row cannot be reached, but a row without its file would be a
	// broken link.
	for (const { name, sha256 } of removed) await removeUnused({ database, files }, name, sha256)
	return removed.map(presentObject)
}

/** Removes the bytes of an edition, unless it has been uploaded again in the meantime. */
export async function removeUnused(
	{ database, files }: Pick<StorageDependencies, 'database' | 'files'>,
	name: string,
	sha256: string,
): Promise<void> {
	await withFileLock(database, name, async (rows) => {
		const isUsed = await exists(
			rows,
			sql`
			select from storage.objects where bucket_id = ${bucket} and name = ${name} and sha256 = ${sha256}`,
		)
		if (!isUsed) await files.remove(storedName(name, sha256))
	})
}
