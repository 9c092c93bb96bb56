import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestSandbox, guideParams, secretKey, stripeAt, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

function open(options?: Stripe.RequestOptions) {
	return sandbox.stripe.checkout.sessions.create(guideParams(), options)
}

describe('keys', () => {
	test('the secret key is let in, another is not, and is not repeated in the answer', async () => {
		const { port } = new URL(sandbox.origin)
		await expect(stripeAt(Number(port), 'sk_test_somebodyelseskey').checkout.sessions.list()).rejects.toMatchObject({
			type: 'StripeAuthenticationError',
			message: expect.not.stringContaining('somebodyelseskey'),
		})
		await expect(sandbox.stripe.checkout.sessions.list()).resolves.toMatchObject({ object: 'list' })
	})

	test('no key is a 401 in the API’s own form, a key by basic authentication will do', async () => {
		const without = await fetch(`${sandbox.origin}/v1/checkout/sessions`)
		expect(without.status).toBe(401)
		expect(await without.json()).toMatchObject({ error: { type: 'invalid_request_error', message: expect.stringContaining('API key') } })
		const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
		expect((await fetch(`${sandbox.origin}/v1/checkout/sessions`, { headers: { authorization: basic } })).status).toBe(200)
	})
})

describe('errors', () => {
	const { line_items: _, ...withoutItems } = guideParams()
	test.each<[string, object, { code?: string; param?: string }]>([
		['a parameter left out', withoutItems, { code: 'parameter_missing', param: 'line_items' }],
		['a parameter nobody knows', { ...guideParams(), colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
		['one nobody knows, deep down', { ...guideParams(), payment_intent_data: { colour: 'red' } }, { code: 'parameter_unknown', param: 'payment_intent_data[colour]' }],
		['an amount that is not whole', { ...guideParams(), line_items: item({ unit_amount: '14.99' }) }, { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' }],
		['a negative amount', { ...guideParams(), line_items: item({ unit_amount: -1 }) }, { code: 'parameter_invalid_integer' }],
		['an amount too small to charge', { ...guideParams(), line_items: item({ unit_amount: 29 }) }, { code: 'amount_too_small' }],
		['a product nobody made', { ...guideParams(), line_items: item({ product: 'prod_none', product_data: undefined }) }, { code: 'resource_missing' }],
		['an address that is none', { ...guideParams(), success_url: '/payment-success' }, { code: 'url_invalid', param: 'success_url' }],
		['an e-mail that is none', { ...guideParams(), customer_email: 'sam' }, { code: 'email_invalid', param: 'customer_email' }],
		['a mode it does not know', { ...guideParams(), mode: 'subscription' }, { param: 'mode' }],
		['a life too short', { ...guideParams(), expires_at: Math.floor(Date.now() / 1000) + 60 }, { param: 'expires_at' }],
		['a life too long', { ...guideParams(), expires_at: Math.floor(Date.now() / 1000) + 90_000 }, { param: 'expires_at' }],
		['a label too long', { ...guideParams(), metadata: { note: 'x'.repeat(501) } }, { param: 'metadata' }],
	])('%s is refused, naming it', async (_, params, error) => {
		const before = await sandbox.stripe.checkout.sessions.list({ limit: 1 })
		await expect(create(params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, ...error })
		const after = await sandbox.stripe.checkout.sessions.list({ limit: 1 })
		expect(after.data[0]?.id).toBe(before.data[0]?.id)
	})

	test('what is not there is a 404 with its id', async () => {
		await expect(sandbox.stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
			statusCode: 404,
			code: 'resource_missing',
			message: "No such checkout.session: 'cs_test_none'",
			requestId: expect.stringMatching(/^req_/),
		})
		await expect(sandbox.stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ statusCode: 404 })
	})

	test('an address the sandbox does not know says so', async () => {
		await expect(sandbox.stripe.customers.create({ email: 'sam@example.com' })).rejects.toMatchObject({ statusCode: 404, message: expect.stringContaining('Unrecognized request URL') })
	})

	function item(data: object) {
		return [{ quantity: 1, price_data: { currency: 'gbp', unit_amount: 1499, product_data: { name: 'CV Secrets' }, ...data } }]
	}

	/** What a type would forbid must be refused on the wire too. */
	function create(params: object): Promise<unknown> {
		return sandbox.stripe.rawRequest('POST', '/v1/checkout/sessions', { ...params })
	}
})

describe('idempotency keys', () => {
	test('the same key and body bring the same session, also after a restart', async () => {
		const first = await open({ idempotencyKey: 'same' })
		const second = await open({ idempotencyKey: 'same' })
		expect(second.id).toBe(first.id)
		expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
		expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
		await sandbox.restart()
		expect((await open({ idempotencyKey: 'same' })).id).toBe(first.id)
		expect((await open({ idempotencyKey: 'another' })).id).not.toBe(first.id)
	})

	test('a changed body, or another address, under a used key is refused', async () => {
		const session = await open({ idempotencyKey: 'used' })
		await expect(sandbox.stripe.checkout.sessions.create({ ...guideParams(), client_reference_id: 'changed' }, { idempotencyKey: 'used' })).rejects.toMatchObject({
			type: 'StripeIdempotencyError',
			statusCode: 400,
			rawType: 'idempotency_error',
		})
		await expect(sandbox.stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'used' })).rejects.toMatchObject({ rawType: 'idempotency_error' })
	})

	test('a body refused for its parameters does not use up the key', async () => {
		await expect(sandbox.stripe.checkout.sessions.create({ ...guideParams(), customer_email: 'sam' }, { idempotencyKey: 'fresh' })).rejects.toMatchObject({ code: 'email_invalid' })
		await expect(open({ idempotencyKey: 'fresh' })).resolves.toMatchObject({ status: 'open' })
	})

	test('twenty calls at once with one key make one session', async () => {
		const sessions = await Promise.all(Array.from({ length: 20 }, () => open({ idempotencyKey: 'crowd' })))
		expect(new Set(sessions.map(({ id }) => id)).size).toBe(1)
	})
})

