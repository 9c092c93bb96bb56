import { z } from 'zod'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import type { StoredObject } from '#server/apis/storage/download.ts'
import { bodyLimitBytes, bucket, checkBucket } from '#server/apis/storage/object-address.ts'
import { requireServiceRole } from '#server/apis/storage/require-service-role.ts'
import { identifier, sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

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

/** `POST /object/list/:bucket`: lists the files. There are no folders, so any `prefix` gives an empty list. */
export function listObjects(storage: StorageDependencies): Handler {
	return handle({
		authenticate: (c) => requireServiceRole(storage, c.req.raw),
		parse: async (c) => {
			checkBucket(c)
			return await readBody(c.req.raw, listSchema, bodyLimitBytes)
		},
		act: async (c, _caller, { prefix, search, limit, offset, sortBy }) => {
			if (prefix !== '') return c.json([])
			const direction = sortBy.order === 'desc' ? sql`desc` : sql`asc`
			const rows = await storage.database.query<ListedRow>(sql`
				select id, name, size, sha256, content_type, created_at, updated_at from storage.objects
				where bucket_id = ${bucket} and position(lower(${search}) in lower(name)) > 0
				order by ${identifier(sortBy.column)} ${direction}, name limit ${limit} offset ${offset}`)
			return c.json(rows.map(presentObject))
		},
	})
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
