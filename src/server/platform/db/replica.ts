import pg from 'pg'
import { z } from 'zod'

interface ReplicaOptions {
	/** Connects to the replica as the API role. */
	pool: pg.Pool
	/** Connects to the main database as the API role. */
	mainPool: pg.Pool
	/** Called with the reason if the replica is unusable at the start, and whenever the shop begins or stops using it. */
	onChange: (isUsed: boolean, reason: string) => void
	/** How far the replica may be behind, in milliseconds. */
	mostLagMs?: number
	everyMs?: number
}

export interface Replica {
	/**
	 * Runs the work on the replica, or on the main database if the replica is unreachable or too far behind. The work must only
	 * read, because it may run twice.
	 */
	read<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>
	close(): void
}

/**
 * Reads from a replica for as long as it keeps up. Every other second, notes the position in the main database's write-ahead
 * log and compares it with the position that the replica has replayed. A replica that has lost its connection therefore counts
 * as behind, even if it has replayed everything it received. A database that is not a replica counts as behind too.
 */
export function openReplica({
	pool,
	mainPool,
	onChange,
	mostLagMs = 10_000,
	everyMs = 2_000,
}: ReplicaOptions): Replica {
	/** The positions of the main database, oldest first. */
	let noted: { at: number; place: bigint }[] = []
	let usableUntil = 0
	let isUsed: boolean | undefined
	let timer: NodeJS.Timeout | undefined
	let isClosed = false

	function change(now: boolean, reason: string): void {
		if (now !== isUsed && !isClosed) onChange(now, reason)
		isUsed = now
	}

	async function look(): Promise<void> {
		try {
			const at = performance.now()
			noted = noted.filter((one) => at - one.at < mostLagMs)
			noted.push({ at, place: await placeOf(mainPool, 'pg_current_wal_lsn()') })
			const reached = await placeOf(pool, 'pg_last_wal_replay_lsn()')
			const latest = noted.findLast(({ place }) => place <= reached)
			usableUntil = latest === undefined ? 0 : latest.at + mostLagMs
			change(latest !== undefined, 'it is too far behind')
		} catch (error) {
			usableUntil = 0
			change(false, error instanceof Error ? error.message : String(error))
		}
	}

	async function repeat(): Promise<void> {
		await look()
		if (!isClosed) timer = setTimeout(() => void repeat(), everyMs).unref()
	}

	void repeat()
	return {
		read: async (work) => {
			if (performance.now() >= usableUntil) return await work(mainPool)
			try {
				return await work(pool)
			} catch (error) {
				if (!isOfReplica(error)) throw error
				return await work(mainPool)
			}
		},
		close: () => {
			isClosed = true
			clearTimeout(timer)
		},
	}
}

const placeRow = z.object({ place: z.string().nullable() })

/**
 * Returns a position in the write-ahead log as a number. Throws if there is none: a replica has no position of the last write,
 * and a primary has no position of the last replay.
 */
async function placeOf(pool: pg.Pool, expression: string): Promise<bigint> {
	const { rows } = await pool.query(`select ${expression}::text as place`)
	const [high, low] = placeRow.parse(rows[0]).place?.split('/') ?? []
	if (high === undefined || low === undefined) throw new Error('it is not a replica')
	return BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`)
}

/**
 * Says whether the replica caused the error: it is unreachable, overloaded, shutting down, or had to cancel the statement to keep
 * up (40001).
 */
function isOfReplica(error: unknown): boolean {
	// A row that doesn't match its schema would be the same on the main database.
	if (error instanceof z.ZodError) return false
	return !(error instanceof pg.DatabaseError) || /^(08|40|53|57P)/.test(error.code ?? '')
}
