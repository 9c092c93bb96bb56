import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { askBucket, type BucketBody, type BucketRequest } from '#server/adapters/files/bucket-requests.ts'
import { beginHalfFile } from '#server/adapters/files/temporary-file.ts'
import type { BucketSettings } from '#server/platform/config/bucket-url.ts'
import type { ByteRange } from '#server/platform/http/byte-range.ts'
import type { FileBytes, FileStore } from '#server/shop/files/file-store.ts'
import { orStoreFailure, StoreFailure } from '#server/shop/files/store-failure.ts'
import { plainStoredName } from '#server/shop/files/stored-name.ts'

interface BucketStoreOptions extends BucketSettings {
	/** A local folder, created if missing, for files that are being uploaded to the bucket. */
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
			const half = await orStoreFailure(() => beginHalfFile(spoolDir))
			return {
				write: (chunk) => orStoreFailure(() => half.write(chunk)),
				complete: () => orStoreFailure(half.complete),
				publish: async (name) => {
					const { path, sha256 } = half.whole()
					// Streamed from disk as the bucket accepts it.
					await store(name, await orStoreFailure(() => openAsBlob(path)), sha256)
				},
				discard: () => orStoreFailure(half.discard),
			}
		},
		put: (name, bytes) =>
			store(name, new Uint8Array(bytes), createHash('sha256').update(bytes).digest('hex')),
		remove: async (name) => {
			const removed = await ask(name, { method: 'DELETE' })
			if (removed.status !== 404) await refuseUnless(removed, 204)
			await removed.body?.cancel()
		},
	}

	async function store(name: string, body: BucketBody, sha256: string): Promise<void> {
		// The service compares what arrives with the hash, and refuses the file if they differ.
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
			return await refuse(answer, 'the bucket answered with other bytes than were asked for')
		return answer.body
	}

	function ask(name: string, request: BucketRequest): Promise<Response> {
		return askBucket(options, `${prefix}${plainStoredName(name)}`, request)
	}
}

async function refuseUnless(response: Response, status: number): Promise<void> {
	if (response.status !== status) await refuse(response, `the bucket answered with status ${response.status}`)
}

/** Left unread, the answer would keep its connection. */
async function refuse({ body }: Response, reason: string): Promise<never> {
	await body?.cancel().catch(() => {})
	throw new StoreFailure(reason)
}

function lengthOf(response: Response): number {
	const length = Number(response.headers.get('content-length') ?? Number.NaN)
	if (!Number.isSafeInteger(length))
		throw new StoreFailure('the bucket does not say how many bytes there are')
	return length
}
