import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mayBeRefunded } from '#server/shop/may-be-refunded.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import { dayMs } from '#shared/clock.ts'
import { formatPounds } from '#shared/money.ts'
import { disputeFeePence } from '#shared/stripe-fees.ts'
import type { FraudWarning } from './dispute.ts'

/** Stores what the provider reports about a warning, unless a later report is stored already. */
export async function storeFraudWarning(
	tx: Pick<Transaction, 'execute'>,
	{ id, paymentIntentId, fraudType, isActionable, warnedAt }: FraudWarning,
	at: Date,
): Promise<void> {
	await tx.execute(sql`
		insert into shop.fraud_warnings (id, payment_intent_id, fraud_type, is_actionable, warned_at, reported_at)
		values (${id}, ${paymentIntentId}, ${fraudType}, ${isActionable}, ${warnedAt}, ${at})
		on conflict (id) do update set is_actionable = excluded.is_actionable, reported_at = excluded.reported_at
		-- The provider's times are whole seconds. Within one, a warning ends and doesn't begin again.
		where fraud_warnings.reported_at < excluded.reported_at
			or fraud_warnings.reported_at = excluded.reported_at and not excluded.is_actionable`)
}

interface FindOptions {
	database: Database
	payments: Pick<PaymentProvider, 'listFraudWarnings'>
	log: Logger
}

const idSchema = z.object({ payment_intent_id: z.string() })

/** Stores the warnings about our payments whose events have not arrived. */
export async function findFraudWarnings(
	{ database, payments, log }: FindOptions,
	since: Date,
): Promise<void> {
	try {
		const reports = await Array.fromAsync(payments.listFraudWarnings(since))
		const intents = reports.map(({ warning }) => warning.paymentIntentId)
		const rows = await database.query(
			sql`select payment_intent_id from shop.checkouts where payment_intent_id = any (${intents})`,
			idSchema,
		)
		const ours = new Set(rows.map(({ payment_intent_id }) => payment_intent_id))
		await database.asServer(async (tx) => {
			for (const { at, warning } of reports)
				if (ours.has(warning.paymentIntentId)) await storeFraudWarning(tx, warning, at)
		})
	} catch (error) {
		// If the key lacks the permission, carries on: the events still arrive.
		if (!(error instanceof ProviderFailure && error.definite)) throw error
		log.warn({ err: error }, 'warnings of fraud cannot be listed; npm run doctor says what the key lacks')
	}
}

const rowSchema = z.object({
	warning: z.string(),
	fraud_type: z.string(),
	warned_at: z.date(),
	purchase: z.uuid(),
	product: z.string(),
	user_id: z.uuid().nullable(),
	email: z.string().nullable(),
	receipt: z.string().nullable(),
	/** How much of the payment has not been refunded. */
	left_pence: z.int(),
	/** What the provider charged for the payment; null while that is not known. */
	fee_pence: z.int().nullable(),
})

export type OpenWarning = z.infer<typeof rowSchema>

/** After this time, card networks accept no dispute of a payment any more. */
const disputableMs = 120 * dayMs

/** Reads the warnings about payments that can still be refunded before they are disputed, newest first. */
export async function readFraudWarnings(
	database: Pick<Database, 'query'>,
	{ now, most }: { now: Date; most: number },
): Promise<OpenWarning[]> {
	return await database.query(
		sql`
		select w.id as warning, w.fraud_type, w.warned_at, p.id as purchase, p.product_name as product,
			p.user_id, u.email, r.number as receipt,
			coalesce(c.amount_paid_pence, p.price_pence) - (
				select coalesce(sum(f.amount_pence), 0)::integer from public.refunds f where f.purchase_id = p.id and f.stands
			) as left_pence,
			(
				select sum(m.fee_pence)::integer from shop.balance_movements m
				where m.payment_intent_id = c.payment_intent_id and m.kind = 'charge'
			) as fee_pence
		from shop.fraud_warnings w
		join shop.checkouts c on c.payment_intent_id = w.payment_intent_id
		join public.purchases p on p.id = c.purchase_id
		left join public.receipts r on r.purchase_id = p.id
		left join auth.users u on u.id = p.user_id
		where w.is_actionable and w.warned_at > ${new Date(now.getTime() - disputableMs)} and ${mayBeRefunded}
			and not exists (select from shop.disputes d where d.payment_intent_id = w.payment_intent_id)
			-- A payment is listed once, with its newest warning.
			and not exists (
				select from shop.fraud_warnings newer
				where newer.payment_intent_id = w.payment_intent_id and newer.is_actionable
					and (newer.warned_at, newer.id) > (w.warned_at, w.id)
			)
		order by w.warned_at desc, p.id limit ${most}`,
		rowSchema,
	)
}

const kinds: Readonly<Record<string, string>> = {
	card_never_received: 'the card was stolen on its way to its owner',
	fraudulent_card_application: 'somebody applied for the card in another’s name',
	made_with_counterfeit_card: 'the card was counterfeit',
	made_with_lost_card: 'the card had been lost',
	made_with_stolen_card: 'the card had been stolen',
	unauthorized_use_of_card: 'somebody used the card without its owner’s permission',
}

/** Says in words what kind of fraud the bank has reported. */
export function fraudInWords({ fraud_type }: Pick<OpenWarning, 'fraud_type'>): string {
	return kinds[fraud_type] ?? 'it was fraud'
}

/** Says what refunding now costs, and what a dispute would cost. */
export function costsInWords({
	left_pence,
	fee_pence,
}: Pick<OpenWarning, 'left_pence' | 'fee_pence'>): string[] {
	const dispute = `Stripe charges ${formatPounds(disputeFeePence)} for a dispute, even for one that you win.`
	if (fee_pence === null)
		return [
			`A refund now costs you ${formatPounds(left_pence)}, and Stripe keeps its fee for the payment.`,
			`A lost dispute costs you ${formatPounds(left_pence + disputeFeePence)} and that fee: ${dispute}`,
		]
	const cost = left_pence + fee_pence
	return [
		`A refund now costs you ${formatPounds(cost)}: ${formatPounds(left_pence)} goes back, and Stripe keeps its fee of ${formatPounds(fee_pence)} for the payment.`,
		`A lost dispute costs you ${formatPounds(cost + disputeFeePence)}: ${dispute}`,
	]
}
