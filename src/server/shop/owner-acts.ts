import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Execution, PlanChanged } from '#server/shop/plan.ts'

interface OwnerAct {
	/** The command of the admin CLI, or the operation of the admin. */
	command: string
	by: string
	reason?: string | undefined
	userId?: string | null
	purchaseId?: string
	/** Ids, amounts and times, but never an address or a secret. */
	details?: Record<string, unknown>
	/** The member of staff who acts; null for the service role and on the command line. */
	staffId?: string | null | undefined
	/** The state before and after the act. Like the details, it never contains an address or a secret. */
	before?: Record<string, unknown>
	after?: Record<string, unknown>
	/** Which execution of the act this is; undefined for a record that no plan was made for. */
	execution?: Execution | undefined
}

const idSchema = z.object({ id: z.uuid() })

/**
 * Records an act of an owner in the transaction that carries it out, and returns the id of the record. Throws `PlanChanged` if the
 * same was done after this act was planned, which undoes the transaction: of equal acts at the same moment, one is carried out.
 */
export async function recordAct(
	tx: Transaction,
	{ command, by, reason, userId, purchaseId, details = {}, staffId, before, after, execution }: OwnerAct,
): Promise<string> {
	const row = await maybeOne(
		tx,
		sql`
		insert into shop.owner_acts
			(command, decided_by, staff_id, reason, user_id, purchase_id, details, before, after, asked, turn)
		values (
			${command}, ${by}, ${staffId ?? null}, ${reason ?? null}, ${userId ?? null}, ${purchaseId ?? null},
			${JSON.stringify(details)}::jsonb, ${json(before)}::jsonb, ${json(after)}::jsonb,
			${execution?.asked ?? null}, ${execution?.turn ?? null}
		) on conflict (asked, turn) where asked is not null do nothing returning id`,
		idSchema,
	)
	if (row === undefined) throw new PlanChanged()
	return row.id
}

function json(value: Record<string, unknown> | undefined): string | null {
	return value === undefined ? null : JSON.stringify(value)
}
