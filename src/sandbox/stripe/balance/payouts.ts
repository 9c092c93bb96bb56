import type Stripe from 'stripe'
import { z } from 'zod'
import { noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { text } from '#sandbox/stripe/api/params.ts'
import { recordTransaction } from '#sandbox/stripe/balance/transactions.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
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

/** Begins to pay out the whole balance, as Stripe does every day on its own; undefined if the balance is empty or negative. */
export function payOut(world: StripeWorld): Stripe.Payout | undefined {
	const { objects } = world
	const open = objects.list('balance_transaction', { limit: mostAtOnce, parent: null }).data
	const amount = open.reduce((sum, { net }) => sum + net, 0)
	if (amount <= 0) return undefined
	const now = unixSeconds(world.clock)
	const id = world.newId('po')
	const moved = recordTransaction(world, {
		type: 'payout',
		category: 'payout',
		amount: -amount,
		fee: 0,
		currency: 'gbp',
		source: id,
		description: 'STRIPE PAYOUT',
	})
	for (const transaction of [...open, moved]) {
		objects.update('balance_transaction', { ...transaction, status: 'available' })
		objects.setParent(transaction.id, id)
	}
	const payout = objects.insert('payout', {
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
		reconciliation_status: 'in_progress',
		reversed_by: null,
		source_type: 'card',
		statement_descriptor: null,
		status: 'pending',
		trace_id: null,
		type: 'bank_account',
	})
	recordEvent(world, 'payout.created', payout)
	return payout
}

/**
 * Returns the payout by whose id its lines can be listed. Lines can be listed only once the payout is reconciled
 * (https://docs.stripe.com/payouts/reconciliation).
 */
export function linesOf(world: StripeWorld, id: string): string {
	const payout = world.objects.find('payout', id)
	if (payout === undefined) throw noSuch('payout', id, 'payout')
	return payout.reconciliation_status === 'completed' ? id : 'none yet'
}

/** Takes the next step of a payout: on its way, arrived, reconciled. Undefined if it has ended. */
export function advancePayout(world: StripeWorld, payout: Stripe.Payout): Stripe.Payout | undefined {
	return world.store.transaction(() => {
		if (payout.status === 'pending') return change(world, payout, { status: 'in_transit' }, 'payout.updated')
		if (payout.status === 'in_transit') return change(world, payout, { status: 'paid' }, 'payout.paid')
		if (payout.reconciliation_status !== 'in_progress') return undefined
		return reconciled(world, payout)
	})
}

/**
 * Ends a payout without success: the bank refuses it, also after it seemed to have arrived, or the owner cancels it in time. Its
 * money comes back as a transaction of its own, and is part of the next payout. Undefined if that is not possible any more.
 */
export function returnPayout(
	world: StripeWorld,
	payout: Stripe.Payout,
	status: 'failed' | 'canceled',
): Stripe.Payout | undefined {
	const mayEnd = status === 'canceled' ? payout.status === 'pending' : !hasEnded(payout)
	if (!mayEnd) return undefined
	return world.store.transaction(() => {
		const back = recordTransaction(world, {
			type: status === 'failed' ? 'payout_failure' : 'payout_cancel',
			category: 'payout_reversal',
			amount: payout.amount,
			fee: 0,
			currency: payout.currency,
			source: payout.id,
			description: 'STRIPE PAYOUT RETURNED',
		})
		const returned = change(
			world,
			payout,
			{
				status,
				failure_balance_transaction: back.id,
				...(status === 'failed'
					? {
							failure_code: 'account_closed' as const,
							failure_message: 'The bank account has been closed.',
						}
					: {}),
			},
			status === 'failed' ? 'payout.failed' : 'payout.canceled',
		)
		return returned.reconciliation_status === 'in_progress' ? reconciled(world, returned) : returned
	})
}

function hasEnded({ status }: Stripe.Payout): boolean {
	return status === 'failed' || status === 'canceled'
}

function reconciled(world: StripeWorld, payout: Stripe.Payout): Stripe.Payout {
	return change(world, payout, { reconciliation_status: 'completed' }, 'payout.reconciliation_completed')
}

function change(
	world: StripeWorld,
	payout: Stripe.Payout,
	fields: Partial<Stripe.Payout>,
	event: Parameters<typeof recordEvent>[1],
): Stripe.Payout {
	const changed = world.objects.update('payout', { ...payout, ...fields })
	recordEvent(world, event, changed, { status: payout.status })
	return changed
}

const mostUnderWay = 100

/** Returns the payouts that have not been reconciled, each with when its next step is due, in milliseconds since 1970. */
export function payoutsUnderWay({ objects, store }: StripeWorld): { payout: Stripe.Payout; due: number }[] {
	const { payoutStepSeconds } = readSwitches(store)
	const { data } = objects.list('payout', {
		limit: mostUnderWay,
		where: { reconciliation_status: 'in_progress' },
	})
	return data.map((payout) => {
		const steps = payout.status === 'pending' ? 1 : payout.status === 'in_transit' ? 2 : 3
		return { payout, due: (payout.created + steps * payoutStepSeconds) * 1000 }
	})
}
