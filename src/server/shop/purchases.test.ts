import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayMove, type PurchaseStatus, purchaseStatuses } from '#server/shop/purchases.ts'

test('a refunded guide is owned again only if the refund fails, and a second payment never delivers one', () => {
	expect(purchaseStatuses.filter((to) => mayMove('refunded', to))).toEqual(['completed', 'disputed', 'held'])
	expect(purchaseStatuses.filter((to) => mayMove('duplicate', to))).toEqual(['held'])
})

test('only a refund or a dispute takes a paid guide away', () => {
	expect(purchaseStatuses.filter((to) => mayMove('completed', to))).toEqual(['refunded', 'disputed'])
})

test('a payment reported late still counts', () => {
	for (const from of ['pending', 'expired', 'failed'] as const) expect(mayMove(from, 'completed')).toBe(true)
})

test('no sequence of moves returns to pending or stays in the same state', () => {
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
