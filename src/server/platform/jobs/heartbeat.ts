import type pg from 'pg'
import type { Logger } from 'pino'
import { inAWhile } from '#server/platform/jobs/in-a-while.ts'

interface SignOfLife {
	/** Says from now on, for as long as this process lives, that jobs taken under this name, and no earlier one, are being done. */
	show(workerName: string): Promise<void>
	stop(): void
}

const againMs = 5_000

/**
 * A lock that a living server holds under the name its jobs are taken by. PostgreSQL lets go of it in the moment the server
 * dies, however it dies, so that others can tell its jobs from those of a slow one. Needs a connection of its own; one that
 * breaks is replaced.
 */
export function createSignOfLife({ pool, log }: { pool: pg.Pool; log: Logger }): SignOfLife {
	let client: pg.PoolClient | undefined
	let stopped = false
	let current: string | undefined

	async function show(workerName: string): Promise<void> {
		const mine = await pool.connect()
		if (stopped || workerName !== current) return mine.release()
		client = mine
		mine.once('error', () => {
			// One that was let go of is nobody's any more.
			if (client !== mine) return
			client = undefined
			mine.release(true)
			if (!stopped && workerName === current) void inAWhile(againMs).then(() => showAgain(workerName))
		})
		await mine.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName(workerName)])
	}

	async function showAgain(workerName: string): Promise<void> {
		try {
			if (!stopped && workerName === current) await show(workerName)
		} catch (error) {
			log.warn({ err: error }, 'no sign of life can be given to other servers; it is tried again')
			await inAWhile(againMs)
			await showAgain(workerName)
		}
	}

	return {
		show: async (workerName) => {
			current = workerName
			client?.release(true)
			client = undefined
			await showAgain(workerName)
		},
		stop: () => {
			stopped = true
			// Closed rather than handed back: its lock would live on in the pool.
			client?.release(true)
		},
	}
}

/** What the lock of a worker is called. */
export function lockName(workerName: string): string {
	return `worker/${workerName}`
}
