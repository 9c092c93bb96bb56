import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cv, openCheckout, planner } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, goods: true })

async function amountAtProvider(checkoutSessionId: string): Promise<unknown> {
	const response = await fetch(`${world.sandboxUrl}/v1/checkout/sessions/${checkoutSessionId}`, {
		headers: { authorization: `Bearer ${world.keys.sandboxSecretKey}` },
	})
	const { amount_total, currency } = z
		.object({ amount_total: z.number(), currency: z.string() })
		.parse(await response.json())
	return { amount_total, currency }
}

async function refusal(error: unknown): Promise<{ status: number; body: unknown }> {
	if (!(error instanceof FunctionsHttpError)) throw new Error(`not refused: ${String(error)}`)
	const response: Response = error.context
	return { status: response.status, body: await response.json() }
}

/** Returns a function that begins a payment with the token that a client has now, and keeps it. */
async function askAs(client: SupabaseClient) {
	const token = (await client.auth.getSession()).data.session?.access_token
	return () =>
		world.request('/functions/v1/create-payment', {
			method: 'POST',
			headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${token}` },
			body: JSON.stringify(cv),
		})
}

describe('create-payment', () => {
	test.each([0.01, 0, -1, null, '14.99', [1], {}])('a price of %j is never read', async (price) => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, { ...cv, price })
		expect(await amountAtProvider(checkoutSessionId)).toEqual({ amount_total: 1499, currency: 'gbp' })
	})

	test.each([
		[
			'the name of a cheap product with the id of an expensive one',
			{ ...cv, productName: planner.productName },
			'product_mismatch',
		],
		[
			'the name of an expensive product with the id of a cheap one',
			{ ...cv, stripeProductId: planner.stripeProductId },
			'product_mismatch',
		],
		['an unknown product', { productName: 'Nothing', stripeProductId: 'prod_none' }, 'unknown_product'],
		['a free product', { productName: 'Student Guide', stripeProductId: '1' }, 'not_for_sale'],
		[
			'a coming-soon product',
			{ productName: 'Study Techniques That Actually Work', stripeProductId: '5' },
			'not_for_sale',
		],
		[
			'the name of an inherited property',
			{ productName: '__proto__', stripeProductId: 'constructor' },
			'unknown_product',
		],
		['no product at all', {}, 'validation_failed'],
	])('%s is refused, and no purchase is created', async (_name, body, code) => {
		const client = await signedInClient(world)
		const { error } = await client.functions.invoke('create-payment', { body })
		expect(await refusal(error)).toMatchObject({ status: 400, body: { code } })
		const { data } = await client.from('purchases').select('id')
		expect(data).toEqual([])
	})

	test('a signed-out visitor cannot buy', async () => {
		const stranger = createClient(world.url, world.keys.publishableKey)
		const { error } = await stranger.functions.invoke('create-payment', { body: cv })
		expect(await refusal(error)).toMatchObject({ status: 401 })
		for (const authorization of [`Bearer ${world.keys.publishableKey}`, 'Bearer not.a.token', 'Basic x']) {
			const response = await world.request('/functions/v1/create-payment', {
				method: 'POST',
				headers: { apikey: world.keys.publishableKey, authorization, 'content-type': 'application/json' },
				body: JSON.stringify(cv),
			})
			expect(response.status, authorization).toBe(401)
		}
	})

	test.each<[string, number, string, (client: SupabaseClient) => Promise<unknown>]>([
		['a body of the wrong shape', 400, 'validation_failed', async () => {}],
		['a body that is not JSON', 400, 'bad_json', async () => {}],
		['a session that has ended', 401, 'session_not_found', async (client) => await client.auth.signOut()],
	])('the answer to %s contains the request id', async (_name, status, code, prepare) => {
		const client = await signedInClient(world)
		const token = (await client.auth.getSession()).data.session?.access_token
		await prepare(client)
		const response = await world.request('/functions/v1/create-payment', {
			method: 'POST',
			headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${token}` },
			body: code === 'bad_json' ? '{' : '{}',
		})
		expect(response.status).toBe(status)
		expect(await response.json()).toMatchObject({ code, request_id: response.headers.get('x-request-id') })
	})

	test('the answer to an unexpected failure contains the request id but not the cause', async () => {
		const failing = await createWorld({
			faultPoint: async (name) => {
				if (name === 'create-payment/before-row') throw new Error('the secret cause')
			},
			goods: true,
		})
		try {
			const client = await signedInClient(failing)
			const token = (await client.auth.getSession()).data.session?.access_token
			const response = await failing.request('/functions/v1/create-payment', {
				method: 'POST',
				headers: { apikey: failing.keys.publishableKey, authorization: `Bearer ${token}` },
				body: JSON.stringify(cv),
			})
			expect(response.status).toBe(500)
			expect(await response.json()).toEqual({
				code: 'unexpected_failure',
				message: 'Something went wrong on our side',
				request_id: response.headers.get('x-request-id'),
			})
		} finally {
			await failing.close()
		}
	})

	test('an expired token is rejected', async () => {
		const client = await signedInClient(world)
		const ask = await askAs(client)
		expect((await ask()).status).toBe(200)
		world.clock.advance(3601)
		expect((await ask()).status).toBe(401)
		world.clock.advance(-3601)
	})

	test('a token whose session was signed out is rejected', async () => {
		const client = await signedInClient(world)
		const ask = await askAs(client)
		expect((await ask()).status).toBe(200)
		await client.auth.signOut()
		expect((await ask()).status).toBe(401)
	})

	test('twenty concurrent clicks create one Checkout Session and one purchase', async () => {
		const client = await signedInClient(world)
		const checkoutSessionIds = await Promise.all(Array.from({ length: 20 }, () => openCheckout(client, cv)))
		expect(new Set(checkoutSessionIds).size).toBe(1)
		expect((await client.from('purchases').select('status')).data).toEqual([{ status: 'pending' }])
	})

	test.each([
		['{', 400, 'bad_json'],
		['', 400, 'bad_json'],
		[`{"productName":"${'x'.repeat(10_000_000)}"}`, 413, 'request_entity_too_large'],
		['['.repeat(100_000), 400, 'bad_json'],
	])('a bad body is refused in the API’s format (%#)', async (body, status, code) => {
		const client = await signedInClient(world)
		const token = (await client.auth.getSession()).data.session?.access_token
		const response = await world.request('/functions/v1/create-payment', {
			method: 'POST',
			headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${token}` },
			body,
		})
		expect(response.status).toBe(status)
		const text = await response.text()
		expect(JSON.parse(text)).toMatchObject({ code })
		expect(text).not.toMatch(/node_modules|\.ts:|select |\/src\//)
	})
})
