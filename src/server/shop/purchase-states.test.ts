import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayMove, type PurchaseStatus, purchaseStatuses } from '#server/shop/purchase-states.ts'

test('what has been paid back is never owned again', () => {
	for (const to of purchaseStatuses) {
		expect(mayMove('refunded', to)).toBe(false)
		expect(mayMove('duplicate', to)).toBe(false)
	}
})

test('a paid purchase is lost only by a refund or a dispute', () => {
	expect(purchaseStatuses.filter((to) => mayMove('completed', to))).toEqual(['refunded', 'disputed'])
})

test('a payment reported late still counts', () => {
	for (const from of ['pending', 'expired', 'failed'] as const) expect(mayMove(from, 'completed')).toBe(true)
})

test('no walk of any length returns to pending, stays in place, or leaves an end', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...purchaseStatuses), { maxLength: 40 }), (wishes) => {
			let status: PurchaseStatus = 'pending'
			let ended = false
			for (const wish of wishes) {
				if (!mayMove(status, wish)) continue
				expect(ended).toBe(false)
				expect(wish).not.toBe('pending')
				expect(wish).not.toBe(status)
				status = wish
				ended = status === 'refunded' || status === 'duplicate'
			}
		}),
	)
})
