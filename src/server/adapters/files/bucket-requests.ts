import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketSettings } from '#server/platform/config/bucket-url.ts'
import { orStoreFailure } from '#server/shop/files/store-failure.ts'

export interface BucketRequest {
	method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
	headers?: Record<string, string>
	body?: BucketBody
}

export type BucketBody = Uint8Array<ArrayBuffer> | Blob

// How long the service may take to start its answer. The bytes themselves may take as long as the receiver needs.
const patienceMs = 10_000
// The service answers an upload once it has received all of it, over a connection that may be slow.
const bytesPerMs = 256
const emptySha256 = createHash('sha256').digest('hex')

/** Sends one signed request about a key. Throws `StoreFailure`. */
export async function askBucket(
	{ endpoint, bucket, accessKeyId, secretAccessKey, region }: BucketSettings,
	key: string,
	{ method, headers = {}, body }: BucketRequest,
): Promise<Response> {
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
