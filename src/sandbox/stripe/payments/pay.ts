import { customerDetails } from '#sandbox/stripe/checkout-sessions/create-checkout-session.ts'
import { currentSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import { openDispute } from '#sandbox/stripe/disputes/disputes.ts'
import type { DisputeKind } from '#sandbox/stripe/disputes/new-dispute.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import type { Kinds, StoredPaymentIntent, StoredSession } from '#sandbox/stripe/objects/kinds.ts'
import { bookCharge, type Failure, newCharge, settledCharge } from '#sandbox/stripe/payments/charges.ts'
import { type Buyer, findDraft, saveDraft } from '#sandbox/stripe/payments/drafts.ts'
import { failedIntent, findIntent, intentOf, paidIntent } from '#sandbox/stripe/payments/intents.ts'
import { newPaymentMethod, type PaymentDetails } from '#sandbox/stripe/payments/payment-method.ts'
import { removeSettlement, scheduleSettlement } from '#sandbox/stripe/payments/settlements.ts'
import { redeem } from '#sandbox/stripe/promotions/promotion-codes.ts'
import { planRefunds, type RefundOutcome } from '#sandbox/stripe/refunds/refund-outcomes.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

/** The outcome of a payment step. `closed` means that the session isn't open, or has no open challenge to answer. */
export type PaymentResult =
	| { kind: 'done' | 'challenge' | 'closed'; session: StoredSession }
	| { kind: 'declined'; session: StoredSession; failure: Failure }

const authenticationFailed: Failure = {
	code: 'payment_intent_authentication_failure',
	message:
		'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
const debitFailed: Failure = {
	code: 'debit_not_authorized',
	message: 'The customer did not authorise this debit with their bank.',
}

export function pay(
	world: StripeWorld,
	sessionId: string,
	buyer: Buyer,
	details: PaymentDetails | undefined,
): PaymentResult | undefined {
	return world.store.transaction(() => {
		const session = currentSession(world, sessionId)
		if (session?.status !== 'open') return session && { kind: 'closed', session }
		if (session.amount_total === 0)
			return { kind: 'done', session: complete(world, session, buyer, 'no_payment_required') }
		if (details === undefined) throw new Error('a payment needs a card or an account')
		const intent = intentOf(world, session)
		if (session.payment_intent === null) recordEvent(world, 'payment_intent.created', intent)
		const method = newPaymentMethod(world, details, buyer)
		const current = world.objects.find('checkout.session', session.id) ?? session
		if (details.type === 'bacs_debit')
			return { kind: 'done', session: startDebit(world, current, intent, method, buyer, details.succeeds) }
		switch (details.behaviour.does) {
			case 'decline': {
				const { code, declineCode, message } = details.behaviour
				return decline(world, current, intent, method, buyer, { code, declineCode, message })
			}
			case 'challenge':
				return challenge(world, current, intent, method, buyer)
			default:
				return {
					kind: 'done',
					session: succeed(world, current, intent, method, buyer, {
						...(details.behaviour.does === 'dispute' ? { dispute: details.behaviour.as } : {}),
						...(details.behaviour.does === 'refund later' ? { refunds: details.behaviour.outcome } : {}),
					}),
				}
		}
	})
}

/** Completes or fails a 3-D Secure challenge. The result is `closed` if no challenge is open. */
export function answerChallenge(
	world: StripeWorld,
	sessionId: string,
	answer: 'complete' | 'fail',
): PaymentResult | undefined {
	return world.store.transaction(() => {
		const session = currentSession(world, sessionId)
		if (session === undefined) return undefined
		const intent = findIntent(world, session)
		const method = intent?.payment_method
			? world.objects.find('payment_method', intent.payment_method)
			: undefined
		const { buyer } = findDraft(world.store, session.id)
		if (
			session.status !== 'open' ||
			intent?.status !== 'requires_action' ||
			method === undefined ||
			buyer === undefined
		) {
			return { kind: 'closed', session }
		}
		if (answer === 'fail') return decline(world, session, intent, method, buyer, authenticationFailed)
		return { kind: 'done', session: succeed(world, session, intent, method, buyer, { challenged: true }) }
	})
}

/**
 * Applies the bank's answer to a debit, which may come long after the buyer has left. Returns undefined if no debit is waiting
 * for an answer.
 */
export function settle(world: StripeWorld, sessionId: string, succeeds: boolean): StoredSession | undefined {
	return world.store.transaction(() => {
		removeSettlement(world.store, sessionId)
		const session = world.objects.find('checkout.session', sessionId)
		const intent = session && findIntent(world, session)
		const charge = intent?.latest_charge ? world.objects.find('charge', intent.latest_charge) : undefined
		if (session === undefined || intent?.status !== 'processing' || charge === undefined) return undefined
		if (!succeeds) {
			recordEvent(world, 'charge.failed', settledCharge(world, charge, debitFailed))
			recordEvent(world, 'payment_intent.payment_failed', failedIntent(world, intent, charge.id, debitFailed))
			recordEvent(world, 'checkout.session.async_payment_failed', session)
			return session
		}
		const settled = settledCharge(world, charge)
		recordEvent(world, 'charge.succeeded', settled)
		recordEvent(world, 'payment_intent.succeeded', paidIntent(world, intent, charge.id))
		const paid = world.objects.update('checkout.session', { ...session, payment_status: 'paid' })
		recordEvent(world, 'checkout.session.async_payment_succeeded', paid)
		bookCharge(world, settled)
		return paid
	})
}

type PaymentMethod = Kinds['payment_method']

interface SucceedOptions {
	/** The dispute that the buyer's bank opens right after the payment. */
	dispute?: DisputeKind
	challenged?: boolean
	/** How refunds of this payment end, if they don't succeed at once. */
	refunds?: RefundOutcome
}

function succeed(
	world: StripeWorld,
	session: StoredSession,
	intent: StoredPaymentIntent,
	method: PaymentMethod,
	buyer: Buyer,
	{ dispute, challenged = false, refunds }: SucceedOptions,
): StoredSession {
	const charge = newCharge(world, { intent, method, status: 'succeeded', challenged })
	if (refunds !== undefined) planRefunds(world.store, charge.id, refunds)
	recordEvent(world, 'charge.succeeded', charge)
	recordEvent(
		world,
		'payment_intent.succeeded',
		paidIntent(world, { ...intent, payment_method: method.id }, charge.id),
	)
	const completed = complete(world, session, buyer, 'paid')
	const booked = bookCharge(world, charge)
	if (dispute !== undefined) openDispute(world, booked, { kind: dispute })
	return completed
}

function startDebit(
	world: StripeWorld,
	session: StoredSession,
	intent: StoredPaymentIntent,
	method: PaymentMethod,
	buyer: Buyer,
	succeeds: boolean,
): StoredSession {
	const charge = newCharge(world, { intent, method, status: 'pending' })
	recordEvent(world, 'charge.pending', charge)
	const processing = world.objects.update('payment_intent', {
		...intent,
		last_payment_error: null,
		latest_charge: charge.id,
		payment_method: method.id,
		status: 'processing',
	})
	recordEvent(world, 'payment_intent.processing', processing)
	scheduleSettlement(
		world.store,
		session.id,
		succeeds,
		world.clock.now().getTime() + readSwitches(world.store).settleAfterSeconds * 1000,
	)
	return complete(world, session, buyer, 'unpaid')
}

function challenge(
	world: StripeWorld,
	session: StoredSession,
	intent: StoredPaymentIntent,
	method: PaymentMethod,
	buyer: Buyer,
): PaymentResult {
	saveDraft(world.store, session.id, { ...findDraft(world.store, session.id), buyer })
	const url = `${world.origin()}/checkout/${session.id}/challenge`
	const waiting = world.objects.update('payment_intent', {
		...intent,
		next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: session.url, url } },
		payment_method: method.id,
		status: 'requires_action',
	})
	recordEvent(world, 'payment_intent.requires_action', waiting)
	return { kind: 'challenge', session }
}

