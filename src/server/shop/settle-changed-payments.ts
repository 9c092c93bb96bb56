import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { type SettleOptions, settlePayment } from '#server/shop/settle-payment.ts'

const rowSchema = z.object({ payment_intent_id: z.string() })

interface ChangedOptions extends SettleOptions {
	payments: Pick<PaymentProvider, 'listRefunds' | 'listDisputes' | 'getPayment'>
}

/** Settles every payment of ours whose recent refunds or disputes do not agree with our records. */
export async function settleChangedPayments(options: ChangedOptions, since: Date): Promise<void> {
	const changed = new Set([
		...(await withChangedRefunds(options, since)),
		...(await withChangedDisputes(options, since)),
	])
	for (const paymentIntentId of changed) await settlePayment(options, paymentIntentId)
}

async function withChangedRefunds({ database, payments }: ChangedOptions, since: Date): Promise<string[]> {
	const refunds = await Array.fromAsync(payments.listRefunds(since))
	const rows = await database.query(
		sql`
		select distinct c.payment_intent_id
		from unnest(
			${refunds.map(({ id }) => id)}::text[],
			${refunds.map(({ paymentIntentId }) => paymentIntentId)}::text[],
			${refunds.map(({ stands }) => stands)}::boolean[]
		) as reported (id, payment_intent_id, stands)
		join shop.checkouts c using (payment_intent_id)
		join public.purchases p on p.id = c.purchase_id
		left join public.refunds r on r.id = reported.id
		where case when reported.stands
			then r.stands is not true or p.status in ('completed', 'disputed', 'held')
			else r.stands or p.status in ('refunded', 'duplicate')
		end`,
		rowSchema,
	)
	return rows.map((row) => row.payment_intent_id)
}

async function withChangedDisputes({ database, payments }: ChangedOptions, since: Date): Promise<string[]> {
	const disputes = await Array.fromAsync(payments.listDisputes(since))
	const rows = await database.query(
		sql`
		select distinct c.payment_intent_id
		from unnest(
			${disputes.map(({ id }) => id)}::text[],
			${disputes.map(({ paymentIntentId }) => paymentIntentId)}::text[],
			${disputes.map(({ state }) => state)}::text[]
		) as reported (id, payment_intent_id, state)
		join shop.checkouts c using (payment_intent_id)
		join public.purchases p on p.id = c.purchase_id
		left join shop.disputes d on d.id = reported.id
		where d.state is distinct from reported.state
			or reported.state in ('open', 'lost') and p.status = 'completed'
			or reported.state <> 'open' and p.status = 'disputed'`,
		rowSchema,
	)
	return rows.map((row) => row.payment_intent_id)
}
