import type { Context } from 'hono'
import { z } from 'zod'
import { contentDisposition } from '#server/apis/storage/content-disposition.ts'
import type { LinkHolder, StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { bytesNotFound, invalidRequest, objectNotFound } from '#server/apis/storage/errors.ts'
import { bucket, keyInAddress } from '#server/apis/storage/object-address.ts'
import { createDownloadRecorder } from '#server/apis/storage/record-download.ts'
import { limitFileRequests, queryVisibleFiles } from '#server/apis/storage/visible-files.ts'
import type { Database } from '#server/platform/db/database.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { isNotModified, readByteRange } from '#server/platform/http/ranges-and-conditions.ts'
import { noContentPolicy } from '#server/platform/http/security-headers.ts'
import { StreamedResponse } from '#server/platform/http/streamed-response.ts'
import { contentTypeOf, type FileStore, type StoredFile } from '#server/shop/files/file-store.ts'
import { openCurrent } from '#server/shop/files/open-current.ts'
import { openPacked } from '#server/shop/files/packed-file.ts'
import { automaticDownload, packedName } from '#shared/file-links.ts'

export const objectRow = z.object({
	name: z.string(),
	size: z.number(),
	/** In hexadecimal. */
	sha256: z.string(),
	content_type: z.string(),
	updated_at: z.date(),
})

/** The row of one stored file. */
export type StoredObject = z.infer<typeof objectRow>

/** Returns whether the files inside can be downloaded, too. */
export function isArchive({ content_type }: Pick<StoredObject, 'content_type'>): boolean {
	return content_type === 'application/zip'
}

/**
 * `GET` and `HEAD /object/sign/:bucket/:key`: answers a signed link with the whole file, a range, or 304 if the client has it
 * already.
 */
export function download(storage: StorageDependencies): Handler {
	const recordDownload = createDownloadRecorder(storage)
	return handle({
		about: {
			does: 'Sends the file that a link leads to.',
			for: 'anyone',
			query: ['token', 'download', packedName, automaticDownload],
			answers: { 200: 'a file', 206: 'a file', 304: 'nothing', 416: 'nothing' },
		},
		authenticate: (c) => openLink(storage, c),
		act: async (c, { key, holder }) => {
			const [object, file] = await openWhole(storage.files, () =>
				objectForHolder(storage.database, key, holder),
			)
			const answer = await respond(file, object, c)
			if (isTaken(c, answer) && holder !== 'owner') {
				// No page starts the download of a file inside a ZIP by itself.
				const automatic =
					c.req.query(automaticDownload) !== undefined && c.req.query(packedName) === undefined
				await orClose(answer, recordDownload({ person: holder.user, object, automatic }, c.get('log')))
			}
			return answer
		},
	})
}

/**
 * `GET` and `HEAD /object/:bucket/:key`, with or without `authenticated/`: sends a file to a user who may have it or to the
 * service role, in the same way as for a signed link. Records every file that is downloaded.
 */
export function downloadDirectly(storage: StorageDependencies, before: '' | 'authenticated/'): Handler {
	const recordDownload = createDownloadRecorder(storage)
	return handle({
		about: {
			does: 'Sends a file.',
			for: 'callers',
			query: ['download', packedName],
			answers: { 200: 'a file', 206: 'a file', 304: 'nothing', 416: 'nothing' },
		},
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitFileRequests(storage, c, caller),
		parse: (c) => keyInAddress(c, before),
		act: async (c, caller, key) => {
			const visible = sql`select ${fileColumns} from storage.objects o where o.bucket_id = ${bucket} and o.name = ${key}`
			const [object, file] = await openWhole(
				storage.files,
				async () => (await queryVisibleFiles(storage, caller, visible, objectRow))[0],
			)
			const answer = await respond(file, object, c)
			if (!isTaken(c, answer)) return answer
			if (caller.role === 'authenticated') {
				const taken = { person: caller.claims.sub, object, automatic: false }
				await orClose(answer, recordDownload(taken, c.get('log')))
			} else {
				const details = { bucket, key }
				const address = c.get('clientAddress')
				await orClose(
					answer,
					storage.database.query(recordServiceAct({ action: 'storage_object_downloaded', details, address })),
				)
			}
			return answer
		},
	})
}

/** Waits for a record of the download. If it is refused, nobody reads the answer, so its file is closed. */
async function orClose(answer: Response, recorded: Promise<unknown>): Promise<void> {
	try {
		await recorded
	} catch (error) {
		await answer.body?.cancel()
		throw error
	}
}

/** Returns whether the answer is a download. HEAD and 304 are not. */
function isTaken(c: Context<Env>, { status }: Response): boolean {
	return c.req.method === 'GET' && (status === 200 || status === 206)
}

const fileColumns = sql`o.name, o.size, o.sha256, o.content_type, o.updated_at`

/** Returns what the link's token allows: one file, for one user or for the service role. */
async function openLink(
	{ tokens }: StorageDependencies,
	c: Context<Env>,
): Promise<{ key: string; holder: LinkHolder }> {
	const key = keyInAddress(c, 'sign/')
	return { key, holder: await tokens.verify(readToken(c.req.url), `${bucket}/${key}`) }
}

/** Returns the token in a link. */
export function readToken(url: string): string {
	const [token, ...others] = new URL(url).searchParams.getAll('token')
	if (token === undefined) throw invalidRequest("querystring must have required property 'token'")
	if (others.length > 0) throw invalidRequest('querystring/token must be string')
	return token
}

/**
 * Returns the file if the holder of the link may still have it. This is checked when the link is used: after a refund, a
 * dispute, a ban or the deletion of the account, the link must stop working immediately. The row of the file is read under the
 * jobs role, since a link has no session.
 */
async function objectForHolder(
	database: Database,
	key: string,
	holder: LinkHolder,
): Promise<StoredObject | undefined> {
	const mayHave =
		holder === 'owner'
			? sql`true`
			: sql`shop.may_download(${holder.user}::uuid, o.name) and exists (
				select from auth.users u
				where u.id = ${holder.user}::uuid and (u.banned_until is null or u.banned_until <= now())
			)`
	const [object] = await database.readAs(
		{ role: 'service' },
		sql`
			select ${fileColumns} from storage.objects o
			where o.bucket_id = ${bucket} and o.name = ${key} and ${mayHave}`,
		{ row: objectRow },
	)
	return object
}

async function respond(stored: StoredFile, object: StoredObject, c: Context<Env>): Promise<Response> {
	const request = c.req.raw
	const { name, type, size, isPacked, file } = await chooseFile(stored, object, c.req.query(packedName))
	const validators = { etag: `"${object.sha256}"`, lastModified: wholeSeconds(object.updated_at) }
	const headers = new Headers({
		...protectiveHeaders,
		// Where in a packed file a byte is, shows only once all before it are unpacked.
		'accept-ranges': isPacked ? 'none' : 'bytes',
		etag: validators.etag,
		'last-modified': validators.lastModified.toUTCString(),
	})
	if (isNotModified(request.headers, validators)) return new Response(null, { status: 304, headers })

	// A range has no meaning in a HEAD request (RFC 9110 section 14.2).
	const range =
		request.method === 'GET' && !isPacked ? readByteRange(request.headers, size, validators) : undefined
	if (range === 'unsatisfiable') {
		headers.set('content-range', `bytes */${size}`)
		return new Response(null, { status: 416, headers })
	}
	headers.set('content-type', type)
	headers.set('content-security-policy', type === 'application/pdf' ? pdfPolicy : noContentPolicy)
	headers.set('content-length', String(range === undefined ? size : range.end - range.start + 1))
	const wanted = new URL(request.url).searchParams.get('download')
	headers.set('content-disposition', contentDisposition(name, type, wanted))
	if (range !== undefined) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`)
	const bytes = request.method === 'HEAD' ? null : await file.read(range)
	const status = range === undefined ? 200 : 206
	// Bytes from a bucket arrive in the HTTP client's own buffers. Copying them into a buffer of ours would only add to the cost.
	if (!(bytes instanceof ReadableStream && file.readsIntoBuffer))
		return new Response(bytes, { status, headers })
	const onFailure = (error: unknown) => c.get('log').error({ err: error }, 'a download could not be finished')
	return new StreamedResponse(bytes, { status, headers, onFailure })
}

interface ChosenFile {
	name: string
	type: string
	size: number
	isPacked: boolean
	file: Pick<StoredFile, 'read' | 'readsIntoBuffer'>
}

/** Returns the stored file or, if a name is given, that file inside it. Throws `NoSuchKey` if there is none. */
async function chooseFile(
	stored: StoredFile,
	object: StoredObject,
	packed: string | undefined,
): Promise<ChosenFile> {
	if (packed === undefined)
		return { name: object.name, type: object.content_type, size: object.size, isPacked: false, file: stored }
	const file = isArchive(object) ? await openPacked(stored, packed) : undefined
	if (file === undefined) throw objectNotFound()
	const name = packed.slice(packed.lastIndexOf('/') + 1)
	return { name, type: contentTypeOf(name), size: file.size, isPacked: true, file }
}

const protectiveHeaders = {
	// The browser must not cache the file: nobody who shares the computer may be able to open it after the link has expired.
	'cache-control': 'private, no-store',
	'cross-origin-resource-policy': 'same-origin',
	// The URL contains the token.
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'none',
}

// Browsers show a PDF in a page of their own, which has styles and scripts. Chromium's viewer ignores this policy. Safari's
// viewer stays blank without `allow-scripts`. The response itself still cannot run anything: it has an opaque origin, and
// `default-src` blocks everything else.
const pdfPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-scripts"

/** Returns a row and its opened file. Throws `NoSuchKey` if either is missing. */
async function openWhole(
	files: FileStore,
	readRow: () => Promise<StoredObject | undefined>,
): Promise<[StoredObject, StoredFile]> {
	const current = await openCurrent(files, readRow)
	if (current === undefined) throw objectNotFound()
	const { row, file } = current
	if (file === undefined) throw bytesNotFound(new Error(`${row.name} is not in the store, or incomplete`))
	return [row, file]
}

function wholeSeconds(date: Date): Date {
	return new Date(Math.floor(date.getTime() / 1000) * 1000)
}
