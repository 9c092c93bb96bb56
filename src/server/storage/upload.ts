import { createHash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { fileTypeOf } from '#server/files/file-type.ts'
import { storedName } from '#server/files/stored-name.ts'
import { readBytes } from '#server/http/body.ts'
import { bucket } from '#server/storage/object-address.ts'
import { invalidRequest, StorageRefusal } from '#server/storage/storage-refusal.ts'

interface UploadOptions {
	database: Database
	files: FileStore
}

const fileLimitBytes = 50 * 1024 * 1024

/**
 * Takes a file from the owner, raw or as the form the official client makes of a Blob. The bytes are stored first and the
 * row, which readers go by, is moved to them after: a crash between leaves the old edition in place.
 */
export async function upload(
	{ database, files }: UploadOptions,
	key: string,
	request: Request,
	mayReplace: boolean,
) {
	const bytes = await readFileBody(request)
	if (bytes.length === 0) throw invalidRequest('The file is empty')
	const contentType = fileTypeOf(key, bytes)
	if (contentType === undefined) throw notKept()
	const [before] = await database.query<{ sha256: string }>(
		sql`select sha256 from storage.objects where bucket_id = ${bucket} and name = ${key}`,
	)
	if (before !== undefined && !mayReplace) throw alreadyThere()
	const sha256 = createHash('sha256').update(bytes).digest('hex')
	await files.put(storedName(key, sha256), bytes)
	const replace = mayReplace
		? sql`do update set size = excluded.size, sha256 = excluded.sha256, content_type = excluded.content_type, updated_at = clock_timestamp()`
		: sql`do nothing`
	const [row] = await database.query<{ id: string }>(sql`
		insert into storage.objects (bucket_id, name, size, sha256, content_type)
		values (${bucket}, ${key}, ${bytes.length}, ${sha256}, ${contentType})
		on conflict (bucket_id, name) ${replace}
		returning id`)
	if (row === undefined) throw alreadyThere()
	if (before !== undefined && before.sha256 !== sha256) await files.remove(storedName(key, before.sha256))
	return { Id: row.id, Key: `${bucket}/${key}` }
}

async function readFileBody(request: Request): Promise<Buffer> {
	const bytes = await readBytes(request, fileLimitBytes)
	const contentType = request.headers.get('content-type') ?? ''
	if (!contentType.toLowerCase().startsWith('multipart/form-data')) return bytes
	const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
		.formData()
		.catch(() => undefined)
	// The client names the file part "", others name it as they like: the first file counts.
	for (const part of form?.values() ?? [])
		if (typeof part !== 'string') return Buffer.from(await part.arrayBuffer())
	throw invalidRequest('The form holds no file')
}

function notKept(): StorageRefusal {
	return new StorageRefusal({
		statusCode: 415,
		error: 'invalid_mime_type',
		message: 'Only PDF and ZIP files are kept here, named as what they are',
		wireCode: 'InvalidMimeType',
	})
}

function alreadyThere(): StorageRefusal {
	return new StorageRefusal({
		statusCode: 409,
		error: 'Duplicate',
		message: 'The resource already exists',
		wireCode: 'KeyAlreadyExists',
	})
}
