import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { offerOf, productForSale } from '#server/apis/functions/create-payment.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import { applyEvent } from '#server/shop/apply-event.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { type CheckoutSession, ProviderFailure } from '#server/shop/payment-provider.ts'
import { cv, openCheckout } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })

async function refusal(client: SupabaseClient) {
	const { error } = await client.functions.invoke('create-payment', { body: cv })
	const answer: Response = error?.context
	return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

test('two servers and many tabs create one Checkout Session and one purchase', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getUser()
	const user = { userId: data.user?.id ?? '', email: data.user?.email ?? '' }
	// A second server has its own connection to the provider and shares only the database.
	const otherPayments = createStripePayments({
		secretKey: world.keys.sandboxSecretKey,
		webhookSecret: world.keys.sandboxWebhookSecret,
		host: { name: '127.0.0.1', port: Number(new URL(world.sandboxUrl).port) },
		siteUrl: world.url,
		checkout: defaultMoneySettings,
		callsPerSecond: 20,
		clock: world.clock,
	})
	const offer = offerOf(productForSale(catalogue, cv))
	const urls = await Promise.all(
		Array.from({ length: 20 }, (_, tab) =>
			beginCheckout({
				database: world.database,
				payments: tab % 2 === 0 ? world.payments : otherPayments,
				clock: world.clock,
				offer,
				faultPoint: noFaults,
				...user,
			}),
		),
	)
	expect(new Set(urls).size).toBe(1)
	expect((await client.from('purchases').select('status')).data).toEqual([{ status: 'pending' }])
	let checkoutSessions = 0
	for await (const checkoutSession of world.payments.listCheckouts(new Date(0)))
		if (checkoutSession.userId === user.userId) checkoutSessions += 1
	expect(checkoutSessions).toBe(1)
})

test('a buyer with a pending bank debit is not asked to pay again', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	const checkoutSession = await world.payments.getCheckout(checkoutSessionId)
	if (checkoutSession === undefined) throw new Error('no Checkout Session')
	const tell = (change: Partial<CheckoutSession>) =>
		world.database.asServer((tx) =>
			fulfil(tx, {
				checkoutSession: { ...checkoutSession, billingCountry: 'GB', ...change },
				cause: 'event',
				paidAt: world.clock.now(),
				shop: world.shop,
			}),
		)
	await tell({ status: 'complete', paymentStatus: 'unpaid', paymentIntentId: 'pi_on_its_way' })
	expect(await refusal(client)).toMatchObject({
		status: 409,
		body: { code: 'payment_settling', message: expect.stringContaining('Please do not pay again') },
	})
	await tell({ status: 'complete', paymentStatus: 'paid', paymentIntentId: 'pi_on_its_way' })
	expect(await refusal(client)).toMatchObject({ status: 409, body: { code: 'already_purchased' } })
})

test('a buyer whose bank debit failed can buy again, and sees no message about a pending payment', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	const opened = await world.payments.getCheckout(checkoutSessionId)
	if (opened === undefined) throw new Error('no Checkout Session')
	const checkoutSession: CheckoutSession = {
		...opened,
		status: 'complete',
		paymentStatus: 'unpaid',
		paymentIntentId: 'pi_refused',
	}
	const tell = (kind: 'checkout' | 'payment failed') =>
		world.database.asServer((tx) =>
			applyEvent(
				tx,
				{ kind, checkoutSession, id: 'evt_debit', type: kind, at: world.clock.now() },
				world.shop,
			),
		)
	await tell('checkout')
	expect(await refusal(client)).toMatchObject({ status: 409, body: { code: 'payment_settling' } })
	await tell('payment failed')
	expect((await client.from('purchases').select('status')).data).toEqual([{ status: 'failed' }])
	const again = await openCheckout(client, cv)
	expect(again).not.toBe(checkoutSessionId)
	expect(await world.payments.getCheckout(again)).toMatchObject({ status: 'open' })
})

