import type Stripe from 'stripe'
import { from, listAll } from '#server/adapters/payments/list-all.ts'
import type { ProviderCalls } from '#server/adapters/payments/provider-calls.ts'
import { readDispute } from '#server/adapters/payments/stripe-disputes.ts'
import { fraudWarningEvents, readStripeEvent } from '#server/adapters/payments/stripe-events.ts'
import {
	checkoutSessionSchema,
	readCharge,
	readMovement,
	readPayout,
	readPayoutLine,
	readRefund,
} from '#server/adapters/payments/stripe-shapes.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'

type ProviderLists = Pick<
	PaymentProvider,
	| 'listCheckouts'
	| 'listPayments'
	| 'listRefunds'
	| 'listDisputes'
	| 'listFraudWarnings'
	| 'listMovements'
	| 'listPayouts'
	| 'listMovementsOfPayout'
>

/** Creates the functions that read Stripe's lists, page by page. */
export function createProviderLists(stripe: Stripe, calls: ProviderCalls): ProviderLists {
	return {
		listCheckouts: async function* (since) {
			const checkoutSessions = listAll(calls, (page, options) =>
				stripe.checkout.sessions.list({ ...page, created: from(since) }, options),
			)
			for await (const checkoutSession of checkoutSessions) {
				const read = checkoutSessionSchema.safeParse(checkoutSession)
				// Another application may use the same account. A Checkout Session that cannot be read is therefore skipped, unless this
				// shop opened it.
				if (read.success && checkoutSession.mode === 'payment') yield read.data
				else if (checkoutSession.metadata?.purchase_id !== undefined) throw read.error
			}
		},
		listPayments: async function* (since) {
			const charges = listAll(calls, (page, options) =>
				stripe.charges.list({ ...page, created: from(since) }, options),
			)
			for await (const charge of charges) {
				const payment = readCharge(charge)
				if (payment !== undefined) yield payment
			}
		},
		listRefunds: async function* (since) {
			const refunds = listAll(calls, (page, options) =>
				stripe.refunds.list({ ...page, created: from(since) }, options),
			)
			for await (const refund of refunds) yield readRefund(refund)
		},
		listDisputes: async function* (since) {
			const disputes = listAll(calls, (page, options) =>
				stripe.disputes.list({ ...page, created: from(since) }, options),
			)
			for await (const dispute of disputes) yield readDispute(dispute)
		},
		listMovements: async function* ({ from: since, until }) {
			const transactions = listAll(calls, (page, options) =>
				stripe.balanceTransactions.list(
					{
						...page,
						created: { ...from(since), ...(until && { lte: Math.floor(until.getTime() / 1000) }) },
						expand: ['data.source'],
					},
					options,
				),
			)
			for await (const transaction of transactions) {
				const movement = readMovement(transaction)
				if (movement !== undefined) yield movement
			}
		},
		listFraudWarnings: async function* (since) {
			// Read from the events, because restricted keys may read those, and need no further permission for the warnings.
			const events = listAll(calls, (page, options) =>
				stripe.events.list({ ...page, types: [...fraudWarningEvents], created: from(since) }, options),
			)
			for await (const event of events) {
				const read = readStripeEvent(event)
				if (read.kind === 'fraud warning') yield { at: read.at, warning: read.warning }
			}
		},
		listPayouts: async function* (since) {
			const payouts = listAll(calls, (page, options) =>
				stripe.payouts.list({ ...page, created: from(since) }, options),
			)
			for await (const one of payouts) {
				const payout = readPayout(one)
				if (payout !== undefined) yield payout
			}
		},
		listMovementsOfPayout: async function* (payout) {
			const transactions = listAll(calls, (page, options) =>
				stripe.balanceTransactions.list({ ...page, payout }, options),
			)
			for await (const transaction of transactions) yield readPayoutLine(transaction)
		},
	}
}