function decline(
	world: StripeWorld,
	session: StoredSession,
	intent: StoredPaymentIntent,
	method: PaymentMethod,
	buyer: Buyer,
	failure: Failure,
): PaymentResult {
	// A failed challenge leaves no charge.
	const charge =
		failure === authenticationFailed
			? undefined
			: newCharge(world, { intent, method, status: 'failed', failure })
	if (charge !== undefined) recordEvent(world, 'charge.failed', charge)
	saveDraft(world.store, session.id, { ...findDraft(world.store, session.id), buyer })
	recordEvent(
		world,
		'payment_intent.payment_failed',
		failedIntent(world, intent, charge?.id, failure, method),
	)
	return { kind: 'declined', session, failure }
}

function complete(
	world: StripeWorld,
	session: StoredSession,
	buyer: Buyer,
	paymentStatus: 'paid' | 'unpaid' | 'no_payment_required',
): StoredSession {
	const completed = world.objects.update('checkout.session', {
		...session,
		collected_information: { business_name: null, individual_name: null, shipping_details: null },
		consent:
			session.consent_collection === null
				? null
				: { promotions: null, terms_of_service: buyer.consented ? 'accepted' : null },
		customer_details: customerDetails(buyer.email, buyer.name),
		payment_status: paymentStatus,
		status: 'complete',
		url: null,
	})
	for (const { promotion_code: code } of completed.discounts ?? [])
		if (typeof code === 'string') redeem(world, code)
	recordEvent(world, 'checkout.session.completed', completed)
	return completed
}
