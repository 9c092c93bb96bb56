import Stripe from 'stripe'
import { z } from 'zod'
import { withoutPerson } from '#server/adapters/payments/remove-personal-data.ts'
import { toStorableJson } from '#server/adapters/payments/storable-json.ts'
import { eventSchema } from '#server/adapters/payments/stripe-shapes.ts'
import type { VerifiedEvent } from '#server/shop/payment-provider.ts'
import { AppError } from '#shared/app-error.ts'
import { type Clock, unixSeconds } from '#shared/clock.ts'

interface VerifyOptions {
	webhookSecret: string
	/** Whether the shop's key moves real money: events of the other mode are not about its sales. */
	isLive: boolean
	clock: Clock
}

/** How far an event's signature time may differ from ours, in seconds, past or future. */
const toleranceSeconds = 300
// Required only here: an event that was stored has been checked.
const deliveredSchema = eventSchema.extend({ livemode: z.boolean() })
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Verifies an event by its signature on the raw bytes before anything else is read, and leaves out who paid. Throws
 * `invalid_signature`; for a signed body that is not an event, `bad_json` or a `ZodError`.
 */
export function verifyStripeEvent(options: VerifyOptions, body: Buffer, signature: string): VerifiedEvent {
	try {
		verifySignature(options, body, signature)
	} catch (error) {
		throw new AppError({
			code: 'invalid_signature',
			status: 400,
			message: 'Invalid signature',
			cause: error,
		})
	}
	const event = parseEvent(body)
	const { id, type, livemode } = deliveredSchema.parse(event)
	return { id, type, isOfOtherMode: livemode !== options.isLive, payload: withoutPerson(event) }
}

/** Throws if the provider did not sign these bytes within the tolerance. */
function verifySignature({ webhookSecret, clock }: VerifyOptions, body: Buffer, signature: string): void {
	const now = unixSeconds(clock)
	// The SDK passes over a byte order mark, which the provider never signed.
	if (body.subarray(0, 3).equals(byteOrderMark)) throw new Error('not the bytes that were signed')
	// The SDK takes a time far in the future for fresh, which would stretch how long a stolen event can be replayed.
	const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)]
	// With two times in the header, the SDK might check one and we the other.
	if (times.length !== 1) throw new Error('not signed at one time')
	const signedAt = Number(times[0]?.[1])
	if (!(signedAt <= now + toleranceSeconds)) throw new Error('signed in the future')
	const verifier = Stripe.webhooks.signature
	if (verifier === null) throw new Error('the SDK cannot verify signatures')
	verifier.verifyHeader(body, signature, webhookSecret, toleranceSeconds, undefined, now * 1000)
}

/** Parses the body, then cleans its strings: a buyer may have typed anything, `\u0000` included. */
function parseEvent(body: Buffer): unknown {
	try {
		return toStorableJson(JSON.parse(body.toString('utf8')))
	} catch (error) {
		// The original error is left out: it would quote the event, and with it the payer.
		const message = error instanceof RangeError ? 'The event is nested too deeply' : 'The event is not JSON'
		throw new AppError({ code: 'bad_json', status: 400, message })
	}
}
