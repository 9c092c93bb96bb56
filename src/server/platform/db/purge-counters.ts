import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'

const dayMs = 24 * 3600_000

/** Removes the rate limits' counters that have run out. */
export async function purgeCounters({
	database,
	clock,
}: {
	database: Database
	clock: Clock
}): Promise<void> {
	await database.query(sql`delete from shop.rate_limits where expire < ${clock.now().getTime() - dayMs}`)
}
