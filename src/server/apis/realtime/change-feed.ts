import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { type Listener, listenToDatabase } from '#server/platform/db/listener.ts'
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
	/** Receives the changes in the order of the commits, several at once; the same again if it rejects. */
	onChanges: (changes: readonly Change[]) => Promise<void>
	/** Called if changes may have been lost: their records are gone, or the database is another one. */
	onGap: () => void
	/** Says whether anyone needs changes. Nothing is read while nobody does. */
	isNeeded: () => boolean
	/** Called with a user whose sessions may be over; undefined for all users, after a connection was lost. */
	onSessions: (userId: string | undefined) => void
	/** Receives what other servers send. */
	onBus: (payload: string) => void
	/** Called after each connection. */
	onConnect: () => void
	log: Logger
}

export interface ChangeFeed {
	/** Connects on first use. Resolves once no later change or ended session can be missed. */
	ready(): Promise<void>
	/** Resolves with the newest change there is; all later ones will be read. */
	follow(): Promise<number>
	close(): Promise<void>
}

const readyMs = 3_000
const retryMs = 250
const batch = 500

/** Follows `realtime.changes`, whose ids are in the order of the commits (docs/realtime.md). */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
	const { database, isNeeded, onChanges, onGap, log } = options
	let listener: Listener | undefined
	/** The last change seen; undefined while nobody needs changes. */
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
		const [row] = await database.query<{ id: number }>(
			sql`select coalesce(max(id), 0) as id from realtime.changes`,
		)
		return row?.id ?? 0
	}

	/** Says whether the record of a change is still there. If it is not, those after it may be gone too. */
	async function isKnown(id: number): Promise<boolean> {
		const [row] = await database.query<{ known: boolean }>(
			sql`select ${id}::bigint = 0 or exists (select from realtime.changes where id = ${id}) as known`,
		)
		return row?.known === true
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

/** Deletes the records of changes that every server has read by now. The newest stays: by it, servers know that they have missed none. */
export async function purgeChanges({ database }: { database: Pick<Database, 'query'> }): Promise<void> {
	await database.query(sql`
		delete from realtime.changes
		where at < now() - interval '1 hour' and id < (select max(id) from realtime.changes)`)
}
