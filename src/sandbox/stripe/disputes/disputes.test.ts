import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

interface Paid {
	checkoutSessionId: string
	intent: string
}

async function buy(): Promise<Paid> {
	const { id: checkoutSessionId } = await sandbox.stripe.checkout.sessions.create(guideParams())
	await sandbox.pay(checkoutSessionId, { card: 'success' })
	const { payment_intent: intent } = await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId)
	return { checkoutSessionId, intent: String(intent) }
}

async function press(path: string, fields: Record<string, string> = {}): Promise<number> {
	return (await sandbox.send('POST', `/stripe/${path}`, fields)).status
}

async function open(
	{ checkoutSessionId, intent }: Paid,
	fields: Record<string, string> = {},
): Promise<string> {
	expect(await press(`checkout-sessions/${checkoutSessionId}/dispute`, fields)).toBe(200)
	const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: intent })).data
	return dispute?.id ?? ''
}

const statusOf = async (id: string) => (await sandbox.stripe.disputes.retrieve(id)).status

/** Lists the events about a dispute, oldest first. */
async function eventsAbout(id: string): Promise<[type: string, status: string][]> {
	const { data } = await sandbox.stripe.events.list({ limit: 100 })
	return data.toReversed().flatMap(({ type, data: { object } }): [string, string][] => {
		if (!('id' in object) || object.id !== id || !('status' in object)) return []
		return [[type.replace('charge.dispute.', ''), String(object.status)]]
	})
}

test('a dispute can be answered, lost, appealed, answered again and won', async () => {
	const id = await open(await buy())
	expect(await statusOf(id)).toBe('needs_response')
	const answered = await sandbox.stripe.disputes.update(id, {
		evidence: { uncategorized_text: 'It was read.' },
	})
	expect(answered).toMatchObject({ status: 'under_review', evidence: { uncategorized_text: 'It was read.' } })
	expect(await press(`disputes/${id}/close`, { status: 'lost' })).toBe(200)
	expect(await press(`disputes/${id}/appeal`)).toBe(200)
	expect(await statusOf(id)).toBe('appeal_needs_response')
	expect(await press(`disputes/${id}/answer`)).toBe(200)
	expect(await press(`disputes/${id}/answer`)).toBe(409)
	expect(await press(`disputes/${id}/close`, { status: 'won' })).toBe(200)
	expect(await eventsAbout(id)).toEqual([
		['created', 'needs_response'],
		['funds_withdrawn', 'needs_response'],
		['updated', 'under_review'],
		['closed', 'lost'],
		['updated', 'appeal_needs_response'],
		['updated', 'appeal_under_review'],
		['closed', 'won'],
		['funds_reinstated', 'won'],
	])
	const { balance_transactions: lines } = await sandbox.stripe.disputes.retrieve(id)
	expect(lines.map(({ amount }) => amount)).toEqual([-1499, 1499])
	// Stripe keeps the fee for the dispute. It charges one for the first answer, none for the appeal, and returns it in the end.
	expect(lines.map(({ fee }) => fee)).toEqual([2000, 0])
	const { data: fees } = await sandbox.stripe.balanceTransactions.list({ source: id, type: 'stripe_fee' })
	expect(fees.map(({ amount }) => amount)).toEqual([2000, -2000])
})

test('evidence that is not submitted does not change the status, but counts as evidence', async () => {
	const id = await open(await buy())
	await sandbox.stripe.disputes.update(id, { evidence: { uncategorized_text: 'A draft.' }, submit: false })
	expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({
		status: 'needs_response',
		evidence_details: { has_evidence: true, submission_count: 0 },
	})
})

test('an appeal takes only the evidence of an appeal, and a dispute takes none of that', async () => {
	const id = await open(await buy())
	const update = async (evidence: object) => await sandbox.stripe.disputes.update(id, { evidence })
	const ofAppeal = { appeal: { card: { reason_for_filing: 'It was read.' } } }
	await expect(update(ofAppeal)).rejects.toMatchObject({ statusCode: 400, param: 'evidence[appeal]' })
	expect(await press(`disputes/${id}/close`, { status: 'lost' })).toBe(200)
	expect(await press(`disputes/${id}/appeal`)).toBe(200)
	await expect(update({ uncategorized_text: 'It was read.' })).rejects.toMatchObject({
		statusCode: 400,
		param: 'evidence[uncategorized_text]',
	})
	expect(await statusOf(id)).toBe('appeal_needs_response')
	expect(await update(ofAppeal)).toMatchObject({ status: 'appeal_under_review', evidence: ofAppeal })
})

test('an inquiry takes no money until it escalates', async () => {
	const paid = await buy()
	const id = await open(paid, { reason: 'inquiry' })
	expect(await press(`disputes/${id}/answer`)).toBe(200)
	expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({
		status: 'warning_under_review',
		balance_transactions: [],
		is_charge_refundable: true,
	})
	expect((await sandbox.stripe.balanceTransactions.list({ source: id })).data).toEqual([])
	expect(await press(`disputes/${id}/escalate`)).toBe(200)
	expect(await press(`disputes/${id}/escalate`)).toBe(409)
	expect(await eventsAbout(id)).toEqual([
		['created', 'warning_needs_response'],
		['updated', 'warning_under_review'],
		['updated', 'needs_response'],
		['funds_withdrawn', 'needs_response'],
	])
	await expect(sandbox.stripe.refunds.create({ payment_intent: paid.intent })).rejects.toMatchObject({
		code: 'charge_disputed',
	})
})

test('a prevented dispute moves money only if the buyer is refunded', async () => {
	const blocked = await buy()
	expect(await sandbox.stripe.disputes.retrieve(await open(blocked, { reason: 'blocked' }))).toMatchObject({
		status: 'prevented',
		balance_transactions: [],
		payment_method_details: { card: { case_type: 'block' } },
	})
	await expect(sandbox.stripe.refunds.create({ payment_intent: blocked.intent })).resolves.toBeDefined()
	const resolved = await buy()
	expect(await sandbox.stripe.disputes.retrieve(await open(resolved, { reason: 'resolved' }))).toMatchObject({
		status: 'prevented',
		balance_transactions: [{ amount: -1499 }],
		payment_method_details: { card: { case_type: 'resolution' } },
	})
	expect(await press(`checkout-sessions/${resolved.checkoutSessionId}/dispute`)).toBe(409)
})

test('parts of a payment can be disputed, up to its whole amount', async () => {
	const paid = await buy()
	await open(paid, { amount: '500' })
	expect(await press(`checkout-sessions/${paid.checkoutSessionId}/dispute`, { amount: '1000' })).toBe(400)
	await open(paid, { amount: '999' })
	expect(await press(`checkout-sessions/${paid.checkoutSessionId}/dispute`)).toBe(409)
	const { data } = await sandbox.stripe.disputes.list({ payment_intent: paid.intent })
	expect(data.map(({ amount }) => amount)).toEqual([999, 500])
})

test('only a lost dispute can be appealed', async () => {
	const id = await open(await buy())
	expect(await press(`disputes/${id}/appeal`)).toBe(409)
	expect(await press(`disputes/${id}/close`, { status: 'won' })).toBe(200)
	expect(await press(`disputes/${id}/appeal`)).toBe(409)
	expect(await press('disputes/du_none/appeal')).toBe(404)
})
