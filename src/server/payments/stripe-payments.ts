import Stripe from 'stripe'
import { eventSchema, readStripeEvent, sessionSchema } from '#server/payments/stripe-shapes.ts'
import {
	type CheckoutRequest,
	type CheckoutSession,
	type PaymentProvider,
	ProviderFailure,
} from '#server/shop/payment-provider.ts'
import { AppError } from '#shared/app-error.ts'
import { type Clock, unixSeconds } from '#shared/clock.ts'

interface StripePaymentsOptions {
	secretKey: string
	webhookSecret: string
	/** Where the API is, when it is not Stripe itself but the sandbox. */
	host?: { name: string; port: number }
	siteUrl: string
	clock: Clock
}

/** How far an event's signature time may lie from ours, in seconds, past or future. */
const toleranceSeconds = 300
const callsAtOnce = 10

/** The wording the buyer agrees to on the hosted page: UK law lets a right to cancel end only with an express consent. */
export const deliveryConsent =
	'I want my guide at once, and I understand that I lose my 14-day right to cancel as soon as the download is made available to me.'

/** Speaks to Stripe, or to the sandbox in its place, through the official SDK. */
export function createStripePayments({
	secretKey,
	webhookSecret,
	host,
	siteUrl,
	clock,
}: StripePaymentsOptions): PaymentProvider {
	const stripe = new Stripe(secretKey, {
		timeout: 10_000,
		maxNetworkRetries: 1,
		telemetry: false,
		...(host === undefined ? {} : { host: host.name, port: host.port, protocol: 'http' as const }),
	})
	let inFlight = 0

	/** Runs one call, unless too many wait for an answer already: a provider that hangs must not take the shop with it. */
	async function call<T>(work: () => Promise<T>): Promise<T> {
		if (inFlight >= callsAtOnce)
			throw new ProviderFailure({ definite: false, cause: 'too many calls in flight' })
		inFlight += 1
		try {
			return await work()
		} catch (error) {
			throw asFailure(error)
		} finally {
			inFlight -= 1
		}
	}

	return {
		openCheckout: (request) =>
			call(async () => {
				const session = await stripe.checkout.sessions.create(sessionParameters(request, siteUrl), {
					idempotencyKey: `${request.purchaseId}-${request.attempt}`,
				})
				return sessionSchema.parse(session)
			}),
		getCheckout: (sessionId) => call(async () => await retrieve(sessionId)),
		expireCheckout: (sessionId) =>
			call(async () => {
				const session = await retrieve(sessionId)
				if (session?.status === 'open') await stripe.checkout.sessions.expire(sessionId)
			}),
		refund: (paymentIntentId, purchaseId) =>
			call(async () => {
				const refund = await stripe.refunds.create(
					{ payment_intent: paymentIntentId, reason: 'duplicate', metadata: { purchase_id: purchaseId } },
					{ idempotencyKey: `refund-${purchaseId}` },
				)
				return refund.id
			}),
		verifyEvent: (body, signature) => {
			try {
				const now = unixSeconds(clock)
				// The SDK takes a time far in the future for fresh, which would stretch how long a stolen event can be replayed.
				const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)]
				// With two times in the header, the SDK might check one and we the other.
				if (times.length !== 1) throw new Error('not signed at one time')
				const signedAt = Number(times[0]?.[1])
				if (!(signedAt <= now + toleranceSeconds)) throw new Error('signed in the future')
				stripe.webhooks.constructEvent(
					body,
					signature,
					webhookSecret,
					toleranceSeconds,
					undefined,
					now * 1000,
				)
			} catch (error) {
				throw new AppError({
					code: 'invalid_signature',
					status: 400,
					message: 'Invalid signature',
					cause: error,
				})
			}
			// PostgreSQL's JSON holds no NUL, and nothing the shop reads has one.
			const payload: unknown = JSON.parse(
				body
					.toString('utf8')
					.replace(/^\uFEFF/, '')
					.replaceAll('\\u0000', ''),
			)
			const { id, type } = eventSchema.parse(payload)
			return { id, type, payload }
		},
		readEvent: readStripeEvent,
	}

	async function retrieve(sessionId: string): Promise<CheckoutSession | undefined> {
		try {
			return sessionSchema.parse(await stripe.checkout.sessions.retrieve(sessionId))
		} catch (error) {
			if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
				return undefined
			throw error
		}
	}
}

function sessionParameters(request: CheckoutRequest, siteUrl: string): Stripe.Checkout.SessionCreateParams {
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
				},
			},
		],
		adaptive_pricing: { enabled: false },
		consent_collection: { terms_of_service: 'required' },
		custom_text: { terms_of_service_acceptance: { message: deliveryConsent } },
		expires_at: Math.floor(request.expiresAt.getTime() / 1000),
		success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
		cancel_url: `${siteUrl}/premium?checkout=cancelled`,
	}
}

/** Whether the provider answered and refused, or whether nobody knows. */
function asFailure(error: unknown): unknown {
	if (error instanceof Stripe.errors.StripeConnectionError)
		return new ProviderFailure({ definite: false, cause: error })
	if (error instanceof Stripe.errors.StripeError) {
		// 409: another call with the same key is being acted on at this moment.
		return new ProviderFailure({ definite: error.statusCode !== 409, cause: error })
	}
	return error
}
