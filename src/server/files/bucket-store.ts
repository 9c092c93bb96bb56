import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { ByteRange, FileBytes, FileStore } from '#server/files/file-store.ts'
import { orStoreFailure, StoreFailure } from '#server/files/store-failure.ts'
import { plainStoredName } from '#server/files/stored-name.ts'
import type { BucketSettings } from '#server/settings/storage.ts'

interface Asked {
	method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
	headers?: Record<string, string>
	body?: Uint8Array<ArrayBuffer>
}

// How long the service may take to begin its answer. The bytes themselves take as long as the receiver does.
const patienceMs = 10_000
const emptySha256 = createHash('sha256').digest('hex')

/** Keeps files in a bucket of any service that speaks S3, several servers sharing it. */
export function createBucketStore(settings: BucketSettings): FileStore {
	const { endpoint, bucket, prefix, accessKeyId, secretAccessKey, region } = settings

	return {
		open: async (name) => {
			const found = await ask(name, { method: 'HEAD' })
			if (found.status === 404) return undefined
			refuseUnless(found, 200)
			const size = lengthOf(found)
			const modifiedAt = new Date(found.headers.get('last-modified') ?? Number.NaN)
			return { size, modifiedAt, read: (range = { start: 0, end: size - 1 }) => read(name, range) }
		},
		put: async (name, bytes) => {
			// The service compares what arrives with this, and refuses the file where they differ.
			const sha256 = createHash('sha256').update(bytes).digest('hex')
			const stored = await ask(name, {
				method: 'PUT',
				headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
				body: new Uint8Array(bytes),
			})
			refuseUnless(stored, 200)
			await stored.body?.cancel()
		},
		remove: async (name) => {
			const removed = await ask(name, { method: 'DELETE' })
			if (removed.status !== 404) refuseUnless(removed, 204)
			await removed.body?.cancel()
		},
	}

	async function read(name: string, { start, end }: ByteRange): Promise<FileBytes> {
		const answer = await ask(name, { method: 'GET', headers: { range: `bytes=${start}-${end}` } })
		try {
			refuseUnless(answer, 206)
			const isAsAsked = answer.headers.get('content-range')?.startsWith(`bytes ${start}-${end}/`)
			if (answer.body === null || !isAsAsked)
				throw new StoreFailure('the bucket answered with other bytes than were asked for')
			return answer.body
		} catch (error) {
			await answer.body?.cancel()
			throw error
		}
	}

	async function ask(name: string, { method, headers = {}, body }: Asked): Promise<Response> {
		const key = `${prefix}${plainStoredName(name)}`
		return await orStoreFailure(async () => {
			const path = key.split('/').map(encodeURIComponent).join('/')
			const signed = await new AwsV4Signer({
				method,
				url: `${endpoint}/${encodeURIComponent(bucket)}/${path}`,
				headers: { 'x-amz-content-sha256': emptySha256, ...headers },
				accessKeyId,
				secretAccessKey,
				region,
				service: 's3',
			}).sign()
			const abort = new AbortController()
			const impatience = setTimeout(() => abort.abort(new Error('the bucket does not answer')), patienceMs)
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
}

function refuseUnless(response: Response, status: number): void {
	if (response.status !== status) throw new StoreFailure(`the bucket answered with status ${response.status}`)
}

function lengthOf(response: Response): number {
	const length = Number(response.headers.get('content-length') ?? Number.NaN)
	if (!Number.isSafeInteger(length))
		throw new StoreFailure('the bucket does not say how many bytes there are')
	return length
}
