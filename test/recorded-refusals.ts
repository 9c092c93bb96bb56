import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import type { World } from '#test/world.ts'

const rowSchema = z.object({
	user_id: z.uuid().nullable(),
	network: z.string().nullable(),
	place: z.string(),
	what: z.string(),
	code: z.string(),
	count: z.int(),
	first_at: z.date(),
	last_at: z.date(),
})

/** Deletes the refused attempts that have been recorded so far, also those that wait to be stored. */
export async function forgetRefusals(world: World): Promise<void> {
	await world.storeRefusals()
	await world.database.query(sql`delete from auth.refusals`)
}

/** Returns the refused attempts, in the order of what was tried. */
export async function recordedRefusals(world: World) {
	await world.storeRefusals()
	return await world.database.query(
		sql`select user_id, network, place, what, code, count, first_at, last_at from auth.refusals order by what, code`,
		rowSchema,
	)
}
