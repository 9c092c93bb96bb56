import { customerDetails } from '#sandbox/stripe/checkout-sessions/create-checkout-session.ts'
import { currentCheckoutSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import { calculateTax } from '#sandbox/stripe/checkout-sessions/tax.ts'
import { openDispute } from '#sandbox/stripe/disputes/disputes.ts'
import type { DisputeKind } from '#sandbox/stripe/disputes/new-dispute.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import { warnOfFraud } from '#sandbox/stripe/fraud-warnings/fraud-warnings.ts'
import type { Kinds, StoredCheckoutSession, StoredPaymentIntent } from '#sandbox/stripe/objects/kinds.ts'
import { bookCharge, type Failure, newCharge, settledCharge } from '#sandbox/stripe/payments/charges.ts'
import { type Buyer, findDraft, saveDraft } from '#sandbox/stripe/payments/drafts.ts'
import { failedIntent, findIntent, intentOf, paidIntent } from '#sandbox/stripe/payments/intents.ts'
import { newPaymentMethod, type PaymentDetails } from '#sandbox/stripe/payments/payment-method.ts'
import { removeSettlement, scheduleSettlement } from '#sandbox/stripe/payments/settlements.ts'
import { redeem } from '#sandbox/stripe/promotions/promotion-codes.ts'
import { planRefunds, type RefundOutcome } from '#sandbox/stripe/refunds/refund-outcomes.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

/** The outcome of a payment step. `closed` means that the Checkout Session isn't open, or has no open challenge to answer. */
export type PaymentResult =
	| { kind: 'done' | 'challenge' | 'closed'; checkoutSession: StoredCheckoutSession }
	| { kind: 'declined'; checkoutSession: StoredCheckoutSession; failure: Failure }

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
	checkoutSessionId: string,
	buyer: Buyer,
	details: PaymentDetails | undefined,
): PaymentResult | undefined {
	return world.store.transaction(() => {
		const found = currentCheckoutSession(world, checkoutSessionId)
		if (found?.status !== 'open') return found && { kind: 'closed', checkoutSession: found }
		const checkoutSession = calculateTax(world, found, buyer.country)
		if (checkoutSession.amount_total === 0)
			return { kind: 'done', checkoutSession: complete(world, checkoutSession, buyer, 'no_payment_required') }
		if (details === undefined) throw new Error('a payment needs a card or an account')
		const intent = intentOf(world, checkoutSession)
		if (checkoutSession.payment_intent === null) recordEvent(world, 'payment_intent.created', intent)
		const method = newPaymentMethod(world, details, buyer)
		const current = world.objects.find('checkout.session', checkoutSession.id) ?? checkoutSession
		if (details.type === 'bacs_debit')
			return {
				kind: 'done',
				checkoutSession: startDebit(world, current, intent, method, buyer, details.succeeds),
			}
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
					checkoutSession: succeed(world, current, intent, method, buyer, {
						...(details.behaviour.does === 'dispute' ? { dispute: details.behaviour.as } : {}),
						...(details.behaviour.does === 'refund later' ? { refunds: details.behaviour.outcome } : {}),
						warnsOfFraud: details.behaviour.does === 'warn of fraud',
					}),
				}
		}
	})
}

/** Completes or fails a 3-D Secure challenge. The result is `closed` if no challenge is open. */
export function answerChallenge(
	world: StripeWorld,
	checkoutSessionId: string,
	answer: 'complete' | 'fail',
): PaymentResult | undefined {
	return world.store.transaction(() => {
		const checkoutSession = currentCheckoutSession(world, checkoutSessionId)
		if (checkoutSession === undefined) return undefined
		const intent = findIntent(world, checkoutSession)
		const method = intent?.payment_method
			? world.objects.find('payment_method', intent.payment_method)
			: undefined
		const { buyer } = findDraft(world.store, checkoutSession.id)
		if (
			checkoutSession.status !== 'open' ||
			intent?.status !== 'requires_action' ||
			method === undefined ||
			buyer === undefined
		) {
			return { kind: 'closed', checkoutSession }
		}
		if (answer === 'fail') return decline(world, checkoutSession, intent, method, buyer, authenticationFailed)
		return {
			kind: 'done',
			checkoutSession: succeed(world, checkoutSession, intent, method, buyer, { challenged: true }),
		}
	})
}

/**
 * Applies the bank's answer to a debit, which may come long after the buyer has left. Returns undefined if no debit is waiting
 * for an answer.
 */
