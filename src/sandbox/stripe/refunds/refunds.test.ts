import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
	await sandbox.switches({ refundAfterSeconds: 3600 })
})
afterAll(() => sandbox.stop())

/** Makes a payment and refunds it. */
async function refund(card: string): Promise<Stripe.Refund> {
	const { id } = await sandbox.stripe.checkout.sessions.create(guideParams())
	const { payment_intent } = await sandbox.pay(id, { card })
	if (card === 'bank')
		await sandbox.send('POST', `/stripe/checkout-sessions/${id}/settle`, { outcome: 'succeeds' })
	return await sandbox.stripe.refunds.create({ payment_intent: String(payment_intent) })
}

const press = async (id: string, button: string) =>
	(await sandbox.send('POST', `/stripe/refunds/${id}/${button}`, {})).status
const now = async ({ id }: Stripe.Refund) => await sandbox.stripe.refunds.retrieve(id)

test('a pending refund can come to need the buyer’s bank details, and arrives once they are given', async () => {
	const pending = await refund('refund_pending')
	expect(await press(pending.id, 'cancel')).toBe(409)
	expect(await press(pending.id, 'require-action')).toBe(200)
	expect(await now(pending)).toMatchObject({
		status: 'requires_action',
		next_action: {
			type: 'display_details',
			display_details: { email_sent: { email_sent_to: 'sam@example.com' } },
		},
	})
	// It no longer succeeds as time passes.
	sandbox.advance(3601)
	expect(await press(pending.id, 'require-action')).toBe(409)
	expect(await press(pending.id, 'succeed')).toBe(200)
	const arrived = await now(pending)
	expect(arrived.status).toBe('succeeded')
	expect(arrived).not.toHaveProperty('next_action')
	expect(await press(pending.id, 'cancel')).toBe(409)
})

test.each([
	['cancel', 'canceled'],
	['fail', 'failed'],
])(
	'“%s” on a refund that needs bank details restores the charge, with the status %s',
	async (button, status) => {
		const pending = await refund('refund_pending')
		await press(pending.id, 'require-action')
		expect(await press(pending.id, button)).toBe(200)
		expect(await now(pending)).toMatchObject({ status })
		for (const again of ['cancel', 'fail', 'succeed', 'require-action'])
			expect(await press(pending.id, again)).toBe(409)
		expect(await sandbox.stripe.charges.retrieve(String(pending.charge))).toMatchObject({
			amount_refunded: 0,
			refunded: false,
		})
		const { data } = await sandbox.stripe.balanceTransactions.list({ source: pending.id })
		expect(data.map(({ amount }) => amount)).toEqual([1499, -1499])
		const events = await sandbox.stripe.events.list({ limit: 100 })
		const types = events.data
			.filter(({ data: { object } }) => 'id' in object && object.id === pending.id)
			.map(({ type }) => type)
		expect(types.includes('refund.failed')).toBe(status === 'failed')
		expect(types.filter((type) => type === 'refund.updated')).toHaveLength(2)
	},
)

test('the refund of a bank debit goes to a bank account, and that of a card to the card', async () => {
	expect((await refund('bank')).destination_details).toEqual({
		type: 'gb_bank_transfer',
		gb_bank_transfer: { reference: expect.any(String), reference_status: 'available' },
	})
	const { destination_details: ofCard } = await refund('success')
	expect(ofCard).toMatchObject({ type: 'card', card: { reference_status: 'available', type: 'refund' } })
	expect(ofCard).not.toHaveProperty('gb_bank_transfer')
})
