import { bucketNotFound, invalidKey } from '#server/apis/storage/storage-error.ts'

/** The only bucket there is. */
export const bucket = 'pdfs'

// The reference's alphabet without `/` and `?`: the bucket has no folders, and a question mark would break a link in two.
const keyAlphabet = /^[A-Za-z0-9_!.*'() &$@=;:+,-]+$/
// With the edition's hash before it, a key must still fit into a file name of 255 bytes.
const longestEncodedKey = 200

/** A key as it stands in a body. Throws `InvalidKey` for anything that is not one plain file name. */
export function checkKey(key: string): string {
	if (!keyAlphabet.test(key) || /^[. ]|[. ]$/.test(key) || encodeURIComponent(key).length > longestEncodedKey)
		throw invalidKey(key)
	return key
}

/**
 * The key in a request's address, after `/object/<before>/<bucket>/`: decoded once and then checked, so that no encoding of
 * a dot or slash means more here than the character it stands for.
 */
export function keyInAddress(url: string, before: 'sign/' | ''): string {
	const path = new URL(url).pathname
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

export function checkBucket(name: string): void {
	if (name !== bucket) throw bucketNotFound()
}
