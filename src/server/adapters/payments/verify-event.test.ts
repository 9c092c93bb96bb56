import { expect, test } from 'vitest'
import { withoutPersonalData } from '#server/adapters/payments/verify-event.ts'

test('personal data of the payer is removed at any depth, and everything else stays', () => {
	const event = {
		id: 'evt_1',
		data: {
			object: {
				amount_total: 1499,
				customer_email: 'amara@student.test',
				customer_details: { email: 'amara@student.test', name: 'Amara' },
				charges: [{ billing_details: { name: 'Amara' }, refunded: false, invoice: null }],
				metadata: { purchase_id: 'p1' },
			},
		},
	}
	expect(withoutPersonalData(event)).toEqual({
		id: 'evt_1',
		data: {
			object: {
				amount_total: 1499,
				charges: [{ refunded: false, invoice: null }],
				metadata: { purchase_id: 'p1' },
			},
		},
	})
})

test.each([
	'billing_details',
	'collected_information',
	'customer_details',
	'customer_email',
	'customer_email_address',
	'customer_name',
	'customer_purchase_ip',
	'evidence',
	'payment_method_details',
	'receipt_email',
	'receipt_url',
	'shipping',
	'shipping_details',
])('%s is not stored', (name) => {
	expect(withoutPersonalData({ id: 'ch_1', [name]: 'amara@student.test' })).toEqual({ id: 'ch_1' })
})
