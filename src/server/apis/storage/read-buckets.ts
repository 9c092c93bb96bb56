import { z } from 'zod'
import { bucketAnswer, bucketsAnswer } from '#server/apis/storage/answer-schemas.ts'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { bucketNotFound } from '#server/apis/storage/errors.ts'
import { bucket, checkBucket } from '#server/apis/storage/object-address.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { fileTypes } from '#server/shop/files/file-store.ts'
import { largestFileBytes } from '#shared/largest-file.ts'

/** `GET /bucket`: returns the shop's one bucket to the service role, and to others an empty list, as on the reference server. */
export function listBuckets(storage: StorageDependencies): Handler {
	return handle({
		about: { does: 'Lists the buckets.', for: 'callers', answers: { 200: bucketsAnswer } },
		authenticate: (c) => storage.authenticate(c.req.raw),
		act: async (c, { role }) => c.json(role === 'service' ? await readBuckets(storage) : []),
	})
}

/** `GET /bucket/:bucket`: describes the bucket to the service role. Throws `NoSuchBucket` for others. */
export function readBucket(storage: StorageDependencies): Handler {
	return handle({
		about: { does: 'Describes a bucket.', for: 'the service role', answers: { 200: bucketAnswer } },
		authenticate: (c) => storage.authenticate(c.req.raw),
		parse: checkBucket,
		act: async (c, { role }) => {
			const [found] = role === 'service' ? await readBuckets(storage) : []
			if (found === undefined) throw bucketNotFound()
			return c.json(found)
		},
	})
}

const bucketRow = z.object({ id: z.string(), public: z.boolean(), created_at: z.date() })

async function readBuckets({ database }: StorageDependencies) {
	const rows = await database.query(
		sql`select id, public, created_at from storage.buckets where id = ${bucket}`,
		bucketRow,
	)
	return rows.map((row) => ({
		id: row.id,
		name: row.id,
		owner: '',
		type: 'STANDARD',
		public: row.public,
		file_size_limit: largestFileBytes,
		allowed_mime_types: fileTypes,
		created_at: row.created_at,
		updated_at: row.created_at,
	}))
}
