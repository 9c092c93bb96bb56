import type { Kinds } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

interface Movement {
	type:
		| 'charge'
		| 'refund'
		| 'refund_failure'
		| 'adjustment'
		| 'payout'
		| 'payout_failure'
		| 'payout_cancel'
		| 'stripe_fee'
	/** In pence: positive into the account, negative out of it. */
	amount: number
	/** Stripe's fee in pence. */
	fee: number
	currency: string
	/** The id of the charge, refund, dispute or payout. */
	source: string
	category:
		| 'charge'
		| 'refund'
		| 'refund_failure'
		| 'dispute'
		| 'dispute_reversal'
		| 'payout'
		| 'payout_reversal'
		| 'fee'
	description: string | null
}

const daysUntilAvailable = 7

/** Records a transaction on the account's balance (https://docs.stripe.com/api/balance_transactions/object). */
export function recordTransaction(world: StripeWorld, movement: Movement): Kinds['balance_transaction'] {
	const { type, amount, fee, currency, source, category, description } = movement
	const now = unixSeconds(world.clock)
	return world.objects.insert('balance_transaction', {
		id: world.newId('txn'),
		object: 'balance_transaction',
		amount,
		available_on: now + daysUntilAvailable * 24 * 3600,
		balance_type: 'payments',
		created: now,
		currency,
		description,
		exchange_rate: null,
		fee,
		fee_details:
			fee === 0
				? []
				: [
						{
							amount: fee,
							application: null,
							currency,
							description: 'Stripe processing fees',
							type: 'stripe_fee',
						},
					],
		net: amount - fee,
		reporting_category: category,
		source,
		status: 'pending',
		type,
	})
}

/** Returns the fee for a British card: 1.5 % and 20 pence (https://stripe.com/gb/pricing). */
export function cardFee(amount: number): number {
	return Math.round(amount * 0.015) + 20
}
