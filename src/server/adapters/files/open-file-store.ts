import { join } from 'node:path'
import { createBucketStore, findBucketObstacle } from '#server/adapters/files/bucket-store.ts'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import type { BucketSettings } from '#server/config/bucket-url.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'

interface FilePlace {
	/** If undefined, the files are stored under `dataDir`. */
	bucket: BucketSettings | undefined
	dataDir: string
}

/** Opens the store of the private files: a bucket that several servers share, or a local folder. */
export function openFileStore({ bucket, dataDir }: FilePlace): FileStore {
	return bucket === undefined
		? createDiskStore(join(dataDir, 'files'))
		: createBucketStore({ ...bucket, spoolDir: join(dataDir, 'incoming') })
}

/** Returns what keeps the shop from using the store; undefined if nothing does. */
export async function findStoreObstacle({
	bucket,
}: Pick<FilePlace, 'bucket'>): Promise<Obstacle | undefined> {
	return bucket && (await findBucketObstacle(bucket, 'STORAGE_URL'))
}