test('further fields in the body, such as a price, have no effect', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, {
		...cv,
		price: 0.01,
		currency: 'jpy',
		quantity: 9,
		mode: 'subscription',
		discounts: [{ coupon: 'FREE' }],
		metadata: { user_id: 'someone else' },
		customer: 'cus_someone_else',
	})
	const { data } = await client.auth.getUser()
	expect(await world.payments.getCheckout(checkoutSessionId)).toMatchObject({
		subtotalPence: 1499,
		totalPence: 1499,
		discountPence: 0,
		currency: 'GBP',
		catalogueId: '2',
		userId: data.user?.id,
	})
})

test('buyers are never offered another currency', async () => {
	const checkoutSessionId = await openCheckout(await signedInClient(world), cv)
	const response = await fetch(`${world.sandboxUrl}/v1/checkout/sessions/${checkoutSessionId}`, {
		headers: { authorization: `Bearer ${world.keys.sandboxSecretKey}` },
	})
	expect(await response.json()).toMatchObject({ adaptive_pricing: { enabled: false } })
})

test('the buyer returns to this site, whatever host the request names', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getSession()
	const answer = await world.request('/functions/v1/create-payment', {
		method: 'POST',
		body: JSON.stringify(cv),
		headers: {
			authorization: `Bearer ${data.session?.access_token}`,
			apikey: world.keys.publishableKey,
			'content-type': 'application/json',
			origin: 'https://evil.test',
			host: 'evil.test',
			'x-forwarded-host': 'evil.test',
		},
	})
	const { url } = z.object({ url: z.string() }).parse(await answer.json())
	const response = await fetch(`${world.sandboxUrl}/v1/checkout/sessions/${url.split('/').at(-1)}`, {
		headers: { authorization: `Bearer ${world.keys.sandboxSecretKey}` },
	})
	expect(await response.json()).toMatchObject({
		success_url: `${world.url}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
		cancel_url: expect.stringContaining(`${world.url}/`),
	})
})

/** Starts a provider that accepts every call and never answers. */
async function hangingProvider(): Promise<{ port: number; close(): void }> {
	const sockets = new Set<Socket>()
	const server: Server = createServer(() => {})
	server.on('connection', (socket) => sockets.add(socket))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('no port')
	return {
		port: address.port,
		close: () => {
			for (const socket of sockets) socket.destroy()
			server.close()
		},
	}
}

test('if the provider hangs, ten calls wait ten seconds and the others fail within three', async () => {
	const hanging = await hangingProvider()
	const payments = createStripePayments({
		secretKey: 'sk_test_hanging',
		webhookSecret: 'whsec_hanging',
		host: { name: '127.0.0.1', port: hanging.port },
		siteUrl: world.url,
		checkout: defaultMoneySettings,
		callsPerSecond: 20,
		clock: world.clock,
	})
	const began = performance.now()
	const failureOf = async (checkoutSessionId: string) => {
		const failure: unknown = await payments.getCheckout(checkoutSessionId).catch((error: unknown) => error)
		return { failure, seconds: (performance.now() - began) / 1000 }
	}
	const waiting = Promise.all(Array.from({ length: 10 }, (_, index) => failureOf(`cs_test_${index}`)))
	const refused = Promise.all(Array.from({ length: 40 }, (_, index) => failureOf(`cs_test_more${index}`)))
	// Uses a timer of this process: a busy machine delays it as much as the limits under test.
	const isWithin = (ms: number, work: Promise<unknown>) =>
		Promise.race([
			work.then(() => true),
			new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
		])
	const inTime = Promise.all([isWithin(4_000, refused), isWithin(12_000, waiting)])
	for (const { failure } of await refused) expect(failure).toBeInstanceOf(ProviderFailure)
	for (const { failure, seconds } of await waiting) {
		// It is unknown whether the call succeeded, so the next click uses the same key.
		expect(failure).toMatchObject({ definite: false })
		expect(seconds).toBeGreaterThan(9)
	}
	expect(await inTime).toEqual([true, true])
	hanging.close()
})
