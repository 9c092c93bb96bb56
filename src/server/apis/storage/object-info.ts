import { z } from 'zod'
import { fileInfoAnswer } from '#server/apis/storage/answer-schemas.ts'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { isArchive, objectRow } from '#server/apis/storage/download.ts'
import { objectNotFound } from '#server/apis/storage/errors.ts'
import { bucket, keyInAddress } from '#server/apis/storage/object-address.ts'
import { limitFileRequests, queryVisibleFiles } from '#server/apis/storage/visible-files.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { listPacked } from '#server/shop/files/packed-file.ts'

const infoRow = objectRow.extend({
	id: z.string(),
	created_at: z.date(),
	user_metadata: z.record(z.string(), z.unknown()),
})

/**
 * `GET /object/info/:bucket/:key`, with or without `authenticated/`: describes a file, with the metadata that the owner gave
 * it and, for a ZIP, the files inside.
 */
export function readInfo(storage: StorageDependencies, before: '' | 'authenticated/'): Handler {
	return handle({
		about: { does: 'Describes a file.', for: 'callers', answers: { 200: fileInfoAnswer } },
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitFileRequests(storage, c, caller),
		parse: (c) => keyInAddress(c, `info/${before}`),
		act: async (c, caller, key) => {
			const [row] = await queryVisibleFiles(
				storage,
				caller,
				sql`
				select id, name, size, sha256, content_type, user_metadata, created_at, updated_at from storage.objects
				where bucket_id = ${bucket} and name = ${key}`,
				infoRow,
			)
			if (row === undefined) throw objectNotFound()
			const file = isArchive(row) ? await storage.files.open(storedName(row.name, row.sha256)) : undefined
			return c.json({
				id: row.id,
				name: row.name,
				bucket_id: bucket,
				// The bytes under a hash never change.
				version: row.sha256,
				size: row.size,
				content_type: row.content_type,
				cache_control: 'no-store',
				etag: `"${row.sha256}"`,
				metadata: row.user_metadata,
				last_modified: row.updated_at,
				created_at: row.created_at,
				...(file && { contents: await listPacked(file) }),
			})
		},
	})
}
