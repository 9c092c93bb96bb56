/** The account payments go to, and where its API is when that is not Stripe itself but the sandbox. */
export interface StripeAccount {
	secretKey: string
	webhookSecret: string
	host?: { name: string; port: number }
}

/** The owner's account at Stripe; where the settings name none, the sandbox's in its place. */
export function stripeAccountOf(
	{ stripe, sandboxPort }: { stripe: StripeAccount | undefined; sandboxPort: number },
	keys: { sandboxSecretKey: string; sandboxWebhookSecret: string },
): StripeAccount {
	return (
		stripe ?? {
			secretKey: keys.sandboxSecretKey,
			webhookSecret: keys.sandboxWebhookSecret,
			host: { name: '127.0.0.1', port: sandboxPort },
		}
	)
}

/** Reports whether a key moves real money. The sandbox's is a test key. */
export function isLiveKey(secretKey: string): boolean {
	return /^(sk|rk)_live_/.test(secretKey)
}
