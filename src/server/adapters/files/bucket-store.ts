import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { AwsV4Signer } from 'aws4fetch'
import { createTemporaryFile } from '#server/adapters/files/temporary-file.ts'
import type { BucketSettings } from '#server/config/bucket-url.ts'
import { errorCode } from '#server/platform/app-error.ts'
import type { ByteRange } from '#server/platform/http/ranges-and-conditions.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import {
	type FileBytes,
	type FileStore,
	orStoreFailure,
	plainStoredName,
	StoreFailure,
} from '#server/shop/files/file-store.ts'

interface BucketStoreOptions extends BucketSettings {
	/** A local folder for files that are being uploaded to the bucket. Created if missing. */
	spoolDir: string
}

/** Stores files in an S3 bucket, which several servers may share. */
export function createBucketStore(options: BucketStoreOptions): FileStore {
	const { prefix, spoolDir } = options

	return {
		open: async (name) => {
			const found = await ask(name, { method: 'HEAD' })
			if (found.status === 404) return undefined
			await refuseUnless(found, 200)
			const size = lengthOf(found)
			const modifiedAt = new Date(found.headers.get('last-modified') ?? Number.NaN)
			return { size, modifiedAt, read: (range = { start: 0, end: size - 1 }) => read(name, range) }
		},
		receive: async () => {
			const temporary = await orStoreFailure(() => createTemporaryFile(spoolDir))
			return {
				write: (chunk) => orStoreFailure(() => temporary.write(chunk)),
				complete: () => orStoreFailure(temporary.complete),
				publish: async (name) => {
					const { path, sha256 } = temporary.finished()
					// Streams the file from the disk as fast as the bucket accepts it.
					await store(name, await orStoreFailure(() => openAsBlob(path)), sha256)
				},
				discard: () => orStoreFailure(temporary.discard),
			}
		},
		put: (name, bytes) =>
			store(name, new Uint8Array(bytes), createHash('sha256').update(bytes).digest('hex')),
		remove: async (name) => {
			const removed = await ask(name, { method: 'DELETE' })
			if (removed.status !== 404) await refuseUnless(removed, 204)
			await removed.body?.cancel()
		},
		list: async (beginning) => {
			const names: string[] = []
			for (;;) {
				const page = await listPage(`${prefix}${beginning}`, names.at(-1))
				names.push(...page.names)
				if (!page.hasMore || page.names.length === 0) return names
			}
		},
	}

	async function listPage(
		beginning: string,
		after: string | undefined,
	): Promise<{ names: string[]; hasMore: boolean }> {
		const query = new URLSearchParams({
			'list-type': '2',
			'encoding-type': 'url',
			prefix: beginning,
			...(after === undefined ? {} : { 'start-after': `${prefix}${after}` }),
		})
		const answer = await askBucket(options, '', { method: 'GET', query })
		await refuseUnless(answer, 200)
		const text = await orStoreFailure(() => answer.text())
		// Not every service can encode the keys. Those that can't return the names of the shop's files as they are.
		const isEncoded = text.includes('<EncodingType>url</EncodingType>')
		const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
			isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key,
		)
		return {
			names: keys.map((key) => key.slice(prefix.length)),
			hasMore: text.includes('<IsTruncated>true</IsTruncated>'),
		}
	}

	async function store(name: string, body: BucketBody, sha256: string): Promise<void> {
		// The service compares the bytes that arrive with this hash, and refuses the file if they differ.
		const stored = await ask(name, {
			method: 'PUT',
			headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
			body,
		})
		await refuseUnless(stored, 200)
		await stored.body?.cancel()
	}

	async function read(name: string, { start, end }: ByteRange): Promise<FileBytes> {
		const answer = await ask(name, { method: 'GET', headers: { range: `bytes=${start}-${end}` } })
		await refuseUnless(answer, 206)
		const isAsAsked = answer.headers.get('content-range')?.startsWith(`bytes ${start}-${end}/`)
		if (answer.body === null || !isAsAsked)
			return await refuse(answer, 'the bucket returned other bytes than requested')
		return answer.body
	}

	function ask(name: string, request: BucketRequest): Promise<Response> {
		return askBucket(options, `${prefix}${plainStoredName(name)}`, request)
	}
}