describe('sessions', () => {
	test('a new session carries what it was given, and is open', async () => {
		const session = await open()
		expect(session).toMatchObject({
			id: expect.stringMatching(/^cs_test_/),
			object: 'checkout.session',
			amount_subtotal: 1499,
			amount_total: 1499,
			client_reference_id: guideParams().client_reference_id,
			consent_collection: { terms_of_service: 'required' },
			currency: 'gbp',
			customer_email: 'sam@example.com',
			livemode: false,
			metadata: { catalogue_id: '2' },
			payment_intent: null,
			payment_status: 'unpaid',
			status: 'open',
			url: `${sandbox.origin}/checkout/${session.id}`,
		})
		expect(session.expires_at - session.created).toBe(86_400)
	})

	test('expand puts whole objects in, at any depth, in lists too', async () => {
		const session = await open()
		await sandbox.pay(session.id, { card: 'success' })
		const whole = await sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items.data.price.product', 'payment_intent.latest_charge'] })
		expect(whole.line_items?.data[0]).toMatchObject({ description: 'CV Secrets', amount_subtotal: 1499, quantity: 1, price: { unit_amount: 1499, product: { name: 'CV Secrets', metadata: { catalogue_id: '2' } } } })
		expect(whole.payment_intent).toMatchObject({ object: 'payment_intent', status: 'succeeded', latest_charge: { object: 'charge', paid: true } })
		const listed = await sandbox.stripe.checkout.sessions.list({ limit: 1, expand: ['data.payment_intent'] })
		expect(listed.data[0]?.payment_intent).toMatchObject({ status: 'succeeded', metadata: { purchase_id: guideParams().client_reference_id } })
		await expect(sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['colour'] })).rejects.toMatchObject({ statusCode: 400 })
	})

	test('lists are newest first, page by page, and can be narrowed', async () => {
		const paid = await open()
		await sandbox.pay(paid.id, { card: 'success' })
		const others = [await open(), await open(), await open()]
		const firstPage = await sandbox.stripe.checkout.sessions.list({ limit: 3 })
		expect(firstPage.data.map(({ id }) => id)).toEqual(others.map(({ id }) => id).reverse())
		expect(firstPage.has_more).toBe(true)
		const nextPage = await sandbox.stripe.checkout.sessions.list({ limit: 1, starting_after: firstPage.data[2]?.id ?? '' })
		expect(nextPage.data.map(({ id }) => id)).toEqual([paid.id])
		const back = await sandbox.stripe.checkout.sessions.list({ limit: 2, ending_before: paid.id })
		expect(back.data.map(({ id }) => id)).toEqual([others[1]?.id, others[0]?.id])

		const intent = (await sandbox.stripe.checkout.sessions.retrieve(paid.id)).payment_intent
		expect((await sandbox.stripe.checkout.sessions.list({ payment_intent: String(intent) })).data.map(({ id }) => id)).toEqual([paid.id])
		expect((await sandbox.stripe.checkout.sessions.list({ status: 'complete', limit: 1 })).data[0]?.id).toBe(paid.id)
		const future = Math.floor(Date.now() / 1000) + 1_000
		expect((await sandbox.stripe.checkout.sessions.list({ created: { gte: future } })).data).toEqual([])
		expect((await sandbox.stripe.checkout.sessions.list({ created: { lt: future }, limit: 1 })).data).toHaveLength(1)
		await expect(sandbox.stripe.checkout.sessions.list({ starting_after: 'cs_test_none' })).rejects.toMatchObject({ code: 'resource_missing', param: 'starting_after' })
		await expect(sandbox.stripe.checkout.sessions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })

		const all: string[] = []
		for await (const session of sandbox.stripe.checkout.sessions.list({ limit: 2 })) all.push(session.id)
		expect(new Set(all).size).toBe(all.length)
		expect(all).toContain(paid.id)
	})

	test('line items keep their order and can be paged', async () => {
		const session = await sandbox.stripe.checkout.sessions.create({
			...guideParams(),
			line_items: ['A', 'B', 'C'].map((name) => ({ quantity: 2, price_data: { currency: 'gbp', unit_amount: 500, product_data: { name } } })),
		})
		expect(session.amount_total).toBe(3_000)
		const page = await sandbox.stripe.checkout.sessions.listLineItems(session.id, { limit: 2 })
		expect(page.data.map(({ description }) => description)).toEqual(['A', 'B'])
		const rest = await sandbox.stripe.checkout.sessions.listLineItems(session.id, { starting_after: page.data[1]?.id ?? '' })
		expect(rest.data.map(({ description }) => description)).toEqual(['C'])
	})

	test('a session can be opened with a price made before', async () => {
		const product = await sandbox.stripe.products.create({ name: 'CV Secrets', metadata: { catalogue_id: '2' } })
		const price = await sandbox.stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: 1499 })
		expect(price.unit_amount_decimal?.toString()).toBe('1499')
		const session = await sandbox.stripe.checkout.sessions.create({ ...guideParams(), line_items: [{ price: price.id, quantity: 1 }] })
		expect(session.amount_total).toBe(1499)
		expect((await sandbox.stripe.prices.list({ product: product.id, active: true })).data.map(({ id }) => id)).toEqual([price.id])
		await sandbox.stripe.products.update(product.id, { active: false })
		expect((await sandbox.stripe.products.retrieve(product.id)).active).toBe(false)
	})

	test('an open session can be expired once, and a paid one never', async () => {
		const session = await open()
		expect(await sandbox.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
		await expect(sandbox.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('`expired`') })
		const paid = await open()
		await sandbox.pay(paid.id, { card: 'success' })
		await expect(sandbox.stripe.checkout.sessions.expire(paid.id)).rejects.toMatchObject({ message: expect.stringContaining('`complete`') })
		await sandbox.shop.untilReceived('checkout.session.expired')
	})
})
