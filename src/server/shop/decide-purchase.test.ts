import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { type CheckoutSession, ProviderFailure } from '#server/shop/payment-provider.ts'
import { adminContextOf, runAdmin, runForJson } from '#test/admin-cli.ts'
import {
	anotherPaidCheckout,
	cv,
	openCheckout,
	type PaidCheckout,
	paidCheckout,
	pay,
	setSwitches,
} from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
const admin = adminContextOf(world)

const run = (...argv: string[]) => runAdmin(admin, ...argv)

const heldSchema = z.object({ rows: z.array(z.object({ purchase: z.uuid(), reason: z.string() })) })
async function heldReasonOf(purchaseId: string) {
	const { rows } = heldSchema.parse(await runForJson(admin, 'held-purchases'))
	return rows.find(({ purchase }) => purchase === purchaseId)?.reason
}

async function statusOf(purchaseId: string) {
	const [row] = await world.database.query(
		sql`select status from public.purchases where id = ${purchaseId}`,
		z.object({ status: z.string() }),
	)
	return row?.status
}

async function tell(checkoutSession: CheckoutSession): Promise<void> {
	await world.database.asServer((tx) =>
		fulfil(tx, { checkoutSession, cause: 'event', paidAt: new Date(), shop: admin.shop }),
	)
}

/**
 * Makes a payment with a code that takes the whole price off. Nothing was paid, so the purchase is on hold until the owner
 * decides.
 */
async function heldPurchase(): Promise<PaidCheckout> {
	const checkout = await paidCheckout(world)
	await tell({
		...checkout.checkoutSession,
		paymentStatus: 'no_payment_required',
		paymentIntentId: null,
		discountPence: 1499,
		totalPence: 0,
	})
	expect(await statusOf(checkout.purchaseId)).toBe('held')
	return checkout
}

/** Returns the admin's dependencies if Stripe gives no clear answer to a call that refunds. */
function withoutAnswerTo(call: 'refund' | 'refundPart'): AdminDependencies {
	const fail = async () => {
		throw new ProviderFailure({ definite: false, cause: new Error('away') })
	}
	return { ...admin, payments: { ...admin.payments, [call]: fail } }
}

describe('a purchase on hold', () => {
	test('is listed with the reason', async () => {
		const { purchaseId } = await heldPurchase()
		expect(await heldReasonOf(purchaseId)).toContain('nothing was paid')
	})

	test('is delivered with a receipt once released, and cannot be released again', async () => {
		const { purchaseId, userId } = await heldPurchase()
		await run('release-purchase', purchaseId)
		expect(await statusOf(purchaseId)).toBe('completed')
		await world.runJobs()
		expect(world.mails.filter(({ to }) => to === `${userId}@student.test`)).toMatchObject([
			{ subject: 'Your receipt: CV Secrets' },
		])
		await expect(run('release-purchase', purchaseId)).rejects.toThrow('is completed, not on hold')
	})

	test('cannot be released if the buyer already owns the guide, but can be refunded', async () => {
		const { purchaseId, userId } = await heldPurchase()
		const other = await anotherPaidCheckout(world, userId)
		await tell(other.checkoutSession)
		await expect(run('release-purchase', purchaseId)).rejects.toThrow('Refund this one instead')
		await run('refund', purchaseId)
		expect(await statusOf(purchaseId)).toBe('refunded')
		expect(await statusOf(other.purchaseId)).toBe('completed')
	})

	test('cannot be released if the buyer’s account was deleted', async () => {
		const { purchaseId, userId } = await heldPurchase()
		await world.database.query(sql`delete from auth.users where id = ${userId}`)
		await expect(run('release-purchase', purchaseId)).rejects.toThrow('Refund it instead')
	})

	test('blocks a second payment for the guide, and tells the buyer why', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await world.database.query(
			sql`update public.purchases set status = 'held' where stripe_session_id = ${checkoutSessionId}`,
		)
		const { error } = await client.functions.invoke('create-payment', { body: cv })
		const answer: Response = error?.context
		expect(answer.status).toBe(409)
		expect(await answer.json()).toMatchObject({
			code: 'payment_under_review',
			message: expect.stringContaining('Please do not pay again'),
		})
	})
})

async function breakRefund(fault: 'answer-500' | 'act-then-500'): Promise<void> {
	await setSwitches(world, { operations: [{ operation: 'refunds.create', fault }] })
}

