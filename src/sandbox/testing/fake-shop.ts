import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { expect } from 'vitest'

export interface ReceivedEvent {
	headers: IncomingHttpHeaders
	body: string
	/** Undefined if the SDK rejected the signature. */
	event: Stripe.Event | undefined
}

/** Starts a webhook endpoint that checks signatures with the SDK, as the shop does, and can be made to fail. */
export async function startFakeShop(webhookSecret: string) {
	const received: ReceivedEvent[] = []
	let status = 200
	const server = createServer(async (request, response) => {
		// A sandbox that stops cuts its deliveries off.
		const body = await text(request).catch(() => undefined)
		if (body === undefined) return
		if (request.url === '/functions/v1/stripe-webhook')
			received.push({ headers: request.headers, body, event: verified(body, request.headers) })
		response.writeHead(status).end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('no port')

	function verified(body: string, headers: IncomingHttpHeaders): Stripe.Event | undefined {
		try {
			// The SDK rejects a signature that is over five minutes old. It accepts one from the future, for example after a clock was
			// moved forwards.
			return Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), webhookSecret)
		} catch {
			return undefined
		}
	}

	return {
		url: `http://127.0.0.1:${address.port}`,
		received,
		types: () => received.map(({ event }) => event?.type),
		answerWith: (code: number) => {
			status = code
		},
		/** Waits until this many events of the type have arrived. */
		untilReceived: (type: Stripe.Event['type'], count = 1) =>
			expect
				.poll(() => received.filter(({ event }) => event?.type === type).length, {
					timeout: 10_000,
					interval: 20,
				})
				.toBeGreaterThanOrEqual(count),
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

export type FakeShop = Awaited<ReturnType<typeof startFakeShop>>
