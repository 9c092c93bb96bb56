/** The account that receives the payments; `host` is set only for the sandbox. */
export interface StripeAccount {
	secretKey: string
	webhookSecret: string
	host?: { name: string; port: number }
}

/** Returns the owner's Stripe account, or the sandbox's if the settings name none. */
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

/** Returns the URL of something in Stripe's dashboard, or in the sandbox's; null if the dashboard has no page for it. */
export function pageOf(
	{ secretKey, host }: { secretKey: string; host: StripeAccount['host'] | undefined },
	kind: 'Checkout Session' | 'payment' | 'payout',
	id: string,
): string | null {
	if (host !== undefined)
		return kind === 'Checkout Session'
			? `http://localhost:${host.port}/stripe/checkout-sessions/${encodeURIComponent(id)}`
			: null
	if (kind === 'Checkout Session') return null
	const mode = isLiveKey(secretKey) ? '' : 'test/'
	return `https://dashboard.stripe.com/${mode}${kind}s/${encodeURIComponent(id)}`
}

/** Reports whether a key moves real money. The sandbox's key is a test key. */
export function isLiveKey(secretKey: string): boolean {
	return /^(sk|rk)_live_/.test(secretKey)
}
