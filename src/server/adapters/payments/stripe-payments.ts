import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import {
	type CheckoutSettings,
	checkoutSessionParameters,
} from '#server/adapters/payments/checkout-session-parameters.ts'
import { putDiscountCode } from '#server/adapters/payments/discount-codes.ts'
import { from, listAll } from '#server/adapters/payments/list-all.ts'
import { type CallOptions, codeOf, createProviderCalls } from '#server/adapters/payments/provider-calls.ts'
import { createProviderLists } from '#server/adapters/payments/provider-lists.ts'
import { isLiveKey, pageOf, type StripeAccount } from '#server/adapters/payments/stripe-account.ts'
import { evidenceOf, mayAnswer, readDispute } from '#server/adapters/payments/stripe-disputes.ts'
import { readStripeEvent, verifyStripeEvent } from '#server/adapters/payments/stripe-events.ts'
import { checkoutSessionSchema, readCharge, readRefund } from '#server/adapters/payments/stripe-shapes.ts'
import type { Outage } from '#server/platform/outage.ts'
import {
	type CheckoutRequest,
	type CheckoutSession,
	type CurrentPayment,
	type PaymentProvider,
	ProviderFailure,
	sumOfRefunds,
} from '#server/shop/payment-provider.ts'
import type { Clock } from '#shared/clock.ts'

interface StripePaymentsOptions extends StripeAccount {
	siteUrl: string
	checkout: CheckoutSettings
	/** How many calls this process may start in a second. */
	callsPerSecond: number
	/** Receives whether Stripe answers. */
	outage?: Outage
	clock: Clock
}

