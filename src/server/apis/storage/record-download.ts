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

/** As the table has it: one line stands for ten minutes. */
const periodMs = 10 * 60_000
const remembered = 10_000

/**
 * Notes for a person that they have fetched a file, and in which edition. The requests of one download are one line, and
 * nobody can write more than one in ten minutes a file, however often they ask. A failure is logged and keeps nobody from
 * their file.
 */
export function createDownloadRecorder({ database, clock }: RecordOptions): RecordDownload {
	// What has just been noted, so that the hundred ranges of one download ask the database once.
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
			log.error({ err: error }, 'a download could not be noted for its owner')
		}
	}
}
