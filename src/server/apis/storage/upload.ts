import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { fileInForm } from '#server/apis/storage/file-in-form.ts'
import { bucket, keyInAddress } from '#server/apis/storage/object-address.ts'
import { requireServiceRole } from '#server/apis/storage/require-service-role.ts'
import { invalidRequest, StorageError } from '#server/apis/storage/storage-error.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readChunks } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { type LockedRows, withFileLock } from '#server/shop/files/file-lock.ts'
import {
	type FileType,
	fileTypeOf,
	type Incoming,
	longestOpening,
	storedName,
} from '#server/shop/files/file-store.ts'

const fileLimitBytes = 50 * 1024 * 1024

interface Upload {
	key: string
	request: Request
	mayReplace: boolean
	/** The caller's network address. */
	address: string
}

/** `POST` or `PUT /object/:bucket/:key`: uploads a file, sent raw or as the form that the official client makes of a Blob. */
export function upload(storage: StorageDependencies): Handler {
	return handle({
		authenticate: (c) => requireServiceRole(storage, c.req.raw),
		parse: (c) => ({
			key: keyInAddress(c, ''),
			request: c.req.raw,
			mayReplace: c.req.method === 'PUT' || c.req.header('x-upsert') === 'true',
			address: c.get('clientAddress'),
		}),
		act: async (c, _caller, file) => c.json(await storeFile(storage, file)),
	})
}

/**
 * Streams the file into the store; it is never held in memory as a whole. The bytes are stored before the row that points to them
 * is updated, so a crash leaves the old edition in place.
 */
export async function storeFile(
	{ database, files }: Pick<StorageDependencies, 'database' | 'files'>,
	{ key, request, mayReplace, address }: Upload,
) {
	if (!mayReplace && (await editionOf(database, key)) !== undefined) throw alreadyExists()
	const incoming = await files.receive()
	try {
		const contentType = await receiveFile(incoming, key, fileOf(request))
		const { size, sha256 } = await incoming.complete()
		return await withFileLock(database, key, async (rows) => {
			const before = await editionOf(rows, key)
			if (!mayReplace && before !== undefined) throw alreadyExists()
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

/** Returns the SHA-256, in hex, of the current edition of a key; undefined if there is none. */
async function editionOf(rows: LockedRows, key: string): Promise<string | undefined> {
	const [row] = await rows.query<{ sha256: string }>(
		sql`select sha256 from storage.objects where bucket_id = ${bucket} and name = ${key}`,
	)
	return row?.sha256
}

/** Writes the file and returns its type, detected from its first bytes: a wrong type is refused before the rest arrives. */
async function receiveFile(
	incoming: Incoming,
	key: string,
	chunks: AsyncIterable<Uint8Array>,
): Promise<FileType> {
	let contentType: FileType | undefined
	let opening = Buffer.alloc(0)
	for await (const chunk of chunks) {
		if (contentType === undefined) {
			opening = Buffer.concat([opening, chunk])
			if (opening.length < longestOpening) continue
			contentType = fileTypeOf(key, opening)
			if (contentType === undefined) throw wrongType()
			await incoming.write(opening)
		} else await incoming.write(chunk)
	}
	if (opening.length === 0) throw invalidRequest('The file is empty')
	if (contentType === undefined) throw wrongType()
	return contentType
}

function fileOf(request: Request): AsyncIterable<Uint8Array> {
	const body = readChunks(request, fileLimitBytes)
	const contentType = request.headers.get('content-type') ?? ''
	return contentType.toLowerCase().startsWith('multipart/form-data') ? fileInForm(body, contentType) : body
}

function wrongType(): StorageError {
	return new StorageError({
		statusCode: 415,
		error: 'invalid_mime_type',
		message: 'Only PDF and ZIP files are kept here, named as what they are',
		apiCode: 'InvalidMimeType',
	})
}

function alreadyExists(): StorageError {
	return new StorageError({
		statusCode: 409,
		error: 'Duplicate',
		message: 'The resource already exists',
		apiCode: 'KeyAlreadyExists',
	})
}
