import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { paidAfterDeletion } from '#server/shop/purchases.ts'

const rowSchema = z.object({ is_on_record: z.boolean() })

/**
 * Reports whether the account that began a purchase, which now has none, was deleted here. `userId` is the account that the
 * payment names. A purchase that began as `pending` was begun by an account, and only a deletion takes that away; a purchase that
 * was rebuilt after a restored backup may never have had one.
 */
export async function isDeletionOnRecord(
	tx: Transaction,
	purchaseId: string,
	userId: string | null,
): Promise<boolean> {
	const [row] = await tx.query(
		sql`
		select exists (select from auth.deleted_accounts where user_id = ${userId})
			or exists (
				select from shop.purchase_history
				where purchase_id = ${purchaseId} and from_status is null and to_status = 'pending'
			)
			or exists (
				select from shop.checkouts where purchase_id = ${purchaseId} and held_reason = ${paidAfterDeletion}
			) as is_on_record`,
		rowSchema,
	)
	return row?.is_on_record === true
}
