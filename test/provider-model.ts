import type { Ledger } from '#server/operations/audit/ledger.ts'
import type { Dispute } from '#server/shop/dispute.ts'
import { type CurrentPayment, type Refund, sumOfRefunds } from '#server/shop/payment-provider.ts'
import { type PaidCheckout, stripeCheckoutSession } from '#test/checkout.ts'

/*
 * A model of a payment provider: what can happen to a Checkout Session, and the event that each step sends. It follows only the
 * money, so a random walk through it shows whether the shop interprets the provider's objects correctly.
 */

/** A Checkout Session at the provider. */
export interface Sold {
	checkout: PaidCheckout
	state: 'open' | 'expired' | 'paid'
	refunds: Refund[]
	disputes: (Dispute & { status: string; movedPence: number[] })[]
}

export interface ProviderEvent {
	type: string
	/** In seconds since 1970. */
	created: number
	object: object
}

const pricePence = 1499
const partPence = 500

/** What can happen to a Checkout Session. */
export const checkoutSessionActions = [
	'pay',
	'expire',
	'refund',
	'refund a part',
	'a refund fails',
	'ask',
	'escalate',
	'be satisfied',
	'dispute',
	'dispute again',
	'prevent by paying back',
	'win',
	'lose',
	'appeal',
] as const
type CheckoutSessionAction = (typeof checkoutSessionActions)[number]

/** The provider's clock, in whole seconds. Several events may happen within one second. */
let seconds = Math.floor(Date.now() / 1000) - 24 * 3600

export function providerNow(): Date {
	return new Date(seconds * 1000)
}

export function letTimePass(more: number): void {
	seconds += more
}

/** Applies a step to a Checkout Session at the provider, and returns the event that the provider sends. */
export function act(action: CheckoutSessionAction, sold: Sold): ProviderEvent | undefined {
	const done = change(action, sold)
	if (done === undefined) return undefined
	return { ...done, created: seconds }
}

export function change(
	action: CheckoutSessionAction,
	sold: Sold,
): Omit<ProviderEvent, 'created'> | undefined {
	const { checkoutSession } = sold.checkout
	const unpaid = { status: 'expired', payment_status: 'unpaid', payment_intent: null }
	const money = { payment_intent: checkoutSession.paymentIntentId }
	switch (action) {
		case 'pay':
			if (sold.state !== 'open') return undefined
			sold.state = 'paid'
			return { type: 'checkout.session.completed', object: stripeCheckoutSession(sold.checkout) }
		case 'expire':
			if (sold.state !== 'open') return undefined
			sold.state = 'expired'
			return { type: 'checkout.session.expired', object: stripeCheckoutSession(sold.checkout, unpaid) }
		case 'refund':
		case 'refund a part': {
			const amountPence = action === 'refund' ? withShop(sold) : Math.min(partPence, withShop(sold))
			const isWithheld = sold.disputes.some(({ state }) => state === 'open' || state === 'lost')
			if (amountPence === 0 || isWithheld) return undefined
			const id = `re_${sold.refunds.length}_${checkoutSession.id}`
			const paymentIntentId = checkoutSession.paymentIntentId
			sold.refunds.push({ id, paymentIntentId, createdAt: providerNow(), amountPence, stands: true })
			return {
				type: 'charge.refunded',
				object: { refunded: sumOfRefunds(sold.refunds) === pricePence, ...money },
			}
		}
		case 'a refund fails': {
			const refund = sold.refunds.find(({ stands }) => stands)
			if (refund === undefined) return undefined
			refund.stands = false
			const { id, amountPence: amount } = refund
			return { type: 'refund.failed', object: { id, created: 0, amount, status: 'failed', ...money } }
		}
		case 'ask':
			return sold.disputes.length > 0 ? undefined : openDispute(sold, 'warning_needs_response', 0)
		case 'escalate':
			return changeDispute(sold, ['inquiry'], 'needs_response', { type: 'updated', takes: true })
		case 'be satisfied':
			return changeDispute(sold, ['inquiry'], 'warning_closed', { type: 'closed' })
		case 'dispute':
			return sold.disputes.length > 0 ? undefined : openDispute(sold, 'needs_response', partPence)
		case 'dispute again':
			return sold.disputes.length !== 1 ? undefined : openDispute(sold, 'needs_response', withShop(sold))
		case 'prevent by paying back':
			return sold.disputes.length > 0 ? undefined : openDispute(sold, 'prevented', withShop(sold))
		case 'win':
			return changeDispute(sold, ['open', 'appealed'], 'won', { type: 'closed', returns: true })
		case 'lose':
			return changeDispute(sold, ['open', 'appealed'], 'lost', { type: 'closed' })
		case 'appeal':
			return changeDispute(sold, ['lost'], 'appeal_under_review', { type: 'updated' })
	}
}

