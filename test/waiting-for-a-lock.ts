import type pg from 'pg'
import { expect } from 'vitest'

/** Waits until another connection waits for a lock that this one holds. */
export async function waitingForALock(holder: pg.Client): Promise<void> {
	await expect
		.poll(async () => {
			const { rows } = await holder.query(
				"select from pg_stat_activity where wait_event_type = 'Lock' and pg_backend_pid() = any (pg_blocking_pids(pid))",
			)
			return rows.length
		})
		.toBe(1)
}
