import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createBucketStore } from '#server/adapters/files/bucket-store.ts'
import type { BucketSettings } from '#server/config/bucket-url.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import { startTestBucket, type TestBucket } from '#test/bucket.ts'

interface StorePlaces {
	/** A folder used only by this test. */
	folder(): string
	/** A store in the bucket, which spools into the folder. */
	bucketStore(change?: Partial<BucketSettings>): FileStore
}

/** Sets up a folder and an S3 bucket for the tests of a file. */
export function storePlaces(): StorePlaces {
	let bucket: TestBucket
	let folder: string
	beforeAll(async () => {
		bucket = await startTestBucket()
	})
	afterAll(async () => await bucket.close())
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'headstart-files-'))
	})
	afterEach(async () => await rm(folder, { recursive: true }))
	return {
		folder: () => folder,
		bucketStore: (change = {}) =>
			createBucketStore({ ...bucket.settings, ...change, spoolDir: join(folder, 'spool') }),
	}
}

/** 200 kB in which no two neighbouring parts are the same. */
export const fileBytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251)

/** Returns the content of a stored file, or a range of it; undefined if there is no such file. */
export async function contentOf(
	store: FileStore,
	name: string,
	range?: { start: number; end: number },
): Promise<Buffer | undefined> {
	const part = await (await store.open(name))?.read(range)
	return part === undefined ? undefined : Buffer.from(await new Response(part).arrayBuffer())
}
