import { FunctionsHttpError } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cv, openCheckout, pay, planner } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, goods: true })

async function statusOf(checkoutSessionId: string): Promise<unknown[]> {
	const rows = await world.database.query(
		sql`select status from public.purchases where stripe_session_id = ${checkoutSessionId}`,
	)
	return rows.map((row) => row.status)
}

async function eventually(check: () => Promise<void>): Promise<void> {
	await expect
		.poll(
			async () => {
				await world.runJobs()
				await check()
				return true
			},
			{ interval: 100 },
		)
		.toBe(true)
}

async function refusal(error: unknown): Promise<{ status: number; body: unknown }> {
	if (!(error instanceof FunctionsHttpError)) throw new Error(`not refused: ${String(error)}`)
	const response: Response = error.context
	return { status: response.status, body: await response.json() }
}

describe('paying', () => {
	test('the signed event alone completes the purchase, once, and sends one receipt', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await pay(world, checkoutSessionId)
		await eventually(async () => expect(await statusOf(checkoutSessionId)).toEqual(['completed']))
		const { data } = await client
			.from('purchases')
			.select('status, price, product_name, catalogue_id')
			.eq('stripe_session_id', checkoutSessionId)
			.single()
		expect(data).toEqual({
			status: 'completed',
			price: 14.99,
			product_name: cv.productName,
			catalogue_id: '2',
		})
		const email = (await client.auth.getUser()).data.user?.email
		expect(world.mails.filter((mail) => mail.to === email && /receipt/i.test(mail.subject))).toHaveLength(1)
	})

	test('the success page and the event complete the purchase only once', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, planner)
		await pay(world, checkoutSessionId)
		const answers = await Promise.all(
			Array.from({ length: 10 }, () =>
				client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } }),
			),
		)
		for (const { data } of answers)
			expect(data).toMatchObject({ status: 'completed', catalogueId: '3', fileName: 'MonthlyBudget.zip' })
		await world.runJobs()
		const history = await world.database.query(sql`
			select to_status, cause from shop.purchase_history h join public.purchases p on p.id = h.purchase_id
			where p.stripe_session_id = ${checkoutSessionId} order by h.id`)
		expect(history).toEqual([
			{ to_status: 'pending', cause: 'create-payment' },
			{ to_status: 'completed', cause: expect.stringMatching(/success page|event/) },
		])
	})

	test('an unpaid Checkout Session stays pending and delivers no file', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		const { data } = await client.functions.invoke('confirm-payment', {
			body: { sessionId: checkoutSessionId },
		})
		expect(data).toEqual({
			status: 'pending',
			productName: cv.productName,
			catalogueId: '2',
			guides: [{ catalogueId: '2', title: cv.productName, fileName: 'CV.zip' }],
		})
		expect((await client.storage.from('pdfs').createSignedUrl('CV.zip', 300)).error).not.toBeNull()
		const { error } = await client
			.from('purchases')
			.update({ status: 'completed' })
			.eq('stripe_session_id', checkoutSessionId)
		expect(error).toBeNull()
		expect(await statusOf(checkoutSessionId)).toEqual(['pending'])
	})

	test('the success page delivers a purchase that was paid after it had expired', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await world.database.query(
			sql`update public.purchases set status = 'expired' where stripe_session_id = ${checkoutSessionId}`,
		)
		await pay(world, checkoutSessionId)
		const { data } = await client.functions.invoke('confirm-payment', {
			body: { sessionId: checkoutSessionId },
		})
		expect(data).toMatchObject({ status: 'completed' })
	})

	test('another user’s Checkout Session is not found', async () => {
		const [buyer, other] = [await signedInClient(world), await signedInClient(world)]
		const checkoutSessionId = await openCheckout(buyer, cv)
		await pay(world, checkoutSessionId)
		const { error } = await other.functions.invoke('confirm-payment', {
			body: { sessionId: checkoutSessionId },
		})
		expect(await refusal(error)).toMatchObject({ status: 404, body: { code: 'purchase_not_found' } })
		expect(
			(await other.from('purchases').select('*').eq('stripe_session_id', checkoutSessionId).single()).error
				?.code,
		).toBe('PGRST116')
		const { data } = await buyer.functions.invoke('confirm-payment', {
			body: { sessionId: checkoutSessionId },
		})
		expect(data).toMatchObject({ status: 'completed' })
	})

	test.each(["cs_x' or 1=1", '../', 'cs_', 'x'.repeat(10_000), ['cs_a'], null])(
		'a malformed Checkout Session id (%j) is rejected',
		async (checkoutSessionId) => {
			const client = await signedInClient(world)
			const { error } = await client.functions.invoke('confirm-payment', {
				body: { sessionId: checkoutSessionId },
			})
			expect(await refusal(error)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
		},
	)

	test('an owned guide cannot be bought again', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
		const { error } = await client.functions.invoke('create-payment', { body: cv })
		expect(await refusal(error)).toMatchObject({
			status: 409,
			body: { details: { already_purchased: true } },
		})
	})

	test('a refunded guide is no longer owned and can be bought again', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
		const checkout = await one(
			world.database,
			sql`
			select payment_intent_id from shop.checkouts where session_id = ${checkoutSessionId}`,
			z.object({ payment_intent_id: z.string() }),
		)
		const refunded = await fetch(`${world.sandboxUrl}/v1/refunds`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${world.keys.sandboxSecretKey}`,
				'content-type': 'application/x-www-form-urlencoded',
			},
			body: new URLSearchParams({ payment_intent: checkout.payment_intent_id }),
		})
		expect(refunded.status).toBe(200)
		await eventually(async () => expect(await statusOf(checkoutSessionId)).toEqual(['refunded']))
		expect((await client.storage.from('pdfs').createSignedUrl('CV.zip', 300)).error).not.toBeNull()
		expect(await openCheckout(client, cv)).not.toBe(checkoutSessionId)
	})

	test('the reconciliation completes a paid purchase that neither an event nor the success page reported', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await pay(world, checkoutSessionId)
		// Makes it look as if no event had arrived: marks the stored one as processed, and lets the purchase grow old enough for
		// the reconciliation.
		await expect
			.poll(() =>
				world.database.query(sql`
			select from shop.payment_events where payload -> 'data' -> 'object' ->> 'id' = ${checkoutSessionId}`),
			)
			.toHaveLength(1)
		await world.database.query(sql`
			update shop.payment_events set processed_at = now() where payload -> 'data' -> 'object' ->> 'id' = ${checkoutSessionId}`)
		await world.runJobs()
		expect(await statusOf(checkoutSessionId)).toEqual(['pending'])
		world.clock.advance(300)
		await world.runJob('reconcile-purchases', {})
		world.clock.advance(-300)
		expect(await statusOf(checkoutSessionId)).toEqual(['completed'])
	})
})
