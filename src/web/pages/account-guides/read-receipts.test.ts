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

test('a receipt has its amounts in pence, its seller and the buyer’s consent', () => {
	const purchase = { id: 'p1', status: 'completed', stripe_session_id: 'cs_test_1' }
	expect(readReceipts({ receipts: [row], purchases: [purchase] })).toEqual([
		{
			number: 'HS-000042',
			purchaseId: 'p1',
			productName: 'CV Secrets No One Tells You',
			guides: [],
			paymentReference: 'cs_test_1',
			amountPence: 1499,
			vatPence: 250,
			vatName: 'VAT',
			discount: null,
			paidAt: new Date('2026-11-21T10:00:01Z'),
			seller: { name: 'Headstart Ltd', address: '1 Quay', email: 'help@shop.test', vatNumber: null },
			consent: { wording: 'I want my guide at once.', at: new Date('2026-11-21T10:00:00Z') },
			issuedLateAt: null,
			refunds: [],
			since: null,
		},
	])
})

test('the receipt of a bundle names its guides', () => {
	const purchases = [
		{ id: 'p1', status: 'completed', product_name: 'Career bundle' },
		{ id: 'p2', part_of: 'p1', product_name: 'CV Secrets No One Tells You' },
		{ id: 'p3', part_of: 'p9', product_name: 'Student Budget Planner' },
	]
	expect(readReceipts({ receipts: [row], purchases })).toMatchObject([
		{ guides: ['CV Secrets No One Tells You'], paymentReference: null },
	])
})

test('a receipt says whose VAT it contains if that is another country’s', () => {
	expect(readReceipts({ receipts: [{ ...row, vat_country: 'FI', vat_rate: 25.5 }] })).toMatchObject([
		{ vatName: 'VAT of Finland, 25.5 %' },
	])
})

test('a receipt says how much a code took off the price', () => {
	const discounted = { ...row, amount: 11.99, discount_pence: 300, discount_code: 'FRESHERS20' }
	expect(readReceipts({ receipts: [discounted] })).toMatchObject([
		{ amountPence: 1199, discount: { pence: 300, code: 'FRESHERS20' } },
	])
})

test('a receipt says whether its purchase was refunded or disputed, and is shown even if the purchase is missing', () => {
	for (const status of ['refunded', 'disputed'])
		expect(readReceipts({ receipts: [row], purchases: [{ id: 'p1', status }] })).toMatchObject([
			{ since: status },
		])
	expect(readReceipts({ receipts: [row] })).toMatchObject([{ since: null }])
})

test('a receipt lists its own refunds, with the date and who returned the money', () => {
	const at = '2026-12-01T09:00:00+00:00'
	const refunds = [
		{ purchase_id: 'p1', kind: 'refund', amount: 5, at },
		{ purchase_id: 'p1', kind: 'dispute', amount: 9.99, at },
		{ purchase_id: 'p2', kind: 'refund', amount: 5.99, at },
		{ purchase_id: 'p1', kind: 'refund', amount: null, at },
	]
	expect(readReceipts({ receipts: [row], refunds })).toMatchObject([
		{
			refunds: [
				{ amountPence: 500, at: new Date(at), isByBank: false },
				{ amountPence: 999, at: new Date(at), isByBank: true },
			],
		},
	])
})

test('a receipt issued long after the payment shows its date of issue', () => {
	const late = { ...row, issued_late_at: '2026-12-01T09:00:00+00:00' }
	expect(readReceipts({ receipts: [late] })).toMatchObject([
		{ issuedLateAt: new Date('2026-12-01T09:00:00Z') },
	])
})

test('a receipt without a seller or a consent shows neither', () => {
	const bare = { ...row, seller_name: null, consent_at: null }
	expect(readReceipts({ receipts: [bare] })).toMatchObject([{ seller: null, consent: null }])
})

test('a row that is not a receipt is left out', () => {
	expect(readReceipts({ receipts: [null, {}, { ...row, amount: '14.99' }] })).toEqual([])
})
