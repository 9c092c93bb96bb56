import type { Context } from 'hono'
import { bucketNotFound, invalidKey } from '#server/apis/storage/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** The only bucket. */
export const bucket = 'pdfs'

/** The longest JSON body. */
export const bodyLimitBytes = 64 * 1024

// The reference server's alphabet without `?`, which would start the link's query.
const keyAlphabet = /^[A-Za-z0-9_!.*'() &$@=;:+,/-]+$/
// Stored files are named by hash and key, which together must fit into the 255 bytes of a file name.
const longestEncodedKey = 200

/**
 * Returns the key if it is a plain file name, in folders or not, and throws `InvalidKey` otherwise. No part of it may be empty, or
 * begin or end with a dot or a space.
 */
export function checkKey(key: string): string {
	const isPlain = key.split('/').every((part) => part !== '' && !/^[. ]|[. ]$/.test(part))
	if (!keyAlphabet.test(key) || !isPlain || encodeURIComponent(key).length > longestEncodedKey)
		throw invalidKey(key)
	return key
}

/**
 * Returns the key from a request's path, where it follows `/object/<before><bucket>/`. Checks the bucket first. The key is
 * decoded once and then checked, so that encoded dots and slashes are treated like plain ones.
 */
export function keyInAddress(c: Context<Env>, before: string): string {
	checkBucket(c)
	const path = new URL(c.req.url).pathname
	const object = path.slice(path.indexOf('/object/') + '/object/'.length)
	const [, ...encoded] = object.slice(before.length).split('/')
	const key = encoded.join('/')
	try {
		return checkKey(decodeURIComponent(key))
	} catch (error) {
		if (error instanceof URIError) throw invalidKey(key)
		throw error
	}
}

/** Throws `NoSuchBucket` if the request's path names another bucket. */
export function checkBucket(c: Context<Env>): void {
	if (c.req.param('bucket') !== bucket) throw bucketNotFound()
}
