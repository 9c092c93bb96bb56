import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queuedJobs } from '#server/platform/jobs/queue.ts'
import { refundPurchaseJob } from '#server/shop/jobs.ts'
import { mayBeRefunded } from '#server/shop/may-be-refunded.ts'

const rowSchema = z.object({
	request: z.uuid(),
	purchase: z.uuid(),
	product: z.string(),
	email: z.string().nullable(),
	user_id: z.uuid().nullable(),
	receipt: z.string().nullable(),
	/** Null if Stripe refused the refund that the shop had promised. */
	said: z.string().nullable(),
	asked_at: z.date(),
	may_refund: z.boolean(),
})

export type WaitingRequest = z.infer<typeof rowSchema>

/**
 * Reads the requests that wait for a person, oldest first: what buyers have written, and refunds that were promised and that Stripe has
 * refused. A refund of the purchase settles them.
 */
export async function readWaitingRequests(
	database: Pick<Transaction, 'query'>,
	most: number,
): Promise<WaitingRequest[]> {
	return await database.query(
		sql`
		select q.id as request, p.id as purchase, p.product_name as product, u.email, q.user_id, r.number as receipt,
			case when q.kind = 'help' then q.said end as said, q.asked_at, ${mayBeRefunded} as may_refund
		from shop.requests q
		join public.purchases p on p.id = q.purchase_id
		join shop.checkouts c on c.purchase_id = p.id
		left join public.receipts r on r.purchase_id = p.id
		left join auth.users u on u.id = q.user_id
		where q.answered_at is null and case q.kind
			when 'help' then p.status not in ('refunded', 'duplicate')
			when 'refund' then p.status = 'completed' and q.asked_at < now() - interval '5 minutes' and not exists (
				select from ${queuedJobs} job where job.key = ${`${refundPurchaseJob.name}/`} || p.id
			)
		end
		order by q.asked_at limit ${most}`,
		rowSchema,
	)
}
