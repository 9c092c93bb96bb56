import { z } from 'zod'
import { bucket } from '#server/apis/storage/object-address.ts'
import type { StoredObject } from '#server/apis/storage/stored-object.ts'
import type { Database } from '#server/platform/db/database.ts'
import { identifier, sql } from '#server/platform/db/sql.ts'

const listSchema = z.object({
	prefix: z.string().default(''),
	search: z.string().default(''),
	limit: z.int().min(1).max(1_000).default(100),
	offset: z.int().min(0).default(0),
	sortBy: z
		.object({
			column: z.enum(['name', 'created_at', 'updated_at']).default('name'),
			order: z.enum(['asc', 'desc']).default('asc'),
		})
		.default({ column: 'name', order: 'asc' }),
})

interface ListedRow extends StoredObject {
	id: string
	created_at: Date
	[column: string]: unknown
}

/** Lists the files of the bucket. There are no folders, so any `prefix` gives an empty list. */
export async function listObjects(database: Database, body: unknown) {
	const { prefix, search, limit, offset, sortBy } = listSchema.parse(body)
	if (prefix !== '') return []
	const direction = sortBy.order === 'desc' ? sql`desc` : sql`asc`
	const rows = await database.query<ListedRow>(sql`
		select id, name, size, sha256, content_type, created_at, updated_at from storage.objects
		where bucket_id = ${bucket} and position(lower(${search}) in lower(name)) > 0
		order by ${identifier(sortBy.column)} ${direction}, name limit ${limit} offset ${offset}`)
	return rows.map(presentObject)
}

/** Returns a file in the reference's format. */
export function presentObject(row: ListedRow) {
	return {
		name: row.name,
		id: row.id,
		bucket_id: bucket,
		created_at: row.created_at,
		updated_at: row.updated_at,
		last_accessed_at: row.updated_at,
		metadata: {
			eTag: `"${row.sha256}"`,
			size: row.size,
			contentLength: row.size,
			mimetype: row.content_type,
			cacheControl: 'no-store',
			lastModified: row.updated_at,
			httpStatusCode: 200,
		},
	}
}
