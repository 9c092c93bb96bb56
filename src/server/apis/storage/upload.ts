import type { Context } from 'hono'
import { z } from 'zod'
import { storedAnswer, uploadLinkAnswer } from '#server/apis/storage/answer-schemas.ts'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { readToken } from '#server/apis/storage/download.ts'
import { invalidRequest, objectExists, wrongFileType } from '#server/apis/storage/errors.ts'
import { fileInForm } from '#server/apis/storage/file-in-form.ts'
import { bucket, keyInAddress } from '#server/apis/storage/object-address.ts'
import { requireServiceRole } from '#server/apis/storage/require-service-role.ts'
import { idRow, maybeOne, one } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readChunks } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { type LockedRows, withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { receiveFile } from '#server/shop/files/receive-file.ts'
import { largestFileBytes } from '#shared/largest-file.ts'

/** What is uploaded, and how. */
interface Upload {
	key: string
	request: Request
	mayReplace: boolean
	/** The caller's network address. */
	address: string
}

/**
 * `POST` or `PUT /object/:bucket/:key`: uploads a file. It is sent raw or, as the official client sends a Blob, in a
 * multipart form.
 */
export function upload(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Uploads a file.',
			for: 'the service role',
			body: 'a file',
			answers: { 200: storedAnswer },
		},
		authenticate: (c) => requireServiceRole(storage, c.req.raw),
		parse: (c) => ({
			key: keyInAddress(c, ''),
			request: c.req.raw,
			mayReplace: c.req.method === 'PUT' || mayReplace(c),
			address: c.get('clientAddress'),
		}),
		act: async (c, _caller, file) => c.json(await storeFile(storage, file)),
	})
}

const uploadPath = 'upload/sign/'

/** `POST /object/upload/sign/:bucket/:key`: returns a link with which anybody can upload this one file within two hours. */
export function createSignedUploadUrl(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Returns a link for uploading one file.',
			for: 'the service role',
			answers: { 200: uploadLinkAnswer },
		},
		authenticate: (c) => requireServiceRole(storage, c.req.raw),
		parse: (c) => keyInAddress(c, uploadPath),
		act: async (c, _caller, key) => {
			const right = { mayReplace: mayReplace(c) }
			if (!right.mayReplace && (await editionOf(storage.database, key)) !== undefined) throw objectExists()
			const token = await storage.tokens.signUpload(`${bucket}/${key}`, right)
			const details = { bucket, key, ...right }
			const address = c.get('clientAddress')
			await storage.database.query(recordServiceAct({ action: 'storage_upload_signed', details, address }))
			return c.json({ url: `/object/${uploadPath}${bucket}/${key}?token=${token}`, token })
		},
	})
}

/** `PUT /object/upload/sign/:bucket/:key`: uploads the file for which the link was made. */
export function uploadByLink(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Uploads a file by means of a link.',
			for: 'anyone',
			query: ['token'],
			body: 'a file',
			answers: { 200: storedAnswer },
		},
		authenticate: async (c) => {
			const key = keyInAddress(c, uploadPath)
			return { key, ...(await storage.tokens.verifyUpload(readToken(c.req.url), `${bucket}/${key}`)) }
		},
		act: async (c, right) =>
			c.json(await storeFile(storage, { ...right, request: c.req.raw, address: c.get('clientAddress') })),
	})
}

/** Reports whether the request may replace a file that exists. */
export function mayReplace(c: Context<Env>): boolean {
	return c.req.header('x-upsert') === 'true'
}

/**
 * Streams the file into the store; it is never held in memory as a whole. The bytes are stored before the row that points to them
 * is updated, so a crash leaves the old edition in place.
 */
export async function storeFile(
	{ database, files }: Pick<StorageDependencies, 'database' | 'files'>,
	{ key, request, mayReplace, address }: Upload,
) {
	if (!mayReplace && (await editionOf(database, key)) !== undefined) throw objectExists()
	const incoming = await files.receive()
	try {
		const { bytes, metadata } = openUpload(request)
		const contentType = await receiveFile(incoming, key, bytes)
		if (contentType === 'empty') throw invalidRequest('The file is empty')
		if (contentType === undefined) throw wrongFileType()
		// The metadata field of a form may come after its file.
		const userMetadata = JSON.stringify(readUserMetadata(metadata()))
		const { size, sha256 } = await incoming.complete()
		return await withFileLock(database, key, async (rows) => {
			const before = await editionOf(rows, key)
			if (!mayReplace && before !== undefined) throw objectExists()
			await incoming.publish(storedName(key, sha256))
			const action = before === undefined ? 'created' : 'replaced'
			const details = { bucket, key, action, size, sha256 }
			const { id } = await one(
				rows,
				sql`
				with recorded as (${recordServiceAct({ action: 'storage_object_uploaded', details, address })})
				insert into storage.objects (bucket_id, name, size, sha256, content_type, user_metadata)
				values (${bucket}, ${key}, ${size}, ${sha256}, ${contentType}, ${userMetadata}::jsonb)
				on conflict (bucket_id, name) do update set
					size = excluded.size, sha256 = excluded.sha256, content_type = excluded.content_type,
					user_metadata = excluded.user_metadata,
					updated_at = clock_timestamp()
				returning id`,
				idRow,
			)
			if (before !== undefined && before !== sha256) await files.remove(storedName(key, before))
			return { Id: id, Key: `${bucket}/${key}` }
		})
	} finally {
		await incoming.discard()
	}
}

const editionRow = z.object({ sha256: z.string() })

/** Returns the SHA-256, in hexadecimal, of the current edition of a key; undefined if there is none. */
export async function editionOf(rows: LockedRows, key: string): Promise<string | undefined> {
	const row = await maybeOne(
		rows,
		sql`select sha256 from storage.objects where bucket_id = ${bucket} and name = ${key}`,
		editionRow,
	)
	return row?.sha256
}

interface OpenedUpload {
	bytes: AsyncIterable<Uint8Array>
	/** Returns the metadata that the client sent, as JSON. Call it after reading the bytes, because a form may send it last. */
	metadata: () => string
}

function openUpload(request: Request): OpenedUpload {
	const body = readChunks(request, largestFileBytes)
	const contentType = request.headers.get('content-type') ?? ''
	if (contentType.toLowerCase().startsWith('multipart/form-data')) return fileInForm(body, contentType)
	const header = request.headers.get('x-metadata') ?? ''
	return { bytes: body, metadata: () => Buffer.from(header, 'base64').toString() }
}

const largestMetadataBytes = 8_192
const metadataSchema = z.record(z.string(), z.json())

/** Reads the owner's metadata. An empty text means none. Throws `InvalidRequest` unless it is a small JSON object. */
function readUserMetadata(text: string): Record<string, unknown> {
	if (text === '') return {}
	try {
		if (Buffer.byteLength(text) <= largestMetadataBytes) return metadataSchema.parse(JSON.parse(text))
	} catch {
		// The error is thrown below, as for metadata that is too large.
	}
	throw invalidRequest(`The metadata must be a JSON object of at most ${largestMetadataBytes} bytes`)
}
