import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { randomId } from '#sandbox/ids.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/sandbox.ts'
import { type FakeShop, startFakeShop } from '#sandbox/testing/fake-shop.ts'
import { movableClock } from '#test/clock.ts'

export const secretKey = 'sk_test_0123456789abcdef'
export const webhookSecret = 'whsec_0123456789abcdef'

/** Starts a sandbox with a store of its own, a fake shop that receives its events, and the real SDK connected to it. */
export async function createTestSandbox() {
	const dir = await mkdtemp(join(tmpdir(), 'sandbox-'))
	const shop: FakeShop = await startFakeShop(webhookSecret)
	const clock = stoppableClock()
	const logged: string[] = []
	let running: RunningSandbox = await start(0)

	function start(port: number): Promise<RunningSandbox> {
		return startSandbox({
			host: '127.0.0.1',
			port,
			dir,
			publicUrl: undefined,
			shopUrl: shop.url,
			secretKey,
			webhookSecret,
			clock,
			newId: randomId,
			random: Math.random,
			log: (line) => logged.push(line),
			onStopAsked: () => {},
		})
	}

	const origin = `http://127.0.0.1:${running.port}`
	// Lifts the rate limit, because how many calls a test makes in a second depends on the machine. A test of the rate limit sets
	// one itself.
	await fetch(`${origin}/stripe/switches`, {
		method: 'PUT',
		// The connection is not kept alive, because it would break when a test restarts the sandbox.
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify({ callsPerSecond: 1_000_000 }),
	})

	async function send(method: string, path: string, body?: object): Promise<Response> {
		const json =
			body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
		return await fetch(`${origin}${path}`, { method, redirect: 'manual', ...json })
	}

	return {
		dir,
		origin,
		shop,
		logged,
		stripe: stripeAt(running.port),
		smtpPort: () => running.smtpPort,
		/** Sends JSON to the sandbox's own URLs. */
		send,
		/** Submits a form as a browser without JavaScript does. */
		submit: (path: string, fields: Record<string, string>) =>
			fetch(`${origin}${path}`, {
				method: 'POST',
				redirect: 'manual',
				headers: { origin },
				body: new URLSearchParams(fields),
			}),
		pay: async (checkoutSessionId: string, body: object): Promise<Record<string, unknown>> => {
			const response = await send('POST', `/stripe/pay/${checkoutSessionId}`, body)
			return { httpStatus: response.status, ...(await response.json()) }
		},
		switches: (change: object) => send('PUT', '/stripe/switches', change),
		/** Moves the sandbox's clock forwards, and lets the sandbox notice. */
		advance: (seconds: number) => {
			clock.advance(seconds)
			running.wake()
		},
		/** Stops the sandbox's clock: from now on only `advance` moves it. */
		stopClock: clock.stop,
		restart: async () => {
			const { port } = running
			await running.stop()
			running = await start(port)
		},
		stop: async () => {
			await running.stop()
			await shop.stop()
			await rm(dir, { recursive: true, force: true })
		},
	}
}

function stoppableClock() {
	const clock = movableClock()
	let stoppedAt: number | undefined
	return {
		now: () => (stoppedAt === undefined ? clock.now() : new Date(stoppedAt)),
		stop: () => {
			stoppedAt = clock.now().getTime()
		},
		advance: (seconds: number) => {
			if (stoppedAt === undefined) clock.advance(seconds)
			else stoppedAt += seconds * 1000
		},
	}
}

export type TestSandbox = Awaited<ReturnType<typeof createTestSandbox>>

export function stripeAt(port: number, key = secretKey): Stripe {
	return new Stripe(key, {
		host: '127.0.0.1',
		port,
		protocol: 'http',
		maxNetworkRetries: 0,
		telemetry: false,
	})
}

/** Returns the parameters of the shop's Checkout Session: one guide at £14.99, with consent to immediate delivery. */
export function guideParams(): Stripe.Checkout.SessionCreateParams {
	return {
		mode: 'payment',
		client_reference_id: '5a3f7a52-6a5e-4c50-8d11-3f1f1e8d3c01',
		customer_email: 'sam@example.com',
		metadata: { purchase_id: '5a3f7a52-6a5e-4c50-8d11-3f1f1e8d3c01', catalogue_id: '2' },
		payment_intent_data: {
			metadata: { purchase_id: '5a3f7a52-6a5e-4c50-8d11-3f1f1e8d3c01' },
			description: 'CV Secrets',
		},
		line_items: [
			{
				quantity: 1,
				price_data: {
					currency: 'gbp',
					unit_amount: 1499,
					product_data: { name: 'CV Secrets', metadata: { catalogue_id: '2' } },
				},
			},
		],
		adaptive_pricing: { enabled: false },
		consent_collection: { terms_of_service: 'required' },
		custom_text: { terms_of_service_acceptance: { message: 'I want my guide at once.' } },
		success_url: 'https://shop.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
		cancel_url: 'https://shop.example/premium?checkout=cancelled',
	}
}
