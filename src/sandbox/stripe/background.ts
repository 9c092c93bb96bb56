import { advancePayout, payoutsUnderWay } from '#sandbox/stripe/balance/payouts.ts'
import { expireCheckoutSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import type { Deliverer } from '#sandbox/stripe/events/deliver.ts'
import { settle } from '#sandbox/stripe/payments/pay.ts'
import { dueSettlements, nextSettlement } from '#sandbox/stripe/payments/settlements.ts'
import { changeRefund } from '#sandbox/stripe/refunds/change-refund.ts'
import { dueOutcomes, nextOutcome } from '#sandbox/stripe/refunds/refund-outcomes.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

export interface Background {
	/** Does everything that is due now. */
	wake(): void
	stop(): void
}

const longestSleepMs = 30_000

/**
 * Does what happens as time passes: Checkout Sessions expire, banks answer, events are delivered. Sleeps until the next of these
 * is due.
 */
export function startBackground(
	world: StripeWorld,
	deliverer: Deliverer,
	log: (line: string) => void,
): Background {
	let timer: NodeJS.Timeout | undefined
	let stopped = false

	function runDueWork(): void {
		try {
			for (const checkoutSession of world.objects.expiredCheckoutSessions(unixSeconds(world.clock)))
				expireCheckoutSession(world, checkoutSession)
			for (const { checkoutSessionId, succeeds } of dueSettlements(world.store, world.clock.now().getTime()))
				settle(world, checkoutSessionId, succeeds)
			for (const { refund, outcome } of dueOutcomes(world.store, world.clock.now().getTime()))
				changeRefund(world, refund, outcome)
			const now = world.clock.now().getTime()
			for (const { payout, due } of payoutsUnderWay(world)) if (due <= now) advancePayout(world, payout)
			deliverer.run()
		} catch (error) {
			log(`background: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
		}
	}

	function sleepMs(): number {
		const expiry = world.objects.nextExpiry()
		const times = [
			expiry === undefined ? undefined : expiry * 1000,
			nextSettlement(world.store),
			nextOutcome(world.store),
			...payoutsUnderWay(world).map(({ due }) => due),
			deliverer.next(),
		]
		const next = Math.min(...times.filter((time) => time !== undefined))
		return Math.min(Math.max(next - world.clock.now().getTime(), 5), longestSleepMs)
	}

	function sleep(ms: number): void {
		clearTimeout(timer)
		timer = setTimeout(() => {
			runDueWork()
			if (!stopped) sleep(sleepMs())
		}, ms)
	}

	sleep(0)
	return {
		// Runs a moment later, so that several changes in quick succession cause only one run.
		wake: () => {
			if (!stopped) sleep(0)
		},
		stop: () => {
			stopped = true
			clearTimeout(timer)
		},
	}
}
