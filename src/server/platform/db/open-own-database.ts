import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import type { Logins } from '#server/platform/db/logins.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'

interface OwnDatabaseOptions {
	dataDir: string
	/** Told what is being done. */
	log: (line: string) => void
	/** Told when it ends though nobody stopped it. */
	onExit?: (reason: Error) => void
}

/** A PostgreSQL of the shop's own, running in its data folder, in today's shape. */
export interface OwnDatabase {
	logins: Logins
	stop(): Promise<void>
}

/** Starts it. For a caller who holds the lock of the data folder. Where it cannot be made ready, nothing is left running. */
export async function openOwnDatabase({ dataDir, log, onExit }: OwnDatabaseOptions): Promise<OwnDatabase> {
	const postgres = await startEmbeddedPostgres({
		dataDir,
		log,
		...(onExit === undefined ? {} : { onExit }),
	})
	try {
		const logins = await migrateDatabase({
			ownerUrl: postgres.url,
			apiUrl: undefined,
			jobsUrl: undefined,
			log,
		})
		return { logins, stop: () => postgres.stop() }
	} catch (error) {
		await postgres.stop()
		throw error
	}
}
