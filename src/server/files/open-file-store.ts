import { join } from 'node:path'
import { createBucketStore } from '#server/files/bucket-store.ts'
import { createDiskStore } from '#server/files/disk-store.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { BucketSettings } from '#server/settings/storage.ts'

interface FilePlace {
	/** Undefined: the files lie under `dataDir`. */
	bucket: BucketSettings | undefined
	dataDir: string
}

/** Where the private files lie: a bucket several servers share, or this machine. */
export function openFileStore({ bucket, dataDir }: FilePlace): FileStore {
	return bucket === undefined
		? createDiskStore(join(dataDir, 'files'))
		: createBucketStore({ ...bucket, spoolDir: join(dataDir, 'incoming') })
}
