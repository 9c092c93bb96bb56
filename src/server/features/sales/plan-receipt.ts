import { defineAct } from '#server/admin-api/define-act.ts'
import { resolvePurchase } from '#server/features/customers/find-purchase.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { count, exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { sendReceiptJob } from '#server/shop/jobs.ts'
import { isRecordOf } from '#server/shop/owner-acts.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { customersApi } from '#shared/admin/customers.ts'

/** Throws `DecisionError` if there is no receipt, or nobody to send it to. */
export const resendReceipt = defineAct(customersApi['resend-receipt'], {
	does: 'emails a receipt again, with the link to the guide',
	log: 'Sent a receipt again',
	roles: ['owner', 'helper'],
	plan: async ({ database, payments }, { purchase: who }) => {
		const { id, user_id: userId, number, email, product_name } = await resolvePurchase(database, { who })
		if (number === null || email === null)
			throw new DecisionError('That purchase has no receipt to send, or its account has been deleted.')
		const waits = payments.closedBecause !== undefined
		return {
			will: [
				`Emails receipt ${number} (${product_name}) to ${email} again${waits ? ' once the shop has been resumed and restarted' : ''}.`,
			],
			execute: async (tx) => {
				// Locks the buyer, so that requests at the same moment are counted one after the other.
				if (!(await exists(tx, sql`select from auth.users where id = ${userId} for no key update`)))
					throw new DecisionError('The account has just been deleted.')
				await requireFewResent(tx, userId)
				await tx.execute(sql`
					update public.receipts set mailed_at = null, emailed_before = array_remove(emailed_before || mailed_at, null), queued_again_at = now()
					where purchase_id = ${id}`)
				await tx.execute(sql`delete from shop.refused_mails where job = 'send-receipt' and reference = ${id}`)
				await addJob(tx, sendReceiptJob, { purchaseId: id })
				return { userId, purchaseId: id }
			},
		}
	},
})

/** How many receipts may be emailed again to one buyer in an hour. */
const mostResent = 3

/** Throws `DecisionError` if the buyer has been sent enough receipts again: another email would only be one more of the same. */
async function requireFewResent(tx: Transaction, userId: string | null): Promise<void> {
	const resent = await count(
		tx,
		sql`
		select count(*)::integer as count from shop.owner_acts
		where user_id = ${userId} and ${isRecordOf('resend-receipt')} and at > now() - interval '1 hour'`,
	)
	if (resent >= mostResent)
		throw new DecisionError(
			`They have been emailed ${mostResent} receipts again in the last hour. Check the address and their spam folder, and try again later.`,
		)
}
