import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database, Row } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Execution } from '#server/shop/plan.ts'

/**
 * Begins an act: returns which execution of the act with this input it would be. Call it before the act is planned. Its record
 * then refuses the act if the same has been done since.
 */
export async function nextExecution(
	database: Pick<Database, 'query'>,
	act: string,
	input: unknown,
): Promise<Execution> {
	const asked = hashOf([act, input])
	const { turn } = await one(
		database,
		sql`select coalesce(max(turn) + 1, 0) as turn from shop.owner_acts where asked = ${asked}`,
		z.object({ turn: z.int() }),
	)
	return { asked, turn }
}

export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}

/** Ends a rehearsed transaction, so that the database undoes it. */
class Rehearsed extends Error {}

/**
 * Returns the database as a rehearsal sees it: it undoes its first transaction, and the rehearsal ends there. It also undoes each
 * statement outside a transaction, with which a plan may record why it refuses.
 */
export function forRehearsal(database: Database): Database {
	return {
		...database,
		query: async <R extends Row>(statement: Sql, row?: z.ZodType<R>) => {
			let rows: R[] = []
			const undone = database.asServer(async (tx) => {
				rows = await tx.query(statement, row)
				throw new Rehearsed()
			})
			await undone.catch((error: unknown) => {
				if (!(error instanceof Rehearsed)) throw error
			})
			return rows
		},
		asServer: (work) =>
			database.asServer(async (tx) => {
				await work(tx)
				throw new Rehearsed()
			}),
	}
}

/**
 * Runs an act that was planned with `forRehearsal`, so that its preview is refused for every reason for which the act itself would
 * be. Nothing is changed. What the act would do outside the database comes after its first transaction, or not at all.
 */
export async function rehearse(act: () => Promise<unknown>): Promise<void> {
	try {
		await act()
	} catch (error) {
		if (!(error instanceof Rehearsed)) throw error
	}
}