/** Returns how much of a payment is left after refunds and disputes. */
function withShop({ state, refunds, disputes }: Sold): number {
	if (state !== 'paid') return 0
	const moved = disputes.flatMap(({ movedPence }) => movedPence).reduce((sum, pence) => sum + pence, 0)
	return pricePence - sumOfRefunds(refunds) + moved
}

function openDispute(sold: Sold, status: string, takesPence: number) {
	const left = withShop(sold)
	if (left === 0 || takesPence > left) return undefined
	const dispute = {
		id: `du_${sold.disputes.length}_${sold.checkout.checkoutSession.id}`,
		paymentIntentId: sold.checkout.checkoutSession.paymentIntentId,
		createdAt: providerNow(),
		amountPence: takesPence === 0 ? left : takesPence,
		answerBy: null,
		status,
		movedPence: takesPence === 0 ? [] : [-takesPence],
	}
	const stored = { ...dispute, state: stateOf(dispute), stage: stageOf(dispute) }
	sold.disputes.push(stored)
	return { type: 'charge.dispute.created', object: disputeObject(stored) }
}

type DisputePhase = 'inquiry' | 'open' | 'lost' | 'appealed'

function changeDispute(
	sold: Sold,
	phase: readonly DisputePhase[],
	status: string,
	{ type, takes, returns }: { type: string; takes?: boolean; returns?: boolean },
) {
	const dispute = sold.disputes.findLast((each) => phase.some((one) => isNow(each, one)))
	if (dispute === undefined) return undefined
	const { amountPence } = dispute
	if (takes && withShop(sold) < amountPence) return undefined
	dispute.status = status
	if (takes) dispute.movedPence.push(-amountPence)
	if (returns) dispute.movedPence.push(amountPence)
	dispute.state = stateOf(dispute)
	dispute.stage = stageOf(dispute)
	return { type: `charge.dispute.${type}`, object: disputeObject(dispute) }
}

function isNow({ status }: Sold['disputes'][number], phase: DisputePhase): boolean {
	if (phase === 'inquiry') return status === 'warning_needs_response'
	if (phase === 'appealed') return status === 'appeal_under_review'
	return status === (phase === 'open' ? 'needs_response' : 'lost')
}

/** Returns a dispute's state, calculated from the amounts that moved, and from its status only if they do not decide it. */
function stateOf({ status, movedPence }: { status: string; movedPence: number[] }): Dispute['state'] {
	if (movedPence.length === 0) return 'inquiry'
	if (movedPence.reduce((sum, pence) => sum + pence, 0) === 0) return 'won'
	return status === 'needs_response' ? 'open' : 'lost'
}

function stageOf({ status }: { status: string }): Dispute['stage'] {
	if (status.startsWith('warning_')) return 'inquiry'
	return status === 'appeal_under_review' ? 'appeal' : 'dispute'
}

function disputeObject({ id, paymentIntentId, amountPence, status, movedPence }: Sold['disputes'][number]) {
	const balance_transactions = movedPence.map((amount) => ({ amount }))
	return {
		id,
		created: 0,
		payment_intent: paymentIntentId,
		amount: amountPence,
		status,
		balance_transactions,
	}
}

export function paymentOf({ checkout: { checkoutSession }, refunds, disputes }: Sold): CurrentPayment {
	return {
		paymentIntentId: checkoutSession.paymentIntentId,
		paidAt: new Date(0),
		amountPence: pricePence,
		currency: 'GBP',
		refundedPence: sumOfRefunds(refunds),
		refunds: refunds.map((refund) => ({ ...refund })),
		disputes: disputes.map((dispute) => ({ ...dispute })),
	}
}

export function ledgerOf(all: readonly Sold[]): Ledger {
	const payments = all.filter(({ state }) => state === 'paid').map(paymentOf)
	return {
		checkoutSessions: new Map(
			all.map(({ checkout: { checkoutSession }, state }) => [
				checkoutSession.id,
				state === 'paid' ? checkoutSession : { ...checkoutSession, status: 'open', paymentStatus: 'unpaid' },
			]),
		),
		payments: new Map(payments.map((payment) => [payment.paymentIntentId, payment])),
		refunds: new Map(payments.map(({ paymentIntentId, refunds }) => [paymentIntentId, refunds])),
		disputes: new Map(payments.map(({ paymentIntentId, disputes }) => [paymentIntentId, disputes])),
	}
}
