import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { FollowUps } from '#server/shop/fulfil.ts'
import { handlePaymentEvent } from '#server/shop/handle-payment-event.ts'
import {
	type CheckoutSession,
	type Dispute,
	isPaidHere,
	type PaymentEvent,
	type PaymentProvider,
} from '#server/shop/payment-provider.ts'
import { rebuildPurchase } from '#server/shop/rebuild-purchase.ts'
import { settleFailedRefund } from '#server/shop/settle-failed-refund.ts'
import type { Clock } from '#shared/clock.ts'

interface CompareOptions {
	database: Database
	payments: Pick<PaymentProvider, 'listCheckouts' | 'listRefunds' | 'listDisputes' | 'getPayment'>
	followUps: FollowUps
	clock: Clock
	log: Logger
	/** How far back to look. */
	days?: number | undefined
}

const dayMs = 24 * 3600_000
// As long as the provider goes on telling an event that is not heard.
const usualDays = 3
// A dispute is decided within months, and a refund may come back after weeks.
const afterDays = 120

/**
 * Looks through the provider's recent sessions, refunds and disputes for what our records have missed or lost, and sets it
 * right: events may never have come, and a database may be last night's backup. Returns how many purchases were rebuilt.
 */
export async function compareWithProvider(options: CompareOptions): Promise<{ rebuilt: number }> {
	const { clock, days = usualDays } = options
	const now = clock.now().getTime()
	const since = new Date(now - days * dayMs)
	const rebuilt = await findLostPayments(options, since)
	const longAgo = new Date(now - Math.max(days, afterDays) * dayMs)
	await findMissedRefunds(options, longAgo)
	await findMissedDisputes(options, longAgo)
	return { rebuilt }
}

async function findLostPayments(options: CompareOptions, since: Date): Promise<number> {
	const { database, payments, followUps, log } = options
	const paid: CheckoutSession[] = []
	for await (const session of payments.listCheckouts(since)) if (isPaidHere(session)) paid.push(session)
	const known = await database.query<{ session_id: string }>(sql`
		select session_id from shop.checkouts where session_id = any (${paid.map(({ id }) => id)})`)
	const isKnown = new Set(known.map(({ session_id }) => session_id))
	let rebuilt = 0
	const missing = paid.filter(({ id }) => !isKnown.has(id))
	for (const session of await standingFirst(options, missing)) {
		const purchase = await database.asServer((tx) => rebuildPurchase(tx, session, followUps))
		const about = { sessionId: session.id, purchaseId: session.purchaseId }
		if (purchase === undefined) log.error(about, 'a paid session of ours cannot be put into our records')
		else
			log.error({ ...about, status: purchase.status }, 'a paid purchase missing in our records was rebuilt')
		if (purchase !== undefined) rebuilt += 1
	}
	return rebuilt
}

/**
 * Returns what was given back after what was not, and what is disputed between them: of two payments for one guide the one that
 * stands delivers it, or a payment that nobody wanted back would be refunded as the duplicate.
 */
async function standingFirst(
	{ payments }: CompareOptions,
	sessions: readonly CheckoutSession[],
): Promise<CheckoutSession[]> {
	const ranked: { session: CheckoutSession; rank: number }[] = []
	for (const session of sessions) {
		const intent = session.paymentIntentId
		const payment = intent === null ? undefined : await payments.getPayment(intent)
		const isGivenBack = payment !== undefined && payment.refundedPence >= payment.amountPence
		ranked.push({ session, rank: isGivenBack ? 2 : payment?.isDisputed ? 1 : 0 })
	}
	return ranked.toSorted((one, other) => one.rank - other.rank).map(({ session }) => session)
}

async function findMissedRefunds(options: CompareOptions, since: Date): Promise<void> {
	const intents = new Set<string>()
	const failed = new Set<string>()
	for await (const { paymentIntentId, stands } of options.payments.listRefunds(since))
		if (paymentIntentId !== null) (stands ? intents : failed).add(paymentIntentId)
	for (const paymentIntentId of await withStatus(options, intents, ['completed', 'disputed', 'held'])) {
		const payment = await options.payments.getPayment(paymentIntentId)
		if (payment === undefined || payment.refundedPence < payment.amountPence) continue
		await apply(options, { kind: 'refunded', paymentIntentId, whole: true })
	}
	for (const paymentIntentId of await withStatus(options, failed, ['refunded', 'duplicate']))
		await settleFailedRefund(options, paymentIntentId)
}

async function findMissedDisputes(options: CompareOptions, since: Date): Promise<void> {
	const byIntent = new Map<string, Dispute>()
	for await (const dispute of options.payments.listDisputes(since))
		if (dispute.paymentIntentId !== null) byIntent.set(dispute.paymentIntentId, dispute)
	for (const paymentIntentId of await withStatus(options, byIntent.keys(), ['completed', 'disputed'])) {
		const dispute = byIntent.get(paymentIntentId)
		if (dispute === undefined || dispute.state === 'inquiry') continue
		const about = { paymentIntentId, disputeId: dispute.id }
		await apply(
			options,
			dispute.state === 'open'
				? { kind: 'dispute opened', ...about }
				: { kind: 'dispute closed', ...about, won: dispute.state === 'won' },
		)
	}
}

/** Which of the payments made a purchase of ours that is in one of these states. */
async function withStatus(
	{ database }: CompareOptions,
	intents: Iterable<string>,
	statuses: readonly string[],
): Promise<string[]> {
	const rows = await database.query<{ payment_intent_id: string }>(sql`
		select c.payment_intent_id from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where c.payment_intent_id = any (${[...intents]}) and p.status = any (${statuses})`)
	return rows.map((row) => row.payment_intent_id)
}

type News = {
	[Kind in PaymentEvent['kind']]: Omit<Extract<PaymentEvent, { kind: Kind }>, 'id' | 'type' | 'at'>
}['refunded' | 'dispute opened' | 'dispute closed']

/** Acts as if the provider had told it. What has been acted on already changes nothing. */
async function apply({ database, clock, followUps }: CompareOptions, news: News): Promise<void> {
	const event: PaymentEvent = { id: 'none', type: 'reconciliation', at: clock.now(), ...news }
	await database.asServer((tx) => handlePaymentEvent(tx, event, { cause: 'reconciliation', followUps }))
}
