import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { type Listener, listenToDatabase } from '#server/platform/db/listener.ts'
import { exists, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const changeRow = z.object({
	id: z.number(),
	table_name: z.enum(['purchases', 'products', 'reviews']),
	verb: z.enum(['INSERT', 'UPDATE', 'DELETE']),
	row_id: z.string(),
	user_id: z.string().nullable(),
	at: z.date(),
})
/** A committed change of one row. */
export type Change = z.infer<typeof changeRow>

interface ChangeFeedOptions {
	database: Pick<Database, 'query'>
	/** The jobs login: see `listenToDatabase`. */
	connectionString: string
	/** Receives changes in the order of their commits, several at a time. If it rejects, it receives them again. */
	onChanges: (changes: readonly Change[]) => Promise<void>
	/** Called if changes may have been lost: their records were deleted, or the connection now leads to another database. */
	onGap: () => void
	/** Reports whether anyone needs changes. If nobody does, none are read. */
	isNeeded: () => boolean
	/**
	 * Called with the id of a user whose sessions may have ended. Called with undefined, which means all users, each time a
	 * connection to PostgreSQL is made.
	 */
	onSessions: (userId: string | undefined) => void
	/** Receives the messages that other servers send. */
	onBus: (payload: string) => void
	/** Called each time a connection to PostgreSQL is made. */
	onConnect: () => void
	log: Logger
}

export interface ChangeFeed {
	/** Connects on first use. Resolves when every change and every ended session will be noticed from then on. */
	ready(): Promise<void>
	/** Resolves with the id of the newest change. All later ones will be read. */
	follow(): Promise<number>
	close(): Promise<void>
}

const readyMs = 3_000
const retryMs = 250
const batch = 500

const newestRow = z.object({ id: z.number() })

/** Reads `realtime.changes` as changes arrive. The ids of the changes are in the order of the commits (docs/realtime.md). */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
	const { database, isNeeded, onChanges, onGap, log } = options
	let listener: Listener | undefined
	/** The id of the last change that was read; undefined while nobody needs changes. */
	let position: number | undefined
	let signalled = false
	let reading: Promise<void> | undefined
	let isClosed = false

	function start(): Listener {
		return listenToDatabase({
			connectionString: options.connectionString,
			channels: {
				realtime_changes: wake,
				realtime_sessions: options.onSessions,
				realtime_bus: options.onBus,
			},
			onConnect: async () => {
				options.onConnect()
				options.onSessions(undefined)
				if (position !== undefined && !(await isKnown(position))) {
					position = await newest()
					onGap()
				}
				wake()
			},
			onLost: (error) => log.warn({ err: error }, 'the realtime connection to the database was lost'),
		})
	}

	function wake(): void {
		if (!isNeeded()) position = undefined
		if (position === undefined || isClosed) return
		signalled = true
		reading ??= readAll().finally(() => {
			reading = undefined
		})
	}

	async function readAll(): Promise<void> {
		while (signalled && position !== undefined && !isClosed) {
			signalled = false
			try {
				const changes = await readAfter(position)
				await onChanges(changes)
				position = changes.at(-1)?.id ?? position
				if (changes.length === batch) signalled = true
			} catch (error) {
				log.warn({ err: error }, 'changes could not be read')
				signalled = true
				await new Promise((resolve) => setTimeout(resolve, retryMs))
			}
		}
	}

	async function readAfter(id: number): Promise<Change[]> {
		return await database.query(
			sql`select id, table_name, verb, row_id, user_id, at from realtime.changes where id > ${id} order by id limit ${batch}`,
			changeRow,
		)
	}

	async function newest(): Promise<number> {
		return (await one(database, sql`select coalesce(max(id), 0) as id from realtime.changes`, newestRow)).id
	}

	/** Reports whether the record of a change still exists. If not, later records may have been deleted too. */
	async function isKnown(id: number): Promise<boolean> {
		return id === 0 || (await exists(database, sql`select from realtime.changes where id = ${id}`))
	}

	async function ready(): Promise<void> {
		listener ??= start()
		await listener.ready(readyMs)
	}

	return {
		ready,
		follow: async () => {
			await ready()
			const id = await newest()
			position ??= id
			wake()
			return id
		},
		close: async () => {
			isClosed = true
			await listener?.close()
			await reading
		},
	}
}

/**
 * Deletes the records of changes after an hour, when every server has read them. Keeps the newest record: a server that finds the
 * last one it read knows that it has missed nothing.
 */
export async function purgeChanges({ database }: { database: Pick<Database, 'query'> }): Promise<void> {
	await database.query(sql`
		delete from realtime.changes
		where at < now() - interval '1 hour' and id < (select max(id) from realtime.changes)`)
}