/** Creates the payment provider: Stripe, or the sandbox in its place, through the official SDK. */
export function createStripePayments({
	secretKey,
	webhookSecret,
	host,
	siteUrl,
	checkout,
	callsPerSecond,
	outage,
	clock,
}: StripePaymentsOptions): PaymentProvider {
	const stripe = new Stripe(secretKey, {
		// Retries are made in `provider-calls.ts`. Even so, the SDK repeats a call once if its connection is closed.
		maxNetworkRetries: 0,
		telemetry: false,
		...(host === undefined ? {} : { host: host.name, port: host.port, protocol: 'http' as const }),
	})
	const calls = createProviderCalls({ callsPerSecond, outage, random: Math.random })
	const isSandbox = host !== undefined
	const opening = new Map<string, Promise<CheckoutSession>>()

	return {
		openCheckout: async (request) => {
			const idempotencyKey = `${request.purchaseId}-${request.attempt}`
			// Simultaneous clicks share one call, so that they don't fill the queue.
			const underWay = opening.get(idempotencyKey)
			if (underWay !== undefined) return await underWay
			const parameters = checkoutSessionParameters(request, { siteUrl, checkout, isSandbox })
			const opened = calls
				.run(
					async (options) =>
						checkoutSessionSchema.parse(
							await stripe.checkout.sessions.create(parameters, { ...options, idempotencyKey }),
						),
					'buyer',
				)
				.catch((error: unknown) => {
					if (isServerError(error) || isKeyTaken(error)) return findOpened(request, error)
					throw error
				})
				.finally(() => opening.delete(idempotencyKey))
			opening.set(idempotencyKey, opened)
			return await opened
		},
		getCheckout: (id) => calls.run(async (options) => await retrieve(id, options), 'buyer'),
		expireCheckout: (id) =>
			calls.run(async (options) => {
				const checkoutSession = await retrieve(id, options)
				if (checkoutSession?.status === 'open') await stripe.checkout.sessions.expire(id, {}, options)
			}, 'buyer'),
		refund: async (paymentIntentId, purchaseId) => {
			try {
				// No idempotency key is sent: with the same key, Stripe would repeat an earlier refusal even if its reason no longer
				// applies. No key is needed either, because a payment cannot be refunded in full twice.
				const { id } = await calls.run((options) =>
					stripe.refunds.create(
						{ payment_intent: paymentIntentId, metadata: { purchase_id: purchaseId } },
						options,
					),
				)
				return { kind: 'refunded', refundId: id }
			} catch (error) {
				const code = codeOf(error)
				if (code === 'charge_disputed') return { kind: 'disputed' }
				if (code === 'resource_missing') return { kind: 'unknown' }
				if (code !== 'charge_already_refunded' && !isServerError(error)) throw error
				const refundId = await findWholeRefund(paymentIntentId)
				if (refundId === undefined) throw error
				return { kind: 'refunded', refundId }
			}
		},
		refundPart: async (paymentIntentId, { purchaseId, amountPence, key }) => {
			try {
				// Looks for the refund first, because the idempotency key alone is not enough. Stripe forgets the key after a day. Until
				// then, a call that got a server error gets the same error each time it is repeated.
				const refunds = listAll(calls, (page, options) =>
					stripe.refunds.list({ ...page, payment_intent: paymentIntentId }, options),
				)
				for await (const { id, metadata } of refunds)
					if (metadata?.refund_key === key) return { kind: 'refunded', refundId: id }
				const { id } = await calls.run((options) =>
					stripe.refunds.create(
						{
							payment_intent: paymentIntentId,
							amount: amountPence,
							metadata: { purchase_id: purchaseId, refund_key: key },
						},
						{ ...options, idempotencyKey: key },
					),
				)
				return { kind: 'refunded', refundId: id }
			} catch (error) {
				const code = codeOf(error)
				if (code === 'charge_disputed') return { kind: 'disputed' }
				if (code === 'resource_missing') return { kind: 'unknown' }
				throw error
			}
		},
		putDiscountCode: (code) => putDiscountCode({ stripe, calls, siteUrl, isSandbox }, code),
		pageOf: (kind, id) => pageOf({ secretKey, host }, kind, id),
		ping: async () => {
			await calls.run((options) => stripe.checkout.sessions.list({ limit: 1 }, options))
		},
		getPayment,
		hasFailed: async (paymentIntentId) => {
			const charges = await Array.fromAsync(
				listAll(calls, (page, options) =>
					stripe.charges.list({ ...page, payment_intent: paymentIntentId }, options),
				),
			)
			// A declined card leaves a failed charge too, beside that of the debit which is under way.
			return charges.length > 0 && charges.every(({ status }) => status === 'failed')
		},
		getCardCountry: async (paymentIntentId) => {
			const { data } = await calls.run((options) =>
				stripe.charges.list({ payment_intent: paymentIntentId, limit: 100 }, options),
			)
			return data.find(({ paid }) => paid)?.payment_method_details?.card?.country ?? null
		},
		...createProviderLists(stripe, calls),
		answerDispute: async (disputeId, { stage, text }) => {
			const answer = await calls.run(async (options) =>
				mayAnswer(await stripe.disputes.retrieve(disputeId, {}, options), stage),
			)
			if (answer !== 'yes') return answer
			const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
			await calls.run((options) =>
				stripe.disputes.update(
					disputeId,
					{ evidence: evidenceOf(stage, text), submit: true },
					{ ...options, idempotencyKey: `answer-${stage}-${disputeId}-${hash}` },
				),
			)
			return 'sent'
		},
		verifyEvent: (body, signature) =>
			verifyStripeEvent({ webhookSecret, isLive: isLiveKey(secretKey), clock }, body, signature),
		readEvent: readStripeEvent,
	}

	async function retrieve(id: string, options: CallOptions): Promise<CheckoutSession | undefined> {
		try {
			return checkoutSessionSchema.parse(await stripe.checkout.sessions.retrieve(id, {}, options))
		} catch (error) {
			if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
				return undefined
			throw error
		}
	}

	async function getPayment(paymentIntentId: string): Promise<CurrentPayment | undefined> {
		const of = { payment_intent: paymentIntentId }
		try {
			const charges = await Array.fromAsync(
				listAll(calls, (page, options) => stripe.charges.list({ ...page, ...of }, options)),
			)
			// A declined card leaves a charge too, besides the one that was paid.
			const payment = charges.map(readCharge).find((read) => read !== undefined)
			if (payment === undefined) return undefined
			const refunds = await Array.fromAsync(
				listAll(calls, (page, options) => stripe.refunds.list({ ...page, ...of }, options)),
				readRefund,
			)
			const disputes = await Array.fromAsync(
				listAll(calls, (page, options) => stripe.disputes.list({ ...page, ...of }, options)),
				readDispute,
			)
			return { ...payment, refundedPence: sumOfRefunds(refunds), refunds, disputes }
		} catch (error) {
			if (codeOf(error) === 'resource_missing') return undefined
			throw error
		}
	}

	/** Returns a refund of the payment if the payment is fully refunded; undefined otherwise. */
	async function findWholeRefund(paymentIntentId: string): Promise<string | undefined> {
		const payment = await getPayment(paymentIntentId)
		if (payment === undefined || payment.refundedPence < payment.amountPence) return undefined
		return payment.refunds.find(({ stands }) => stands)?.id
	}

	/**
	 * Finds out whether Stripe opened a Checkout Session although it answered with an error. With the same key Stripe would only
	 * repeat that answer, so this looks for the Checkout Session in Stripe's list. Throws `ProviderFailure` if there is none.
	 */
	async function findOpened(request: CheckoutRequest, failure: unknown): Promise<CheckoutSession> {
		const since = new Date(request.expiresAt.getTime() - longestCheckoutSessionMs)
		const checkoutSessions = listAll(calls, (page, options) =>
			stripe.checkout.sessions.list({ ...page, created: from(since), status: 'open' }, options),
		)
		for await (const checkoutSession of checkoutSessions)
			if (checkoutSession.client_reference_id === request.purchaseId)
				return checkoutSessionSchema.parse(checkoutSession)
		throw new ProviderFailure({ definite: true, cause: failure })
	}
}

// The longest life of a Checkout Session that Stripe allows.
const longestCheckoutSessionMs = 24 * 3600_000

/** Reports whether Stripe answered with a server error, which means that it may have acted. */
function isServerError(error: unknown): boolean {
	const cause = error instanceof ProviderFailure ? error.cause : undefined
	return cause instanceof Stripe.errors.StripeError && (cause.statusCode ?? 0) >= 500
}

/**
 * Reports whether the idempotency key belongs to a call with other parameters: a server with other settings, or of another release,
 * began the same attempt, or an owner has changed the guide's description since.
 */
function isKeyTaken(error: unknown): boolean {
	return error instanceof ProviderFailure && error.cause instanceof Stripe.errors.StripeIdempotencyError
}
