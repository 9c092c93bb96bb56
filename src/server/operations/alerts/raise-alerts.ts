import { findTroubles, type TroubleOptions } from '#server/operations/alerts/find-troubles.ts'
import { raiseAlert } from '#server/operations/alerts/raise-alert.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'

interface RaiseOptions extends Omit<TroubleOptions, 'now'> {
	database: Database
	clock: Clock
}

/** Looks for everything that needs the owner, and queues the emails about it. */
export async function raiseAlerts({ clock, ...options }: RaiseOptions): Promise<void> {
	const now = clock.now()
	for (const trouble of await findTroubles({ ...options, now }))
		await raiseAlert(options.database, trouble, now)
}
