import type { Books, Entry } from '#server/operations/audit/books.ts'
import type { Ledger } from '#server/operations/audit/ledger.ts'
import type { Dispute } from '#server/shop/dispute.ts'
import { type DisputesOutcome, outcomeOf } from '#server/shop/follow-disputes.ts'
import {
	type CheckoutSession,
	type Payment,
	type Refund,
	sumOfRefunds,
} from '#server/shop/payment-provider.ts'
import { awaitsPayment } from '#server/shop/purchases.ts'
import { formatPounds } from '#shared/money.ts'

interface FindOptions {
	books: Books
	ledger: Ledger
	/**
	 * When the shop began to read the ledger. The ledger may lack what happened after that, so purchases that have changed since
	 * are not compared.
	 */
	now: Date
	/**
	 * The time from which the ledger is complete; by default, the ledger goes back to the beginning. An earlier purchase is not
	 * reported if the ledger has no Checkout Session for it.
	 */
	since?: Date
	/** How many seconds old a payment, refund or event must be to be reported. A newer one may still be in progress. */
	graceSeconds: number
}

/** Refunds and disputes of the last 120 days must be on the receipt. Older ones may be from before the shop recorded them. */
const keptMs = 120 * 24 * 3600_000

/**
 * Yields every difference between our records and the provider's, as one plain sentence each. Removes from the ledger every
 * Checkout Session that our records have.
 */
export async function* findDifferences({
	books,
	ledger,
	now,
	since = new Date(0),
	graceSeconds,
}: FindOptions): AsyncGenerator<string> {
	const isRecent = (at: Date) => now.getTime() - at.getTime() < graceSeconds * 1000
	for await (const entry of books.entries) {
		const checkoutSession =
			entry.session_id === null ? undefined : ledger.checkoutSessions.get(entry.session_id)
		if (checkoutSession !== undefined) {
			ledger.checkoutSessions.delete(checkoutSession.id)
			yield* ofCheckoutSession(checkoutSession, entry)
		}
		if (entry.changed_at >= now) continue
		yield* ofEntry(entry, checkoutSession)
		if (entry.same_payment_as !== null)
			yield `${called(entry)} and Purchase ${entry.same_payment_as} have the same payment.`
	}
	for (const checkoutSession of ledger.checkoutSessions.values())
		yield* ofCheckoutSession(checkoutSession, undefined)
	for (const { id, type, receivedAt } of books.unhandledEvents)
		if (!isRecent(receivedAt)) yield `Event ${id} (${type}) was stored but never processed.`
	for (const { job, error } of books.failedJobs) yield `A job has failed permanently: ${job}: ${error}`

	/** Reports a paid Checkout Session whose purchase is missing from our records, or has not been settled. */
	function ofCheckoutSession(checkoutSession: CheckoutSession, entry: Entry | undefined): string[] {
		if (checkoutSession.purchaseId === null || !isPaid(checkoutSession)) return []
		const paid = `${formatPounds(checkoutSession.totalPence)} paid in Checkout Session ${checkoutSession.id}`
		const paidAt = ledger.payments.get(checkoutSession.paymentIntentId ?? '')?.paidAt
		if (isRecent(paidAt ?? checkoutSession.createdAt)) return []
		if (entry === undefined)
			return [
				`${paid} for product ${checkoutSession.catalogueId} by user ${checkoutSession.userId}: our records have no such purchase.`,
			]
		if (awaitsPayment(entry.status))
			return [`${paid}, but ${called(entry)} is still ${entry.status}: nothing was delivered.`]
		return []
	}

	/** Reports how a purchase differs from the provider's records. */
	function ofEntry(entry: Entry, checkoutSession: CheckoutSession | undefined): string[] {
		if (entry.status === 'held')
			return [
				`${called(entry)} is on hold: ${entry.held_reason ?? 'no reason recorded'}. Decide with npm run admin.`,
			]
		if (awaitsPayment(entry.status)) return []
		if (entry.was_taken_with_code)
			return [...ofGuides(entry), ...ofReceipt(entry, { totalPence: 0, discountPence: entry.price_pence })]
		if (checkoutSession === undefined && entry.created_at < since) return []
		if (checkoutSession === undefined)
			return [`${called(entry)} is ${entry.status}, but the provider has no Checkout Session for it.`]
		if (!isPaid(checkoutSession))
			return [
				`${called(entry)} is ${entry.status}, but its Checkout Session ${checkoutSession.id} was never paid.`,
			]
		const payment = ledger.payments.get(checkoutSession.paymentIntentId ?? '')
		return [
			...ofTerms(entry, checkoutSession),
			...ofGuides(entry),
			...(payment === undefined ? ofNoPayment(entry, checkoutSession) : ofPayment(entry, payment)),
			...ofReceipt(entry, checkoutSession),
		]
	}

	function ofNoPayment(entry: Entry, checkoutSession: CheckoutSession): string[] {
		return checkoutSession.totalPence === 0
			? []
			: [
					`${called(entry)} is ${entry.status}, but the provider has no payment for its Checkout Session ${checkoutSession.id}.`,
				]
	}

	function ofPayment(entry: Entry, payment: Payment): string[] {
		const disputes = ledger.disputes.get(payment.paymentIntentId) ?? []
		const refunds = ledger.refunds.get(payment.paymentIntentId) ?? []
		const refundedPence = sumOfRefunds(refunds)
		const outcome = outcomeOf(disputes, { paidPence: payment.amountPence, refundedPence })
		const changedAt = [
			...refunds.map(({ createdAt }) => createdAt),
			...disputes.map(({ createdAt }) => createdAt),
		]
		if (changedAt.some(isRecent)) return []
		const returned = [
			...refunds.filter(({ stands }) => stands),
			...disputes.filter(({ state }) => state === 'lost'),
		]
		const isHeldByBank = disputes.some(({ state }) => state === 'open')
		return [
			...ofRefunds(entry, returned),
			...ofStatus(entry, payment, { refundedPence, outcome, isHeldByBank }),
		]
	}

	/** Reports a purchase whose status does not match the refunds and disputes of its payment. */
	function ofStatus(
		entry: Entry,
		payment: Payment,
		{
			refundedPence,
			outcome,
			isHeldByBank,
		}: { refundedPence: number; outcome: DisputesOutcome; isHeldByBank: boolean },
	): string[] {
		const [isDisputed, isLost] = [outcome === 'open', outcome === 'lost']
		const isFullyRefunded = refundedPence >= payment.amountPence
		const back = `${formatPounds(refundedPence)} of ${formatPounds(payment.amountPence)} refunded`
		switch (entry.status) {
			case 'completed':
				if (isFullyRefunded)
					return [`${called(entry)} was refunded completely, but the buyer still owns the guide.`]
				if (isLost)
					return [`The dispute about ${called(entry)} was lost, but the buyer still owns the guide.`]
				return isDisputed ? [`${called(entry)} is disputed, but the buyer still owns the guide.`] : []
			case 'refunded':
				if (entry.returned_by_hand)
					return isFullyRefunded || isLost
						? [`${called(entry)} was refunded twice: by hand and by the provider.`]
						: []
				return isFullyRefunded || isLost ? [] : [`${called(entry)} was taken away as refunded, with ${back}.`]
			case 'disputed':
				return isDisputed ? [] : [`${called(entry)} was taken away as disputed, but no dispute is open.`]
			case 'duplicate':
				// While a bank holds any of the money, the provider refunds nothing.
				return isFullyRefunded || isHeldByBank || isLost || isRecent(payment.paidAt)
					? []
					: [`${called(entry)} was paid a second time, with ${back}.`]
			default:
				return []
		}
	}

	/** Reports refunds that the receipt does not show, and those on the receipt that the provider does not have. */
	function ofRefunds(entry: Entry, returned: readonly (Refund | Dispute)[]): string[] {
		const missing = returned.filter(
			({ id, createdAt }) => !entry.refunds.includes(id) && now.getTime() - createdAt.getTime() < keptMs,
		)
		const standing = new Set(returned.map(({ id }) => id))
		return [
			...missing.map(
				({ id, amountPence }) =>
					`${formatPounds(amountPence)} of ${called(entry)} was refunded by ${id}, which its receipt does not show.`,
			),
			...entry.refunds
				.filter((id) => !standing.has(id))
				.map((id) => `The receipt of ${called(entry)} shows ${id}, which refunds nothing at the provider.`),
		]
	}

	function ofReceipt(
		entry: Entry,
		checkoutSession: Pick<CheckoutSession, 'totalPence' | 'discountPence'>,
	): string[] {
		if (entry.status !== 'completed') return []
		if (entry.receipt_pence === null) return [`${called(entry)} has no receipt.`]
		if (entry.receipt_pence !== checkoutSession.totalPence) {
			const [receiptAmount, paid] = [
				formatPounds(entry.receipt_pence),
				formatPounds(checkoutSession.totalPence),
			]
			return [`The receipt of ${called(entry)} says ${receiptAmount}, but ${paid} was paid.`]
		}
		const discount = entry.receipt_discount_pence
		if (discount !== null && discount !== checkoutSession.discountPence)
			return [
				`The receipt of ${called(entry)} says ${formatPounds(discount)} off, but ${formatPounds(checkoutSession.discountPence)} was taken off.`,
			]
		if (entry.receipt_mailed || entry.receipt_is_late || !entry.has_mailbox) return []
		if (entry.receipt_refusal !== null)
			return [`The receipt of ${called(entry)} cannot be emailed: ${entry.receipt_refusal}.`]
		return entry.receipt_queued
			? []
			: [`The receipt of ${called(entry)} was never emailed, and no job will send it.`]
	}
}

