import { sql } from '#server/platform/db/sql.ts'
import { mayMove } from '#server/shop/purchases.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'

const refundable = purchaseStatuses.filter((status) => mayMove(status, 'refunded'))

/**
 * Selects whether the provider may be asked to refund the purchase `p`, whose checkout is `c`. It may not once a bank holds the
 * money or has taken it.
 */
export const mayBeRefunded = sql`(
	p.price_pence > 0 and p.status = any (${refundable}) and not exists (
		select from shop.disputes d where d.payment_intent_id = c.payment_intent_id and d.state in ('open', 'lost')
	)
)`
