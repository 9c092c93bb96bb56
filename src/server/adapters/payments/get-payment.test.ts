import { createServer } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, pauseEvents, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})

test('the paid charge is read, even if a declined one came before it', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await pay(world, checkoutSessionId, '4000000000000002')
	await pay(world, checkoutSessionId)
	const checkoutSession = await world.payments.getCheckout(checkoutSessionId)
	const charges = await charged(checkoutSession?.paymentIntentId ?? '')
	expect(charges.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
	expect(await world.payments.getPayment(checkoutSession?.paymentIntentId ?? '')).toMatchObject({
		amountPence: 1499,
		refundedPence: 0,
	})
})

async function charged(paymentIntentId: string): Promise<{ status: string }[]> {
	const response = await fetch(`${world.sandboxUrl}/v1/charges?payment_intent=${paymentIntentId}`, {
		headers: { authorization: `Bearer ${world.keys.sandboxSecretKey}` },
	})
	const list: { data: { status: string }[] } = await response.json()
	return list.data
}

test('the refunded amount does not include failed and cancelled refunds', async () => {
	const sale = await sell(world)
	for (const amount of ['500', '300', '200'])
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount })
	const before = await world.payments.getPayment(sale.paymentIntentId)
	expect(before?.refundedPence).toBe(1000)
	const failing = before?.refunds.find(({ amountPence }) => amountPence === 300)
	await atTheProvider(world, `refunds/${failing?.id}/fail`)
	expect(await world.payments.getPayment(sale.paymentIntentId)).toMatchObject({ refundedPence: 700 })
})

test('a payment that Stripe does not have is reported as unknown, and so is a refund of it', async () => {
	expect(await world.payments.getPayment('pi_unknown')).toBeUndefined()
	expect(await world.payments.refund('pi_unknown', 'none')).toEqual({ kind: 'unknown' })
})

test('a charge’s own total of refunds is not used, because it includes failed and cancelled ones', async () => {
	const list = (...data: object[]) => ({ object: 'list', url: '/', has_more: false, data })
	const about = { payment_intent: 'pi_1', created: 0, currency: 'gbp' }
	const answers: Record<string, object> = {
		charges: list({
			id: 'ch_1',
			...about,
			amount: 1499,
			amount_refunded: 1499,
			refunded: true,
			disputed: false,
			paid: true,
			status: 'succeeded',
		}),
		refunds: list(
			{ id: 're_4', ...about, amount: 400, status: 'canceled' },
			{ id: 're_3', ...about, amount: 599, status: 'failed' },
			{ id: 're_2', ...about, amount: 300, status: 'pending' },
			{ id: 're_1', ...about, amount: 200, status: 'succeeded' },
		),
		disputes: list(),
	}
	const server = createServer((request, response) => {
		const name = new URL(request.url ?? '/', 'http://stripe').pathname.split('/').at(-1) ?? ''
		response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[name]))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	try {
		const address = server.address()
		const payments = createStripePayments({
			secretKey: 'sk_test_unused',
			webhookSecret: 'whsec_unused',
			host: { name: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0 },
			siteUrl: 'https://shop.test',
			checkout: defaultMoneySettings,
			callsPerSecond: 20,
			clock: { now: () => new Date() },
		})
		expect(await payments.getPayment('pi_1')).toMatchObject({ amountPence: 1499, refundedPence: 500 })
	} finally {
		server.closeAllConnections()
		await new Promise((resolve) => server.close(resolve))
	}
})
