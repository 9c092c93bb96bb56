import { expect, test } from 'vitest'
import { withoutPerson } from '#server/payments/without-person.ts'

test('what tells of the payer is left out, however deep, and everything else stays', () => {
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
	expect(withoutPerson(event)).toEqual({
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
