import type Stripe from 'stripe'
import { z } from 'zod'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { text } from '#sandbox/stripe/api/params.ts'
import { recordTransaction } from '#sandbox/stripe/balance/transactions.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

export const payoutOperations: readonly Operation[] = [
	retrieve('payouts.retrieve', '/payouts/:id', 'payout', 'payout'),
	operation({
		name: 'payouts.list',
		method: 'GET',
		path: '/payouts',
		params: z.strictObject({ ...pageParams, created: createdParam, status: text().optional() }),
		run: ({ world, url }, { created, status, ...page }) =>
			listPage(world.objects, 'payout', url, page, {
				where: status === undefined ? {} : { status },
				...(created === undefined ? {} : { created }),
			}),
	}),
]

const dayS = 24 * 3600
const mostAtOnce = 10_000

/** Pays out the whole balance, as Stripe does every day on its own; returns undefined if the balance is empty or negative. */
export function payOut(world: StripeWorld): Stripe.Payout | undefined {
	const { objects } = world
	const open = objects
		.list('balance_transaction', { limit: mostAtOnce })
		.data.filter(({ payout }) => payout === undefined)
	const amount = open.reduce((sum, { net }) => sum + net, 0)
	if (amount <= 0) return undefined
	const now = unixSeconds(world.clock)
	const id = world.newId('po')
	const moved = recordTransaction(world, {
		...{ type: 'payout', category: 'payout', amount: -amount, fee: 0, currency: 'gbp', source: id },
		description: 'STRIPE PAYOUT',
	})
	for (const transaction of [...open, moved])
		objects.update('balance_transaction', { ...transaction, status: 'available', payout: id })
	return objects.insert('payout', {
		id,
		object: 'payout',
		amount,
		application_fee: null,
		application_fee_amount: null,
		arrival_date: Math.ceil(now / dayS + 1) * dayS,
		automatic: true,
		balance_transaction: moved.id,
		created: now,
		currency: 'gbp',
		description: 'STRIPE PAYOUT',
		destination: null,
		failure_balance_transaction: null,
		failure_code: null,
		failure_message: null,
		livemode: false,
		metadata: {},
		method: 'standard',
		original_payout: null,
		payout_method: null,
		reconciliation_status: 'completed',
		reversed_by: null,
		source_type: 'card',
		statement_descriptor: null,
		status: 'paid',
		trace_id: null,
		type: 'bank_account',
	})
}
