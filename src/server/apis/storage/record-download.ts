import type { Logger } from 'pino'
import type { StoredObject } from '#server/apis/storage/stored-object.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'

interface RecordOptions {
	database: Database
	clock: Clock
}

export type RecordDownload = (person: string, object: StoredObject, log: Logger) => Promise<void>

/** The table has one row for all requests within ten minutes. */
const periodMs = 10 * 60_000
const remembered = 10_000

/**
 * Records which file and edition a user has downloaded. A download may take many requests, so there is at most one row per file
 * in ten minutes. A failure is logged and does not stop the download.
 */
export function createDownloadRecorder({ database, clock }: RecordOptions): RecordDownload {
	// Recent rows, so that a download in a hundred ranges queries the database once.
	const noted = new Set<string>()
	return async (person, { name, sha256 }, log) => {
		const at = clock.now()
		const key = `${person}/${name}/${sha256}/${Math.floor(at.getTime() / periodMs)}`
		if (noted.has(key)) return
		try {
			await database.query(sql`
				insert into public.downloads (user_id, catalogue_id, file_name, edition, sha256, at)
				select ${person}, p.id, ${name}, p.edition, ${sha256}, ${at}
				from public.products p where p.file_name = ${name} order by p.withdrawn, p.id limit 1
				on conflict do nothing`)
			if (noted.size >= remembered) noted.clear()
			noted.add(key)
		} catch (error) {
			log.error({ err: error }, 'a download could not be recorded')
		}
	}
}