describe('a refund with the admin CLI', () => {
	async function bought() {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
		const { data } = await client.from('purchases').select('id, status').single()
		expect(data?.status).toBe('completed')
		return { client, checkoutSessionId, purchaseId: String(data?.id) }
	}

	test('refunds the money at the provider and takes the guide away', async () => {
		const { client, purchaseId, checkoutSessionId } = await bought()
		await run('refund', purchaseId)
		expect((await client.from('purchases').select('status')).data).toEqual([{ status: 'refunded' }])
		const { paymentIntentId } = (await admin.payments.getCheckout(checkoutSessionId)) ?? {}
		expect(await admin.payments.getPayment(paymentIntentId ?? '')).toMatchObject({
			amountPence: 1499,
			refundedPence: 1499,
		})
		expect(await run('refund', purchaseId)).toEqual(['Refunded: £0.00', 'Left: £0.00'])
	})

	test('counts as done if the payment was already refunded in the provider’s dashboard', async () => {
		const { purchaseId, checkoutSessionId } = await bought()
		const { paymentIntentId } = (await admin.payments.getCheckout(checkoutSessionId)) ?? {}
		await admin.payments.refund(paymentIntentId ?? '', 'somebody-else')
		await run('refund', purchaseId)
		expect(await statusOf(purchaseId)).toBe('refunded')
	})

	test('takes nothing away while the provider is unreachable, and is retried', async () => {
		const { purchaseId } = await bought()
		const away = withoutAnswerTo('refund')
		await expect(runAdmin(away, 'refund', purchaseId)).rejects.toThrow(
			'It is not known yet whether the refund was made: Stripe gave no clear answer: away.',
		)
		expect(await statusOf(purchaseId)).toBe('completed')
		await world.runJobs()
		expect(await statusOf(purchaseId)).toBe('refunded')
	})

	test('of two parts is asked for again for each part that Stripe left unanswered', async () => {
		const { purchaseId, checkoutSessionId } = await bought()
		const away = withoutAnswerTo('refundPart')
		for (const amount of ['3', '4.50'])
			await expect(
				runAdmin(away, 'refund', purchaseId, '--amount', amount, '--reason', 'pages were missing'),
			).rejects.toThrow('It is not known yet whether the refund was made')
		await world.runJobs()
		const { paymentIntentId } = (await admin.payments.getCheckout(checkoutSessionId)) ?? {}
		const payment = await admin.payments.getPayment(paymentIntentId ?? '')
		expect(payment?.refunds.map(({ amountPence }) => amountPence).sort()).toEqual([300, 450])
		expect(await statusOf(purchaseId)).toBe('completed')
	})

	test('of a part that Stripe left unanswered is not made any more once all has been returned by hand', async () => {
		const { purchaseId, checkoutSessionId } = await bought()
		const away = withoutAnswerTo('refundPart')
		await expect(runAdmin(away, 'refund', purchaseId, '--amount', '5')).rejects.toThrow('It is not known yet')
		const returned = () => run('record-refund', purchaseId, '--reason', 'by bank transfer')
		await expect(returned()).rejects.toThrow('The shop is refunding it through Stripe at the moment')
		await world.database.query(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
		await returned()
		await run('retry-jobs')
		await world.runJobs()
		const { paymentIntentId } = (await admin.payments.getCheckout(checkoutSessionId)) ?? {}
		const payment = await admin.payments.getPayment(paymentIntentId ?? '')
		expect(payment?.refunds).toEqual([])
		expect(await statusOf(purchaseId)).toBe('refunded')
	})

	test('says that nothing was changed if Stripe can’t be asked about the payment', async () => {
		const { purchaseId } = await bought()
		const asked = (failure: ProviderFailure): AdminDependencies => ({
			...admin,
			payments: {
				...admin.payments,
				getPayment: async () => {
					throw failure
				},
			},
		})
		const away = new ProviderFailure({ definite: false, cause: new Error('No connection.') })
		await expect(runAdmin(asked(away), 'refund', purchaseId)).rejects.toThrow(
			'Stripe gave no clear answer: No connection. Nothing was changed. Try again in a few minutes.',
		)
		const closed = new ProviderFailure({ definite: true, asked: false, cause: new Error('restored') })
		await expect(runAdmin(asked(closed), 'refund', purchaseId)).rejects.toThrow(
			/^Stripe was not asked: restored$/,
		)
		expect(await statusOf(purchaseId)).toBe('completed')
	})

	test('is settled from Stripe’s list of refunds if Stripe made it but answered 500', async () => {
		const { purchaseId, checkoutSessionId } = await bought()
		await breakRefund('act-then-500')
		await run('refund', purchaseId)
		expect(await statusOf(purchaseId)).toBe('refunded')
		const { paymentIntentId } = (await admin.payments.getCheckout(checkoutSessionId)) ?? {}
		const payment = await admin.payments.getPayment(paymentIntentId ?? '')
		expect(payment?.refunds).toHaveLength(1)
	})

	test('is reported as unknown if Stripe answered 500 without making it, and is made by a retry', async () => {
		const { purchaseId } = await bought()
		await breakRefund('answer-500')
		await expect(run('refund', purchaseId)).rejects.toThrow(
			/It is not known yet .* An unknown error occurred\. The shop keeps checking/,
		)
		expect(await statusOf(purchaseId)).toBe('completed')
		await world.runJobs()
		expect(await statusOf(purchaseId)).toBe('refunded')
	})

	test('is refused if Stripe does not know the payment, and cannot be recorded by hand either', async () => {
		const { purchaseId } = await bought()
		await tamper(world, `update shop.checkouts set payment_intent_id = 'pi_unknown' where purchase_id = $1`, [
			purchaseId,
		])
		await expect(run('refund', purchaseId)).rejects.toThrow('Stripe has no payment pi_unknown')
		await expect(run('record-refund', purchaseId, '--reason', 'bank transfer')).rejects.toThrow(
			'Stripe has no payment pi_unknown',
		)
		await world.runJob('settle-payment', { paymentIntentId: 'pi_unknown' })
		expect(await statusOf(purchaseId)).toBe('completed')
		await world.database.query(sql`update public.purchases set status = 'duplicate' where id = ${purchaseId}`)
		await world.runJob('refund-duplicate', { purchaseId })
		expect(await heldReasonOf(purchaseId)).toContain('Stripe does not know the payment')
	})

	test('of a free guide is refused, and the user keeps the guide', async () => {
		const client = await signedInClient(world)
		await client.from('purchases').insert({
			product_id: '1',
			product_name: 'Student Guide',
			price: 0,
			status: 'completed',
			currency: 'GBP',
		})
		const { data } = await client.from('purchases').select('id').single()
		await expect(run('refund', String(data?.id))).rejects.toThrow('It was free')
		expect(await statusOf(String(data?.id))).toBe('completed')
	})

	test('is refused for an unknown purchase, and for an invalid id', async () => {
		await expect(run('refund', randomUUID())).rejects.toThrow('No purchase matches')
		await expect(run('refund', 'all')).rejects.toThrow('Give the id of the purchase')
	})
})
