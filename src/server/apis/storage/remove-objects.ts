import { z } from 'zod'
import { presentObject } from '#server/apis/storage/list-objects.ts'
import { bucket } from '#server/apis/storage/object-address.ts'
import type { Database } from '#server/platform/db/database.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import { storedName } from '#server/shop/files/stored-name.ts'

const removeSchema = z.object({ prefixes: z.array(z.string()).min(1).max(1_000) })

/** Removes files from the bucket and returns those that existed. Goods are loaded again at the next start. */
export async function removeObjects(
	{ database, files, address }: { database: Database; files: FileStore; address: string },
	body: unknown,
) {
	const { prefixes } = removeSchema.parse(body)
	const removed = await database.asServer(async (tx) => {
		const rows = await tx.query<Parameters<typeof presentObject>[0]>(sql`
			delete from storage.objects where bucket_id = ${bucket} and name = any (${prefixes})
			returning id, name, size, sha256, content_type, created_at, updated_at`)
		const details = { bucket, keys: rows.map(({ name }) => name) }
		if (rows.length > 0)
			await tx.execute(recordServiceAct({ action: 'storage_objects_removed', details, address }))
		return rows
	})
	// Rows first: a file without a row is unreachable, but a row without its file would be a broken link.
	for (const { name, sha256 } of removed) {
		await withFileLock(database, name, async (rows) => {
			// It may have been uploaded again since.
			const again = await rows.query(sql`
				select from storage.objects where bucket_id = ${bucket} and name = ${name} and sha256 = ${sha256}`)
			if (again.length === 0) await files.remove(storedName(name, sha256))
		})
	}
	return removed.map(presentObject)
}
