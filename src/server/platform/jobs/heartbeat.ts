import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'

interface Heartbeat {
	/** Marks the worker as alive under this name until the process ends. Marks its previous name as dead. */
	start(workerName: string): Promise<void>
	stop(): void
}

const retryMs = 5_000

/**
 * Holds an advisory lock on the name of this server's queue worker. PostgreSQL releases the lock as soon as the server dies, so
 * other servers can tell a dead worker from a slow one. The lock needs a dedicated connection, which is replaced if it breaks.
 */
export function createHeartbeat({ pool, log }: { pool: pg.Pool; log: Logger }): Heartbeat {
	let client: pg.PoolClient | undefined
	let stopped = false
	let current: string | undefined

	async function lock(workerName: string): Promise<void> {
		const mine = await pool.connect()
		if (stopped || workerName !== current) return mine.release()
		client = mine
		// PostgreSQL may send its last error after the connection has been released, and an `error` event without a listener ends
		// the process.
		mine.on('error', () => {
			if (client !== mine) return
			client = undefined
			mine.release(true)
			if (!stopped && workerName === current)
				void sleep(retryMs, undefined, { ref: false }).then(() => lockWithRetries(workerName))
		})
		await mine.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName(workerName)])
	}

	async function lockWithRetries(workerName: string): Promise<void> {
		try {
			if (!stopped && workerName === current) await lock(workerName)
		} catch (error) {
			log.warn({ err: error }, 'the heartbeat of the job worker could not be started; trying again')
			await sleep(retryMs, undefined, { ref: false })
			await lockWithRetries(workerName)
		}
	}

	return {
		start: async (workerName) => {
			current = workerName
			client?.release(true)
			client = undefined
			await lockWithRetries(workerName)
		},
		stop: () => {
			stopped = true
			// Closed rather than returned to the pool, where the connection would keep the lock.
			client?.release(true)
			client = undefined
		},
	}
}

/** Returns the name of a worker's lock. */
export function lockName(workerName: string): string {
	return `worker/${workerName}`
}
