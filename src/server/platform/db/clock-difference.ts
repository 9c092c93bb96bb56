import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { counted } from '#shared/wording.ts'

/** How far apart two clocks may be: the codes of authenticator apps allow for half a minute. */
export const farApartMs = 30_000

const rowSchema = z.object({ at: z.date() })

/** Returns by how many milliseconds the clock of this machine is ahead of the database's; 0 if the database doesn't say. */
export async function aheadOfDatabase({ query }: Pick<Database, 'query'>): Promise<number> {
	// The clock of the machine, which tests don't move, unlike the shop's.
	const asked = Date.now()
	const row = await maybeOne({ query }, sql`select clock_timestamp() as at`, rowSchema)
	return row === undefined ? 0 : (asked + Date.now()) / 2 - row.at.getTime()
}

/** Writes how far one clock is ahead of another, such as “60 minutes ahead of”. */
export function clockDifference(aheadMs: number): string {
	const seconds = Math.round(Math.abs(aheadMs) / 1000)
	const size = seconds < 120 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute')
	return `${size} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
}
