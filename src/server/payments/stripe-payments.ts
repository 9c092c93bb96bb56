import Stripe from 'stripe'
import { listAll } from '#server/payments/list-all.ts'
import { type CallOptions, createProviderCalls } from '#server/payments/provider-calls.ts'
import { isLiveKey, type StripeAccount } from '#server/payments/stripe-account.ts'
import { readStripeEvent } from '#server/payments/stripe-events.ts'
import { readCharge, readDispute, readRefund, sessionSchema } from '#server/payments/stripe-shapes.ts'
import { verifyStripeEvent } from '#server/payments/verify-event.ts'
import type { CheckoutRequest, CheckoutSession, PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Clock } from '#shared/clock.ts'

/** What an owner may change about the hosted checkout. */
export interface CheckoutSettings {
	/** Whether the hosted page asks for a promotion code. */
	promotionCodes: boolean
	/** Whether Stripe Tax works out the VAT in the price. */
	automaticTax: boolean
}

interface StripePaymentsOptions extends StripeAccount {
	siteUrl: string
	checkout: CheckoutSettings
	/** How many calls a second this process makes at most. */
	callsPerSecond: number
	clock: Clock
}

/** Speaks to Stripe, or to the sandbox in its place, through the official SDK. */
export function createStripePayments({
	secretKey,
	webhookSecret,
	host,
	siteUrl,
	checkout,
	callsPerSecond,
	clock,
}: StripePaymentsOptions): PaymentProvider {
	const stripe = new Stripe(secretKey, {
		// Retries are made in `provider-calls.ts`. The SDK repeats a call once by itself if its connection is closed.
		maxNetworkRetries: 0,
		telemetry: false,
		...(host === undefined ? {} : { host: host.name, port: host.port, protocol: 'http' as const }),
	})
	const calls = createProviderCalls({ callsPerSecond, random: Math.random })
	const opening = new Map<string, Promise<CheckoutSession>>()

	return {
		openCheckout: async (request) => {
			const idempotencyKey = `${request.purchaseId}-${request.attempt}`
			// Twenty clicks at once are one call: they would fill the queue, for the same answer.
			const underWay = opening.get(idempotencyKey)
			if (underWay !== undefined) return await underWay
			const parameters = sessionParameters(request, { siteUrl, checkout })
			const opened = calls
				.run(
					async (options) =>
						sessionSchema.parse(
							await stripe.checkout.sessions.create(parameters, { ...options, idempotencyKey }),
						),
					'buyer',
				)
				.finally(() => opening.delete(idempotencyKey))
			opening.set(idempotencyKey, opened)
			return await opened
		},
		getCheckout: (sessionId) => calls.run(async (options) => await retrieve(sessionId, options), 'buyer'),
		expireCheckout: (sessionId) =>
			calls.run(async (options) => {
				const session = await retrieve(sessionId, options)
				if (session?.status === 'open') await stripe.checkout.sessions.expire(sessionId, {}, options)
			}, 'buyer'),
		refund: (paymentIntentId, purchaseId) =>
			calls.run(async (options) => {
				try {
					// Under no idempotency key of its own: a refusal remembered there would outlive its reason, and what has
					// been given back cannot be given back again.
					const { id } = await stripe.refunds.create(
						{ payment_intent: paymentIntentId, metadata: { purchase_id: purchaseId } },
						options,
					)
					return id
				} catch (error) {
					if (isRefusedAs(error, 'charge_disputed')) return null
					if (!isRefusedAs(error, 'charge_already_refunded')) throw error
					const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: 1 }, options)
					return data[0]?.id ?? 'given back already'
				}
			}),
		getPayment: (paymentIntentId) =>
			calls.run(async (options) => {
				const { data } = await stripe.charges.list({ payment_intent: paymentIntentId, limit: 100 }, options)
				return data.map(readCharge).find((payment) => payment !== undefined)
			}),
		listCheckouts: async function* (since) {
			const sessions = listAll(calls, (page, options) =>
				stripe.checkout.sessions.list({ ...page, created: from(since) }, options),
			)
			for await (const session of sessions) {
				const read = sessionSchema.safeParse(session)
				// Others may sell in ways of their own on the same account; what we opened must be readable.
				if (read.success && session.mode === 'payment') yield read.data
				else if (session.metadata?.purchase_id !== undefined) throw read.error
			}
		},
		listPayments: async function* (since) {
			const charges = listAll(calls, (page, options) =>
				stripe.charges.list({ ...page, created: from(since) }, options),
			)
			for await (const charge of charges) {
				const payment = readCharge(charge)
				if (payment !== undefined) yield payment
			}
		},
		listRefunds: async function* (since) {
			const refunds = listAll(calls, (page, options) =>
				stripe.refunds.list({ ...page, created: from(since) }, options),
			)
			for await (const refund of refunds) yield readRefund(refund)
		},
		listDisputes: async function* (since) {
			const disputes = listAll(calls, (page, options) =>
				stripe.disputes.list({ ...page, created: from(since) }, options),
			)
			for await (const dispute of disputes) yield readDispute(dispute)
		},
		verifyEvent: (body, signature) =>
			verifyStripeEvent({ webhookSecret, isLive: isLiveKey(secretKey), clock }, body, signature),
		readEvent: readStripeEvent,
	}

	async function retrieve(sessionId: string, options: CallOptions): Promise<CheckoutSession | undefined> {
		try {
			return sessionSchema.parse(await stripe.checkout.sessions.retrieve(sessionId, {}, options))
		} catch (error) {
			if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
				return undefined
			throw error
		}
	}
}

function from(since: Date) {
	return { gte: Math.floor(since.getTime() / 1000) }
}

function isRefusedAs(error: unknown, code: string): boolean {
	return error instanceof Stripe.errors.StripeError && error.code === code
}

function sessionParameters(
	request: CheckoutRequest,
	{ siteUrl, checkout }: Pick<StripePaymentsOptions, 'siteUrl' | 'checkout'>,
): Stripe.Checkout.SessionCreateParams {
	const metadata = {
		purchase_id: request.purchaseId,
		user_id: request.userId,
		catalogue_id: request.catalogueId,
	}
	return {
		mode: 'payment',
		client_reference_id: request.purchaseId,
		customer_email: request.customerEmail,
		metadata,
		payment_intent_data: { metadata, description: request.productName },
		line_items: [
			{
				quantity: 1,
				price_data: {
					currency: request.currency.toLowerCase(),
					unit_amount: request.pricePence,
					product_data: { name: request.productName, metadata: { catalogue_id: request.catalogueId } },
					// The price shown is the price paid: VAT is in it, never on top.
					...(checkout.automaticTax ? { tax_behavior: 'inclusive' as const } : {}),
				},
			},
		],
		adaptive_pricing: { enabled: false },
		...(checkout.promotionCodes ? { allow_promotion_codes: true } : {}),
		...(checkout.automaticTax ? { automatic_tax: { enabled: true } } : {}),
		consent_collection: { terms_of_service: 'required' },
		custom_text: { terms_of_service_acceptance: { message: request.consentWording } },
		expires_at: Math.floor(request.expiresAt.getTime() / 1000),
		success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
		cancel_url: `${siteUrl}/premium?checkout=cancelled&product=${request.catalogueId}`,
	}
}
