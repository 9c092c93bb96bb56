import { askBucket } from '#server/adapters/files/bucket-requests.ts'
import type { BucketSettings } from '#server/platform/config/bucket-url.ts'
import type { Obstacle } from '#shared/obstacle.ts'

// Reading a file that is not there needs the same permissions as the shop does, and tells a missing bucket from a missing file.
const absentName = 'set-up-check'
const errorCode = /<Code>(\w+)<\/Code>/

/** Checks that the bucket exists and accepts our keys. Returns what is wrong, if anything. */
export async function findBucketObstacle(settings: BucketSettings): Promise<Obstacle | undefined> {
	const { host } = new URL(settings.endpoint)
	const bucket = `The bucket "${settings.bucket}" at ${host}, which STORAGE_URL names,`
	try {
		const answer = await askBucket(settings, `${settings.prefix}${absentName}`, { method: 'GET' })
		const error = errorCode.exec(await answer.text())?.[1]
		if (answer.ok || error === 'NoSuchKey') return undefined
		if (answer.status === 404)
			return {
				says: `${bucket} does not exist`,
				todo: 'Make it there, or correct the name of the bucket in STORAGE_URL.',
			}
		if (answer.status === 403)
			return {
				says: `${bucket} refuses the keys in STORAGE_URL`,
				todo: 'Correct the keys; they need to list the bucket and to read, write and delete files in it.',
			}
		return {
			says: `${bucket} answers with status ${answer.status}`,
			todo: 'Check the host and the region in STORAGE_URL.',
		}
	} catch (error) {
		return {
			says: `${bucket} cannot be reached (${codeOf(error)})`,
			todo: 'Check that the service is running, and the host and the region in STORAGE_URL.',
		}
	}
}

/** Returns the code of a network error, or else its message; `fetch` wraps both. */
function codeOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	if (error.cause instanceof Error) return codeOf(error.cause)
	return 'code' in error ? String(error.code) : error.message
}
