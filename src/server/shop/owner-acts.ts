import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

interface OwnerAct {
	/** The command of the admin CLI. */
	command: string
	by: string
	reason?: string | undefined
	userId?: string | null
	purchaseId?: string
	/** Ids, amounts and times, never an address or a secret. */
	details?: Record<string, unknown>
}

const idSchema = z.object({ id: z.uuid() })

/** Records what an owner does, in the transaction that does it, and returns the id of the record. */
export async function recordAct(
	tx: Transaction,
	{ command, by, reason, userId, purchaseId, details = {} }: OwnerAct,
): Promise<string> {
	const [row] = await tx.query(
		sql`
		insert into shop.owner_acts (command, decided_by, reason, user_id, purchase_id, details)
		values (
			${command}, ${by}, ${reason ?? null}, ${userId ?? null}, ${purchaseId ?? null}, ${JSON.stringify(details)}::jsonb
		) returning id`,
		idSchema,
	)
	if (row === undefined) throw new Error('an act was not recorded')
	return row.id
}