export function settle(
	world: StripeWorld,
	checkoutSessionId: string,
	succeeds: boolean,
): StoredCheckoutSession | undefined {
	return world.store.transaction(() => {
		removeSettlement(world.store, checkoutSessionId)
		const checkoutSession = world.objects.find('checkout.session', checkoutSessionId)
		const intent = checkoutSession && findIntent(world, checkoutSession)
		const charge = intent?.latest_charge ? world.objects.find('charge', intent.latest_charge) : undefined
		if (checkoutSession === undefined || intent?.status !== 'processing' || charge === undefined)
			return undefined
		if (!succeeds) {
			recordEvent(world, 'charge.failed', settledCharge(world, charge, debitFailed))
			recordEvent(world, 'payment_intent.payment_failed', failedIntent(world, intent, charge.id, debitFailed))
			recordEvent(world, 'checkout.session.async_payment_failed', checkoutSession)
			return checkoutSession
		}
		const settled = settledCharge(world, charge)
		recordEvent(world, 'charge.succeeded', settled)
		recordEvent(world, 'payment_intent.succeeded', paidIntent(world, intent, charge.id))
		const paid = world.objects.update('checkout.session', { ...checkoutSession, payment_status: 'paid' })
		recordEvent(world, 'checkout.session.async_payment_succeeded', paid)
		bookCharge(world, settled)
		return paid
	})
}

type PaymentMethod = Kinds['payment_method']

interface SucceedOptions {
	/** The dispute that the buyer's bank opens right after the payment. */
	dispute?: DisputeKind
	/** Whether the buyer's bank reports fraud right after the payment. */
	warnsOfFraud?: boolean
	challenged?: boolean
	/** How refunds of this payment end, if they don't succeed at once. */
	refunds?: RefundOutcome
}

function succeed(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	intent: StoredPaymentIntent,
	method: PaymentMethod,
	buyer: Buyer,
	{ dispute, warnsOfFraud = false, challenged = false, refunds }: SucceedOptions,
): StoredCheckoutSession {
	const charge = newCharge(world, { intent, method, status: 'succeeded', challenged })
	if (refunds !== undefined) planRefunds(world.store, charge.id, refunds)
	recordEvent(world, 'charge.succeeded', charge)
	recordEvent(
		world,
		'payment_intent.succeeded',
		paidIntent(world, { ...intent, payment_method: method.id }, charge.id),
	)
	const completed = complete(world, checkoutSession, buyer, 'paid')
	const booked = bookCharge(world, charge)
	if (warnsOfFraud) warnOfFraud(world, booked, 'made_with_stolen_card')
	if (dispute !== undefined) openDispute(world, booked, { kind: dispute })
	return completed
}

function startDebit(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	intent: StoredPaymentIntent,
	method: PaymentMethod,
	buyer: Buyer,
	succeeds: boolean,
): StoredCheckoutSession {
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
		checkoutSession.id,
		succeeds,
		world.clock.now().getTime() + readSwitches(world.store).settleAfterSeconds * 1000,
	)
	return complete(world, checkoutSession, buyer, 'unpaid')
}

function challenge(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	intent: StoredPaymentIntent,
	method: PaymentMethod,
	buyer: Buyer,
): PaymentResult {
	saveDraft(world.store, checkoutSession.id, { ...findDraft(world.store, checkoutSession.id), buyer })
	const url = `${world.origin()}/checkout/${checkoutSession.id}/challenge`
	const waiting = world.objects.update('payment_intent', {
		...intent,
		next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: checkoutSession.url, url } },
		payment_method: method.id,
		status: 'requires_action',
	})
	recordEvent(world, 'payment_intent.requires_action', waiting)
	return { kind: 'challenge', checkoutSession }
}

function decline(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
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
	saveDraft(world.store, checkoutSession.id, { ...findDraft(world.store, checkoutSession.id), buyer })
	recordEvent(
		world,
		'payment_intent.payment_failed',
		failedIntent(world, intent, charge?.id, failure, method),
	)
	return { kind: 'declined', checkoutSession, failure }
}

function complete(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
	buyer: Buyer,
	paymentStatus: 'paid' | 'unpaid' | 'no_payment_required',
): StoredCheckoutSession {
	const completed = world.objects.update('checkout.session', {
		...checkoutSession,
		collected_information: { business_name: null, individual_name: null, shipping_details: null },
		consent:
			checkoutSession.consent_collection === null
				? null
				: { promotions: null, terms_of_service: buyer.consented ? 'accepted' : null },
		customer_details: customerDetails(buyer.email, buyer),
		payment_status: paymentStatus,
		status: 'complete',
		url: null,
	})
	for (const { promotion_code: code } of completed.discounts ?? [])
		if (typeof code === 'string') redeem(world, code)
	recordEvent(world, 'checkout.session.completed', completed)
	return completed
}
