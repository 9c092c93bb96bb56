import { expect, test } from 'vitest'
import { readReceipts } from './read-receipts.ts'

const row = {
	number: 'HS-000042',
	purchase_id: 'p1',
	product_name: 'CV Secrets No One Tells You',
	amount: 14.99,
	vat: 2.5,
	seller_name: 'Headstart Ltd',
	seller_address: '1 Quay',
	seller_email: 'help@shop.test',
	seller_vat_number: null,
	consent_wording: 'I want my guide at once.',
	consent_at: '2026-11-21T10:00:00+00:00',
	paid_at: '2026-11-21T10:00:01+00:00',
}

test('a receipt row is read in pence, with its seller and what was agreed', () => {
	expect(readReceipts([row], [{ id: 'p1', status: 'completed' }])).toEqual([
		{
			number: 'HS-000042',
			productName: 'CV Secrets No One Tells You',
			amountPence: 1499,
			vatPence: 250,
			paidAt: new Date('2026-11-21T10:00:01Z'),
			seller: { name: 'Headstart Ltd', address: '1 Quay', email: 'help@shop.test', vatNumber: null },
			consent: { wording: 'I want my guide at once.', at: new Date('2026-11-21T10:00:00Z') },
			since: null,
		},
	])
})

test('a receipt outlives its purchase, and says what became of it', () => {
	for (const status of ['refunded', 'disputed'])
		expect(readReceipts([row], [{ id: 'p1', status }])).toMatchObject([{ since: status }])
	expect(readReceipts([row], [])).toMatchObject([{ since: null }])
})

test('without a seller and without a consent there is none', () => {
	const bare = { ...row, seller_name: null, consent_at: null }
	expect(readReceipts([bare], [])).toMatchObject([{ seller: null, consent: null }])
})

test('what is no receipt row is left out', () => {
	expect(readReceipts([null, {}, { ...row, amount: '14.99' }], [])).toEqual([])
})
