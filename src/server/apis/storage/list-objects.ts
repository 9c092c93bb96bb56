import { z } from 'zod'
import { listAnswer, pageOfFilesAnswer } from '#server/apis/storage/answer-schemas.ts'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import type { StoredObject } from '#server/apis/storage/download.ts'
import { objectRow } from '#server/apis/storage/download.ts'
import { invalidRequest } from '#server/apis/storage/errors.ts'
import { bodyLimitBytes, bucket, checkBucket } from '#server/apis/storage/object-address.ts'
import { limitFileRequests, queryVisibleFiles } from '#server/apis/storage/visible-files.ts'
import { identifier, sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

const sortSchema = z
	.object({
		column: z.enum(['name', 'created_at', 'updated_at']).default('name'),
		order: z.enum(['asc', 'desc']).default('asc'),
	})
	.default({ column: 'name', order: 'asc' })

const listSchema = z.object({
	prefix: z.string().default(''),
	search: z.string().default(''),
	limit: z.int().min(1).max(1_000).default(100),
	offset: z.int().min(0).default(0),
	sortBy: sortSchema,
})

export const listedRow = objectRow.extend({ id: z.string(), created_at: z.date() })
const folderRow = z.object({ id: z.null(), name: z.string() })

/**
 * `POST /object/list/:bucket`: lists the files that the caller may download and the folders directly in the folder `prefix`,
 * folders first. With `search`, lists only those whose names contain it.
 */
export function listObjects(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Lists files and folders.',
			for: 'callers',
			body: listSchema,
			answers: { 200: listAnswer },
		},
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitFileRequests(storage, c, caller),
		parse: async (c) => {
			checkBucket(c)
			return await readBody(c.req.raw, listSchema, bodyLimitBytes)
		},
		act: async (c, caller, { prefix, search, limit, offset, sortBy }) => {
			const folder = prefix.replace(/\/*$/, prefix === '' ? '' : '/')
			const direction = sortBy.order === 'desc' ? sql`desc` : sql`asc`
			const rows = await queryVisibleFiles(
				storage,
				caller,
				sql`
				with inside as (
					select *, substr(name, length(${folder}) + 1) as rest from storage.objects
					where bucket_id = ${bucket} and starts_with(name, ${folder})
				), entries as (
					select id, rest as name, size, sha256, content_type, created_at, updated_at from inside
					where position('/' in rest) = 0
					union all
					select null, split_part(rest, '/', 1), null, null, null, min(created_at), max(updated_at) from inside
					where position('/' in rest) > 0 group by 2
				)
				select * from entries where position(lower(${search}) in lower(name)) > 0
				order by id is not null, ${identifier(sortBy.column)} ${direction}, name limit ${limit} offset ${offset}`,
				z.union([listedRow, folderRow]),
			)
			return c.json(rows.map((row) => (row.id === null ? presentFolder(row) : presentObject(row))))
		},
	})
}

function presentFolder({ name }: z.infer<typeof folderRow>) {
	return { name, id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null }
}

const listV2Schema = z.object({
	prefix: z.string().default(''),
	limit: z.int().min(1).max(1_000).default(1_000),
	cursor: z.string().max(2_000).optional(),
	with_delimiter: z.boolean().default(false),
	sortBy: sortSchema,
})

// Where the next page begins: the value that the list is sorted by, and the name.
const cursorSchema = z.tuple([z.string(), z.string()])

const entryRow = z.object({
	id: z.string().nullable(),
	name: z.string(),
	size: z.number().nullable(),
	sha256: z.string().nullable(),
	content_type: z.string().nullable(),
	created_at: z.date(),
	updated_at: z.date(),
	sorted_by: z.string(),
})

/**
 * `POST /object/list-v2/:bucket`: lists the caller's files whose names begin with `prefix`, page by page. With `with_delimiter`, lists
 * folders too, and leaves out files whose names have a further `/` after the prefix.
 */
export function listObjectsV2(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Lists files page by page.',
			for: 'callers',
			body: listV2Schema,
			answers: { 200: pageOfFilesAnswer },
		},
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitFileRequests(storage, c, caller),
		parse: async (c) => {
			checkBucket(c)
			const { cursor, ...body } = await readBody(c.req.raw, listV2Schema, bodyLimitBytes)
			return { ...body, after: cursor === undefined ? undefined : readCursor(cursor) }
		},
		act: async (c, caller, { prefix, limit, with_delimiter, sortBy, after }) => {
			const isUp = sortBy.order === 'asc'
			const column =
				sortBy.column === 'name'
					? sql`name`
					: sql`to_char(${identifier(sortBy.column)} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`
			const [value, name] = after ?? ['', '']
			const later = isUp ? sql`>` : sql`<`
			const direction = isUp ? sql`asc` : sql`desc`
			const rows = await queryVisibleFiles(
				storage,
				caller,
				sql`
				with inside as (
					select *, position('/' in substr(name, length(${prefix}) + 1)) as slash from storage.objects
					where bucket_id = ${bucket} and starts_with(name, ${prefix})
				), entries as (
					select id, name, size, sha256, content_type, created_at, updated_at from inside
					where slash = 0 or not ${with_delimiter}::boolean
					union all
					select null, left(name, length(${prefix}) + slash), null, null, null, min(created_at), max(updated_at) from inside
					where slash > 0 and ${with_delimiter}::boolean group by 2
				), sorted as (select *, ${column} collate "C" as sorted_by from entries)
				select * from sorted
				where ${after === undefined}::boolean or (sorted_by, name collate "C") ${later} (${value}, ${name})
				order by sorted_by ${direction}, name collate "C" ${direction} limit ${limit + 1}`,
				entryRow,
			)
			const shown = rows.slice(0, limit)
			const last = shown.at(-1)
			const hasNext = rows.length > limit && last !== undefined
			return c.json({
				hasNext,
				folders: shown
					.filter(({ id }) => id === null)
					.map((folder) => ({ key: folder.name.slice(0, -1), name: folder.name })),
				objects: shown.filter((row) => row.id !== null).map(presentEntry),
				...(hasNext
					? { nextCursor: Buffer.from(JSON.stringify([last.sorted_by, last.name])).toString('base64url') }
					: {}),
			})
		},
	})
}

function readCursor(cursor: string): [string, string] {
	try {
		return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
	} catch {
		throw invalidRequest('body/cursor is not a cursor of this list')
	}
}

function presentEntry({
	id,
	name,
	size,
	sha256,
	content_type,
	created_at,
	updated_at,
}: z.infer<typeof entryRow>) {
	return {
		id,
		key: name,
		name,
		created_at,
		updated_at,
		last_accessed_at: updated_at,
		metadata: metadataOf({
			size: size ?? 0,
			sha256: sha256 ?? '',
			content_type: content_type ?? '',
			updated_at,
		}),
	}
}

/** Returns a file in the reference server's format. */
export function presentObject(row: z.infer<typeof listedRow>) {
	return {
		name: row.name,
		id: row.id,
		bucket_id: bucket,
		created_at: row.created_at,
		updated_at: row.updated_at,
		last_accessed_at: row.updated_at,
		metadata: metadataOf(row),
	}
}

function metadataOf({
	sha256,
	size,
	content_type,
	updated_at,
}: Pick<StoredObject, 'sha256' | 'size' | 'content_type' | 'updated_at'>) {
	return {
		eTag: `"${sha256}"`,
		size,
		contentLength: size,
		mimetype: content_type,
		cacheControl: 'no-store',
		lastModified: updated_at,
		httpStatusCode: 200,
	}
}
