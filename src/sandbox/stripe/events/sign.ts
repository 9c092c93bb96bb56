import { createHmac } from 'node:crypto'

/** Returns the `Stripe-Signature` header (https://docs.stripe.com/webhooks#verify-manually). `at` is in unix seconds. */
export function signatureHeader(body: string, secret: string, at: number): string {
	return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}
