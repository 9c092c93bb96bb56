import type { Logger } from 'pino'
import type { PageViewSink } from '#server/apis/page-views/routes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'

interface OwnCounterOptions {
	database: Pick<Database, 'query'>
	clock: Clock
	log: Logger
	/** How long views are collected before they are written, in milliseconds. */
	gatherMs?: number
}

interface Row {
	day: string
	path: string
	views: number
}

/**
 * Counts views per day and path in the shop's own database. Views are collected for a few seconds and written in one
 * statement, so a busy hour costs no more than a quiet one. If a write fails, the views are kept for the next one.
 */
export function createOwnCounter({
	database,
	clock,
	log,
	gatherMs = 5_000,
}: OwnCounterOptions): PageViewSink {
	let gathered = new Map<string, Row>()
	let timer: NodeJS.Timeout | undefined
	let writing: Promise<boolean> = Promise.resolve(true)

	function add({ day, path, views }: Row): void {
		const key = `${day} ${path}`
		gathered.set(key, { day, path, views: views + (gathered.get(key)?.views ?? 0) })
	}

	function schedule(): void {
		timer ??= setTimeout(() => void write(), gatherMs).unref()
	}

	/** Writes the collected views once the current write has finished. Resolves with true if nothing is left. */
	function write(): Promise<boolean> {
		clearTimeout(timer)
		timer = undefined
		writing = writing.then(writeGathered)
		return writing
	}

	async function writeGathered(): Promise<boolean> {
		const rows = [...gathered.values()]
		if (rows.length === 0) return true
		gathered = new Map()
		try {
			await database.query(sql`
				insert into shop.page_views (day, path, views)
				select day, path, views from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
					as r (day date, path text, views bigint)
				order by day, path
				on conflict (day, path) do update set views = page_views.views + excluded.views`)
			return true
		} catch (error) {
			for (const row of rows) add(row)
			log.warn({ err: error }, 'page views could not be written; trying again')
			schedule()
			return false
		}
	}

	return {
		record: (path) => {
			add({ day: clock.now().toISOString().slice(0, 10), path, views: 1 })
			schedule()
		},
		close: async () => {
			if (await write()) return
			await write()
			clearTimeout(timer)
		},
	}
}
