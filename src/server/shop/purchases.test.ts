import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayMove } from '#server/shop/purchases.ts'
import { type PurchaseStatus, purchaseStatuses } from '#shared/purchase-status.ts'

test('a refunded purchase may be completed again, disputed or put on hold, but a duplicate may only be put on hold', () => {
	expect(purchaseStatuses.filter((to) => mayMove('refunded', to))).toEqual(['completed', 'disputed', 'held'])
	expect(purchaseStatuses.filter((to) => mayMove('duplicate', to))).toEqual(['held'])
})

test('a completed purchase can only be refunded or disputed', () => {
	expect(purchaseStatuses.filter((to) => mayMove('completed', to))).toEqual(['refunded', 'disputed'])
})

test('an expired or failed purchase can still be completed, because the payment may be reported late', () => {
	for (const from of ['pending', 'expired', 'failed'] as const) expect(mayMove(from, 'completed')).toBe(true)
})

test('no move leads back to pending or to the current state', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...purchaseStatuses), { maxLength: 40 }), (wishes) => {
			let status: PurchaseStatus = 'pending'
			for (const wish of wishes) {
				if (!mayMove(status, wish)) continue
				expect(wish).not.toBe('pending')
				expect(wish).not.toBe(status)
				status = wish
			}
		}),
	)
})
