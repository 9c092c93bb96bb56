import { createHmac } from 'node:crypto'
import {
	type Delivery,
	type DeliveryAttempt,
	dueDeliveries,
	nextDelivery,
	recordAttempt,
} from '#sandbox/stripe/events/deliveries.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { dayMs, unixSeconds } from '#shared/clock.ts'

interface DeliverOptions {
	world: StripeWorld
	/** URL of the shop's webhook. */
	endpoint: string
	secret: string
	log: (line: string) => void
	/** Called after each attempt, because there may now be room for another. */
	onAttempt: () => void
}

export interface Deliverer {
	/** Sends what is due, up to the concurrency limit. */
	run(): void
	/** Returns when the next delivery is due, in milliseconds since 1970. Undefined if none waits, or if delivery is paused. */
	next(): number | undefined
	/** Aborts the deliveries in progress, which will be retried. */
	stop(): Promise<void>
}

const concurrencyLimit = 20
const timeoutMs = 10_000
const firstPauseMs = 500
const longestPauseMs = 60_000
const hourSeconds = 3_600
const giveUpAfterMs = 3 * dayMs

export function createDeliverer({ world, endpoint, secret, log, onAttempt }: DeliverOptions): Deliverer {
	const { store, clock } = world
	const inProgress = new Map<number, Promise<void>>()
	const stopping = new AbortController()

	async function deliver(delivery: Delivery): Promise<void> {
		const startedAt = clock.now().getTime()
		const startedTicks = performance.now()
		const { status, error } = await send(delivery)
		if (stopping.signal.aborted) return
		const attempt: DeliveryAttempt = {
			at: startedAt,
			status,
			error,
			took: Math.round(performance.now() - startedTicks),
		}
		const next = nextState(delivery, attempt, clock.now().getTime())
		store.transaction(() => {
			recordAttempt(store, delivery, attempt, next)
			if (next.state === 'delivered') markDelivered(delivery.event)
		})
		if (next.state !== 'delivered')
			log(`event ${delivery.event} was not accepted: ${status ?? error}, attempt ${delivery.tries + 1}`)
	}

	/** Records in the event's `pending_webhooks` that it has been delivered. */
	function markDelivered(id: string): void {
		const event = world.objects.find('event', id)
		if (event !== undefined) world.objects.update('event', { ...event, pending_webhooks: 0 })
	}

	async function send(delivery: Delivery): Promise<{ status: number | null; error: string | null }> {
		const event = world.objects.find('event', delivery.event)
		const body = JSON.stringify(event, null, 2)
		const { events: switches } = readSwitches(store)
		const happens = (percent: number) => world.random() * 100 < percent
		const key = happens(switches.misSignPercent) ? `${secret}x` : secret
		const ahead = happens(switches.stalePercent)
			? -hourSeconds
			: happens(switches.futurePercent)
				? hourSeconds
				: 0
		try {
			const response = await fetch(endpoint, {
				method: 'POST',
				headers: {
					'content-type': 'application/json; charset=utf-8',
					'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
					'stripe-signature': signatureHeader(body, key, unixSeconds(clock) + ahead),
				},
				body,
				redirect: 'manual',
				signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]),
			})
			await response.body?.cancel()
			return { status: response.status, error: null }
		} catch (error) {
			return { status: null, error: reason(error) }
		}
	}

	return {
		run: () => {
			if (stopping.signal.aborted || readSwitches(store).events.paused) return
			const room = concurrencyLimit - inProgress.size
			if (room <= 0) return
			for (const delivery of dueDeliveries(store, clock.now().getTime(), new Set(inProgress.keys()), room)) {
				const attempt = deliver(delivery)
					.catch((error: unknown) => log(`event ${delivery.event}: ${String(error)}`))
					.finally(() => {
						inProgress.delete(delivery.id)
						if (!stopping.signal.aborted) onAttempt()
					})
				inProgress.set(delivery.id, attempt)
			}
		},
		next: () => {
			if (inProgress.size >= concurrencyLimit || readSwitches(store).events.paused) return undefined
			return nextDelivery(store, new Set(inProgress.keys()))
		},
		stop: async () => {
			stopping.abort()
			await Promise.all(inProgress.values())
		},
	}
}

/**
 * Returns the next state: delivered, or when to retry. Retries come after half a second, then 1, 2, 4 … seconds, at most a minute
 * apart, for three days.
 */
function nextState(
	delivery: Delivery,
	attempt: DeliveryAttempt,
	now: number,
): { state: Delivery['state']; due: number } {
	if (attempt.status !== null && attempt.status >= 200 && attempt.status < 300)
		return { state: 'delivered', due: now }
	// The time of the attempt counts, not that of its answer: the first attempt never ends the delivery, however long it took.
	if (attempt.at - (delivery.first_try ?? attempt.at) >= giveUpAfterMs) return { state: 'given_up', due: now }
	return { state: 'pending', due: now + Math.min(firstPauseMs * 2 ** delivery.tries, longestPauseMs) }
}

function reason(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
	const { cause } = error
	return cause instanceof Error && 'code' in cause ? `${error.message}: ${String(cause.code)}` : error.message
}

/** Returns the `Stripe-Signature` header (https://docs.stripe.com/webhooks#verify-manually). `at` is in unix seconds. */
function signatureHeader(body: string, secret: string, at: number): string {
	return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}
