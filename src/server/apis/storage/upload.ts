import { fileInForm } from '#server/apis/storage/file-in-form.ts'
import { bucket } from '#server/apis/storage/object-address.ts'
import { invalidRequest, StorageError } from '#server/apis/storage/storage-error.ts'
import type { Database } from '#server/platform/db/database.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readChunks } from '#server/platform/http/body.ts'
import { type LockedRows, withFileLock } from '#server/shop/files/file-lock.ts'
import type { FileStore, Incoming } from '#server/shop/files/file-store.ts'
import { type FileType, fileTypeOf, longestOpening } from '#server/shop/files/file-type.ts'
import { storedName } from '#server/shop/files/stored-name.ts'

interface UploadOptions {
	database: Database
	files: FileStore
	/** The network address it comes from. */
	address: string
}

const fileLimitBytes = 50 * 1024 * 1024

/**
 * Takes a file from the owner, raw or as the form the official client makes of a Blob, as it comes: no more of it is in memory
 * than has not been written yet. The bytes are stored first and the row, which readers go by, is moved to them after: a crash
 * between leaves the old edition in place.
 */
export async function upload(
	{ database, files, address }: UploadOptions,
	key: string,
	request: Request,
	mayReplace: boolean,
) {
	if (!mayReplace && (await editionOf(database, key)) !== undefined) throw alreadyThere()
	const incoming = await files.receive()
	try {
		const contentType = await takeIn(incoming, key, fileOf(request))
		const { size, sha256 } = await incoming.complete()
		return await withFileLock(database, key, async (rows) => {
			const before = await editionOf(rows, key)
			if (!mayReplace && before !== undefined) throw alreadyThere()
			await incoming.publish(storedName(key, sha256))
			const action = before === undefined ? 'created' : 'replaced'
			const details = { bucket, key, action, size, sha256 }
			const [row] = await rows.query<{ id: string }>(sql`
				with recorded as (${recordServiceAct({ action: 'storage_object_uploaded', details, address })})
				insert into storage.objects (bucket_id, name, size, sha256, content_type)
				values (${bucket}, ${key}, ${size}, ${sha256}, ${contentType})
				on conflict (bucket_id, name) do update set
					size = excluded.size, sha256 = excluded.sha256, content_type = excluded.content_type,
					updated_at = clock_timestamp()
				returning id`)
			if (before !== undefined && before !== sha256) await files.remove(storedName(key, before))
			return { Id: row?.id, Key: `${bucket}/${key}` }
		})
	} finally {
		await incoming.discard()
	}
}

/** The SHA-256, in hex, of what readers of a key get; undefined where there is none. */
async function editionOf(rows: LockedRows, key: string): Promise<string | undefined> {
	const [row] = await rows.query<{ sha256: string }>(
		sql`select sha256 from storage.objects where bucket_id = ${bucket} and name = ${key}`,
	)
	return row?.sha256
}

/** Writes the file down and says what it is, known by its first bytes: what is not kept here is refused before the rest comes. */
async function takeIn(incoming: Incoming, key: string, chunks: AsyncIterable<Uint8Array>): Promise<FileType> {
	let contentType: FileType | undefined
	let opening = Buffer.alloc(0)
	for await (const chunk of chunks) {
		if (contentType === undefined) {
			opening = Buffer.concat([opening, chunk])
			if (opening.length < longestOpening) continue
			contentType = fileTypeOf(key, opening)
			if (contentType === undefined) throw notKept()
			await incoming.write(opening)
		} else await incoming.write(chunk)
	}
	if (opening.length === 0) throw invalidRequest('The file is empty')
	if (contentType === undefined) throw notKept()
	return contentType
}

function fileOf(request: Request): AsyncIterable<Uint8Array> {
	const body = readChunks(request, fileLimitBytes)
	const contentType = request.headers.get('content-type') ?? ''
	return contentType.toLowerCase().startsWith('multipart/form-data') ? fileInForm(body, contentType) : body
}

function notKept(): StorageError {
	return new StorageError({
		statusCode: 415,
		error: 'invalid_mime_type',
		message: 'Only PDF and ZIP files are kept here, named as what they are',
		apiCode: 'InvalidMimeType',
	})
}

function alreadyThere(): StorageError {
	return new StorageError({
		statusCode: 409,
		error: 'Duplicate',
		message: 'The resource already exists',
		apiCode: 'KeyAlreadyExists',
	})
}
