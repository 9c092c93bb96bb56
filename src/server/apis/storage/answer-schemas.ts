import { z } from 'zod'

// The answers of the Storage API, for the documentation of the APIs. Tests check every answer against these schemas.

const id = z.string().meta({ format: 'uuid' })
const time = z.string().meta({ format: 'date-time' })

export const linkAnswer = z.strictObject({ signedURL: z.string() })
export const linksAnswer = z.array(
	z.strictObject({ path: z.string(), signedURL: z.string().nullable(), error: z.string().nullable() }),
)
export const uploadLinkAnswer = z.strictObject({ url: z.string(), token: z.string() })
export const storedAnswer = z.strictObject({ Id: id.optional(), Key: z.string() })
export const messageAnswer = z.strictObject({ message: z.string() })

const metadata = z.strictObject({
	eTag: z.string(),
	size: z.number(),
	contentLength: z.number(),
	mimetype: z.string(),
	cacheControl: z.string(),
	lastModified: time,
	httpStatusCode: z.int(),
})
const file = z
	.strictObject({
		name: z.string(),
		id,
		bucket_id: z.string(),
		created_at: time,
		updated_at: time,
		last_accessed_at: time,
		metadata,
	})
	.meta({ id: 'File' })
const folder = z.strictObject({
	name: z.string(),
	id: z.null(),
	created_at: z.null(),
	updated_at: z.null(),
	last_accessed_at: z.null(),
	metadata: z.null(),
})
export const filesAnswer = z.array(file)
export const listAnswer = z.array(z.union([file, folder]))
export const pageOfFilesAnswer = z.strictObject({
	hasNext: z.boolean(),
	nextCursor: z.string().optional(),
	folders: z.array(z.strictObject({ key: z.string(), name: z.string() })),
	objects: z.array(
		z.strictObject({
			id,
			key: z.string(),
			name: z.string(),
			created_at: time,
			updated_at: time,
			last_accessed_at: time,
			metadata,
		}),
	),
})
export const fileInfoAnswer = z.strictObject({
	id,
	name: z.string(),
	bucket_id: z.string(),
	version: z.string(),
	size: z.number(),
	content_type: z.string(),
	cache_control: z.string(),
	etag: z.string(),
	metadata: z.record(z.string(), z.unknown()),
	last_modified: time,
	created_at: time,
	/** Of a ZIP: the files inside that can be downloaded alone. */
	contents: z.array(z.strictObject({ name: z.string(), size: z.int() })).optional(),
})

const bucket = z
	.strictObject({
		id: z.string(),
		name: z.string(),
		owner: z.string(),
		type: z.literal('STANDARD'),
		public: z.boolean(),
		file_size_limit: z.int(),
		allowed_mime_types: z.array(z.string()),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: 'Bucket' })
export const bucketAnswer = bucket
export const bucketsAnswer = z.array(bucket)

export const storageErrors = z
	.strictObject({ statusCode: z.string(), error: z.string(), message: z.string(), code: z.string() })
	.meta({ id: 'StorageError' })
