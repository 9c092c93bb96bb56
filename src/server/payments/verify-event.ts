import Stripe from 'stripe'
import { eventSchema } from '#server/payments/stripe-shapes.ts'
import { withoutPerson } from '#server/payments/without-person.ts'
import { AppError } from '#shared/app-error.ts'
import { type Clock, unixSeconds } from '#shared/clock.ts'

interface VerifyOptions {
	webhookSecret: string
	clock: Clock
}

/** How far an event's signature time may lie from ours, in seconds, past or future. */
const toleranceSeconds = 300
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Proves an event from its raw bytes before anything is read of it, and leaves out who paid. Throws `invalid_signature`. */
export function verifyStripeEvent(
	{ webhookSecret, clock }: VerifyOptions,
	body: Buffer,
	signature: string,
): { id: string; type: string; payload: unknown } {
	try {
		const now = unixSeconds(clock)
		// The SDK passes over a byte order mark, which the provider never signed.
		if (body.subarray(0, 3).equals(byteOrderMark)) throw new Error('not the bytes that were signed')
		// The SDK takes a time far in the future for fresh, which would stretch how long a stolen event can be replayed.
		const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)]
		// With two times in the header, the SDK might check one and we the other.
		if (times.length !== 1) throw new Error('not signed at one time')
		const signedAt = Number(times[0]?.[1])
		if (!(signedAt <= now + toleranceSeconds)) throw new Error('signed in the future')
		Stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, now * 1000)
	} catch (error) {
		throw new AppError({
			code: 'invalid_signature',
			status: 400,
			message: 'Invalid signature',
			cause: error,
		})
	}
	// PostgreSQL's JSON holds no NUL, and nothing the shop reads has one.
	const payload: unknown = JSON.parse(body.toString('utf8').replaceAll('\\u0000', ''))
	const { id, type } = eventSchema.parse(payload)
	return { id, type, payload: withoutPerson(payload) }
}