/** Reports terms of a purchase that differ on the two sides: amount, currency, product or user. */
function ofTerms(entry: Entry, checkoutSession: CheckoutSession): string[] {
	const pairs: [what: string, ours: string | null, theirs: string | null][] = [
		['amount', formatPounds(entry.price_pence), formatPounds(checkoutSession.subtotalPence)],
		['currency', entry.currency, checkoutSession.currency],
		['product', entry.catalogue_id, checkoutSession.catalogueId],
		// The user may differ for a good reason. Deleting an account leaves its purchases without a user, and the owner may have
		// attached a purchase to another account.
		[
			'user',
			entry.attached_by_hand ? checkoutSession.userId : (entry.user_id ?? checkoutSession.userId),
			checkoutSession.userId,
		],
	]
	return pairs
		.filter(([, ours, theirs]) => ours !== theirs)
		.map(
			([what, ours, theirs]) =>
				`${called(entry)}: the ${what} is ${ours} here and ${theirs} at the provider.`,
		)
}

/** Reports a bundle whose guides are not in the same state as the bundle. */
function ofGuides({ guides_amiss: amiss, ...entry }: Entry): string[] {
	if (amiss === 0) return []
	const count = `${amiss} of its guides`
	return [
		entry.status === 'completed'
			? `${called(entry)} is completed, but the buyer does not own ${count}.`
			: `${called(entry)} is ${entry.status}, but the buyer still owns ${count}.`,
	]
}

function isPaid(checkoutSession: CheckoutSession): boolean {
	return checkoutSession.status === 'complete' && checkoutSession.paymentStatus !== 'unpaid'
}

function called({ id, product_name }: Pick<Entry, 'id' | 'product_name'>): string {
	return `Purchase ${id} (${product_name})`
}
