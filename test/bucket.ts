import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { BucketSettings } from '#server/config/bucket-url.ts'

export interface TestBucket {
	settings: BucketSettings
	close(): Promise<void>
}

/** Starts an S3 server with one bucket on a free port. */
export async function startTestBucket(): Promise<TestBucket> {
	const directory = await mkdtemp(join(tmpdir(), 'headstart-bucket-'))
	const server = new S3rver({
		address: '127.0.0.1',
		port: 0,
		silent: true,
		directory,
		configureBuckets: [{ name: 'guides' }],
	})
	const { port } = await server.run()
	return {
		settings: {
			endpoint: `http://127.0.0.1:${port}`,
			bucket: 'guides',
			prefix: 'shop/',
			region: 'us-east-1',
			accessKeyId: 'S3RVER',
			secretAccessKey: 'S3RVER',
		},
		close: async () => {
			await server.close()
			await rm(directory, { recursive: true })
		},
	}
}
