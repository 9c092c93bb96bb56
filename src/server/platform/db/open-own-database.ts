import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import type { Logins } from '#server/platform/db/logins.ts'

interface OwnDatabaseOptions {
	dataDir: string
	/** Receives progress messages. */
	log: (line: string) => void
	/** Called once PostgreSQL's process runs. */
	onLaunched?: () => void
	/** Called if PostgreSQL ends without being stopped. */
	onExit?: (reason: Error) => void
}

/** The embedded PostgreSQL, running in the data folder and migrated. */
export interface OwnDatabase {
	/** The connection string of its owner. */
	ownerUrl: string
	logins: Logins
	stop(): Promise<void>
}

/** Starts and migrates the embedded PostgreSQL. The caller holds the lock of the data folder. If it fails, nothing is left running. */
export async function openOwnDatabase({
	dataDir,
	log,
	onLaunched,
	onExit,
}: OwnDatabaseOptions): Promise<OwnDatabase> {
	const postgres = await startEmbeddedPostgres({
		dataDir,
		log,
		onLaunched,
		...(onExit === undefined ? {} : { onExit }),
	})
	try {
		const { migrateDatabase } = await import('#server/platform/db/migrate.ts')
		const logins = await migrateDatabase({
			ownerUrl: postgres.socketUrl,
			apiUrl: undefined,
			jobsUrl: undefined,
			log,
		})
		return { ownerUrl: postgres.url, logins, stop: () => postgres.stop() }
	} catch (error) {
		await postgres.stop()
		throw error
	}
}
