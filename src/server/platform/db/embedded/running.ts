import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterIn, ownerName } from '#server/platform/db/embedded/cluster.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'

/** Returns the superuser's connection string if a running server has started the database of this folder. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
	const { dir } = await findPlace(dataDir)
	try {
		const cluster = await clusterIn(dir)
		// PostgreSQL writes its port on the fourth line.
		const port = Number((await readFile(join(cluster.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[3])
		return `postgresql://${ownerName}:${cluster.ownerPassword}@127.0.0.1:${port}/${ownerName}`
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
		throw error
	}
}
