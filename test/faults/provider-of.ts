import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import type { CheckoutSession, PaymentProvider } from '#server/shop/payment-provider.ts'
import { systemClock } from '#shared/clock.ts'
import { sandboxKeysOf } from '#test/stripe-of.ts'

/** Connects to the sandbox of the shop in a folder, with the shop's code but with a queue of calls separate from the shop's. */
export async function providerOf(dataDir: string, sandboxUrl: string): Promise<PaymentProvider> {
	const keys = await sandboxKeysOf(dataDir)
	const { hostname: name, port } = new URL(sandboxUrl)
	return createStripePayments({
		secretKey: keys.sandboxSecretKey,
		webhookSecret: keys.sandboxWebhookSecret,
		host: { name, port: Number(port) },
		siteUrl: 'http://localhost',
		checkout: defaultMoneySettings,
		callsPerSecond: 20,
		clock: systemClock,
	})
}

/** Lists a user's Checkout Sessions, whatever their status. */
export async function checkoutSessionsOf(
	payments: PaymentProvider,
	person: { userId: string },
): Promise<CheckoutSession[]> {
	const checkoutSessions: CheckoutSession[] = []
	for await (const checkoutSession of payments.listCheckouts(new Date(0)))
		if (checkoutSession.userId === person.userId) checkoutSessions.push(checkoutSession)
	return checkoutSessions
}
