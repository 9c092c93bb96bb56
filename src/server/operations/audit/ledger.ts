import { noProgress, type Progress } from '#server/operations/progress.mjs'
import type {
	CheckoutSession,
	Dispute,
	Payment,
	PaymentProvider,
	Refund,
} from '#server/shop/payment-provider.ts'

/** The provider's records. Payments, refunds and disputes are keyed by payment intent. */
export interface Ledger {
	sessions: Map<string, CheckoutSession>
	payments: Map<string, Payment>
	refunds: Map<string, Refund[]>
	disputes: Map<string, Dispute[]>
}

/** Reads the provider's side of the comparison: everything since a time. Throws `ProviderFailure`. */
export async function readLedger(
	provider: Pick<PaymentProvider, 'listCheckouts' | 'listPayments' | 'listRefunds' | 'listDisputes'>,
	since: Date,
	progress: Pick<Progress, 'report'> = noProgress,
): Promise<Ledger> {
	const ledger: Ledger = { sessions: new Map(), payments: new Map(), refunds: new Map(), disputes: new Map() }
	const counted = <T>(what: string, items: AsyncIterable<T>) =>
		countItems(items, (count) => progress.report(`${what} at the provider`, count))
	for await (const session of counted('Checkout Sessions', provider.listCheckouts(since)))
		ledger.sessions.set(session.id, session)
	for await (const payment of counted('Payments', provider.listPayments(since)))
		ledger.payments.set(payment.paymentIntentId, payment)
	for await (const refund of counted('Refunds', provider.listRefunds(since))) append(ledger.refunds, refund)
	for await (const dispute of counted('Disputes', provider.listDisputes(since)))
		append(ledger.disputes, dispute)
	return ledger
}

async function* countItems<T>(items: AsyncIterable<T>, reached: (count: number) => void): AsyncGenerator<T> {
	let count = 0
	for await (const item of items) {
		yield item
		count += 1
		reached(count)
	}
}

function append<T extends { paymentIntentId: string | null }>(lists: Map<string, T[]>, item: T): void {
	if (item.paymentIntentId === null) return
	const list = lists.get(item.paymentIntentId)
	if (list === undefined) lists.set(item.paymentIntentId, [item])
	else list.push(item)
}