async function refuseUnless(response: Response, status: number): Promise<void> {
	if (response.status !== status) await refuse(response, `the bucket answered with status ${response.status}`)
}

/** Cancels the body, because an answer that is not read to its end occupies its connection. */
async function refuse({ body }: Response, reason: string): Promise<never> {
	await body?.cancel().catch(() => {})
	throw new StoreFailure(reason)
}

function lengthOf(response: Response): number {
	const length = Number(response.headers.get('content-length') ?? Number.NaN)
	if (!Number.isSafeInteger(length)) throw new StoreFailure('the bucket sent no length')
	return length
}

interface BucketRequest {
	method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
	headers?: Record<string, string>
	body?: BucketBody
	query?: URLSearchParams
}

type BucketBody = Uint8Array<ArrayBuffer> | Blob

// How long the service may take to begin its answer. After that, the bytes may take as long as the receiver needs.
const patienceMs = 10_000
// The lowest upload speed to allow for. The service answers an upload only once all of it has arrived.
const bytesPerMs = 256
const emptySha256 = createHash('sha256').digest('hex')

/** Sends one signed request about a key. Throws `StoreFailure` if there is no answer. */
async function askBucket(
	{ endpoint, bucket, accessKeyId, secretAccessKey, region }: BucketSettings,
	key: string,
	{ method, headers = {}, body, query }: BucketRequest,
): Promise<Response> {
	return await orStoreFailure(async () => {
		// The bucket itself has no slash at its end.
		const path = key === '' ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`
		const signed = await new AwsV4Signer({
			method,
			url: `${endpoint}/${encodeURIComponent(bucket)}${path}${query === undefined ? '' : `?${query}`}`,
			headers: { 'x-amz-content-sha256': emptySha256, ...headers },
			accessKeyId,
			secretAccessKey,
			region,
			service: 's3',
		}).sign()
		const abort = new AbortController()
		const impatience = setTimeout(
			() => abort.abort(new Error('the bucket does not answer')),
			patienceMs + sizeOf(body) / bytesPerMs,
		)
		try {
			return await fetch(signed.url, {
				method,
				headers: signed.headers,
				signal: abort.signal,
				redirect: 'error',
				...(body === undefined ? {} : { body }),
			})
		} finally {
			clearTimeout(impatience)
		}
	})
}

function sizeOf(body: BucketBody | undefined): number {
	return body instanceof Blob ? body.size : (body?.length ?? 0)
}

// A file that never exists. Reading it needs the same permissions as the shop's own reads. The error code tells a missing bucket
// from a missing file.
const absentName = 'set-up-check'
const codeInBody = /<Code>(\w+)<\/Code>/

/** Checks that the bucket in the settings exists and accepts our keys. Returns what is wrong; undefined if nothing is. */
export async function findBucketObstacle(
	settings: BucketSettings,
	setting: 'STORAGE_URL' | 'BACKUP_TO',
): Promise<Obstacle | undefined> {
	const { host } = new URL(settings.endpoint)
	const bucket = `The bucket "${settings.bucket}" at ${host}, which ${setting} names,`
	try {
		const answer = await askBucket(settings, `${settings.prefix}${absentName}`, { method: 'GET' })
		const error = codeInBody.exec(await answer.text())?.[1]
		if (answer.ok || error === 'NoSuchKey') return undefined
		if (answer.status === 404)
			return {
				says: `${bucket} does not exist`,
				todo: `Create it there, or correct the name of the bucket in ${setting}.`,
			}
		if (answer.status === 403)
			return {
				says: `${bucket} refuses the keys in ${setting}`,
				todo: 'Correct the keys; they need to list the bucket and to read, write and delete files in it.',
			}
		return {
			says: `${bucket} answers with status ${answer.status}`,
			todo: `Check the host and the region in ${setting}.`,
		}
	} catch (error) {
		return {
			says: `${bucket} cannot be reached (${reasonOf(error)})`,
			todo: `Check that the service is running, and the host and the region in ${setting}.`,
		}
	}
}

/** Returns the code of a network error, or its message if it has no code. `fetch` wraps such errors in another. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	if (error.cause instanceof Error) return reasonOf(error.cause)
	return errorCode(error) ?? error.message
}
