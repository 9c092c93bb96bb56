import type { Context } from 'hono'
import { isNotModified, readByteRange } from '#server/apis/storage/conditional-request.ts'
import { contentDisposition } from '#server/apis/storage/content-disposition.ts'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import type { LinkHolder } from '#server/apis/storage/link-token.ts'
import { bucket, keyInAddress } from '#server/apis/storage/object-address.ts'
import { createDownloadRecorder } from '#server/apis/storage/record-download.ts'
import { bytesNotFound, invalidRequest, objectNotFound } from '#server/apis/storage/storage-error.ts'
import { objectForHolder, type StoredObject } from '#server/apis/storage/stored-object.ts'
import type { Env } from '#server/platform/http/env.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { noContentPolicy } from '#server/platform/http/security-headers.ts'
import { type FileStore, type StoredFile, storedName } from '#server/shop/files/file-store.ts'

/**
 * `GET` and `HEAD /object/sign/:bucket/:key`: answers a signed link with the whole file, a range, or 304 if the client has it
 * already.
 */
export function download(storage: StorageDependencies): Handler {
	const recordDownload = createDownloadRecorder(storage)
	return handle({
		authenticate: (c) => openLink(storage, c),
		act: async (c, { key, holder }) => {
			const object = await objectForHolder(storage.database, key, holder)
			if (object === undefined) throw objectNotFound()
			const answer = await respond(storage.files, object, c.req.raw)
			// HEAD and 304 are not downloads.
			const isTaken = c.req.method === 'GET' && (answer.status === 200 || answer.status === 206)
			if (isTaken && holder !== 'owner') await recordDownload(holder.user, object, c.get('log'))
			return answer
		},
	})
}

/** Returns what the link's token allows: one file, for one holder. */
async function openLink(
	{ tokens }: StorageDependencies,
	c: Context<Env>,
): Promise<{ key: string; holder: LinkHolder }> {
	const key = keyInAddress(c, 'sign/')
	return { key, holder: await tokens.verify(readToken(c.req.url), `${bucket}/${key}`) }
}

function readToken(url: string): string {
	const [token, ...others] = new URL(url).searchParams.getAll('token')
	if (token === undefined) throw invalidRequest("querystring must have required property 'token'")
	if (others.length > 0) throw invalidRequest('querystring/token must be string')
	return token
}

async function respond(files: FileStore, object: StoredObject, request: Request): Promise<Response> {
	const file = await openWhole(files, object)
	const validators = { etag: `"${object.sha256}"`, lastModified: wholeSeconds(object.updated_at) }
	const headers = new Headers({
		...protectiveHeaders,
		'accept-ranges': 'bytes',
		etag: validators.etag,
		'last-modified': validators.lastModified.toUTCString(),
	})
	if (isNotModified(request.headers, validators)) return new Response(null, { status: 304, headers })

	// A range means nothing on HEAD (RFC 9110 section 14.2).
	const range = request.method === 'GET' ? readByteRange(request.headers, object.size, validators) : undefined
	if (range === 'unsatisfiable') {
		headers.set('content-range', `bytes */${object.size}`)
		return new Response(null, { status: 416, headers })
	}
	headers.set('content-type', object.content_type)
	headers.set(
		'content-security-policy',
		object.content_type === 'application/pdf' ? pdfPolicy : noContentPolicy,
	)
	headers.set('content-length', String(range === undefined ? object.size : range.end - range.start + 1))
	const wanted = new URL(request.url).searchParams.get('download')
	headers.set('content-disposition', contentDisposition(object.name, object.content_type, wanted))
	if (range !== undefined) headers.set('content-range', `bytes ${range.start}-${range.end}/${object.size}`)
	const bytes = request.method === 'HEAD' ? null : await file.read(range)
	return new Response(bytes, { status: range === undefined ? 200 : 206, headers })
}

const protectiveHeaders = {
	// Not even the browser caches the file: on a shared computer nobody can open it once the link has expired.
	'cache-control': 'private, no-store',
	'cross-origin-resource-policy': 'same-origin',
	// The address holds the token.
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'none',
}

// Browsers show a PDF in a page of their own with styles and scripts. Chromium's viewer ignores this policy; Safari's stays blank
// without `allow-scripts`. The response itself still cannot run anything: it has an opaque origin, and `default-src` blocks
// everything else.
const pdfPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-scripts"

async function openWhole(files: FileStore, object: StoredObject): Promise<StoredFile> {
	const file = await files.open(storedName(object.name, object.sha256))
	if (file === undefined) throw bytesNotFound(new Error(`${object.name} is not in the store`))
	if (file.size !== object.size)
		throw bytesNotFound(new Error(`${object.name} has ${file.size} bytes instead of ${object.size}`))
	return file
}

function wholeSeconds(date: Date): Date {
	return new Date(Math.floor(date.getTime() / 1000) * 1000)
}
