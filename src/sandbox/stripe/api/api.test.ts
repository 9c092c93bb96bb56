import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
	createTestSandbox,
	guideParams,
	secretKey,
	stripeAt,
	type TestSandbox,
} from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

function open(options?: Stripe.RequestOptions) {
	return sandbox.stripe.checkout.sessions.create(guideParams(), options)
}

describe('keys', () => {
	test('accepts the secret key, and rejects another without repeating it in the error', async () => {
		const { port } = new URL(sandbox.origin)
		await expect(
			stripeAt(Number(port), 'sk_test_somebodyelseskey').checkout.sessions.list(),
		).rejects.toMatchObject({
			type: 'StripeAuthenticationError',
			message: expect.not.stringContaining('somebodyelseskey'),
		})
		await expect(sandbox.stripe.checkout.sessions.list()).resolves.toMatchObject({ object: 'list' })
	})

	test("a missing key is a 401 in Stripe's format, and basic authentication works", async () => {
		const without = await fetch(`${sandbox.origin}/v1/checkout/sessions`)
		expect(without.status).toBe(401)
		expect(await without.json()).toMatchObject({
			error: { type: 'invalid_request_error', message: expect.stringContaining('API key') },
		})
		const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
		expect(
			(await fetch(`${sandbox.origin}/v1/checkout/sessions`, { headers: { authorization: basic } })).status,
		).toBe(200)
	})
})

test('an API version that is a date is echoed, and any other text is rejected', async () => {
	const ask = (version: string) => sandbox.stripe.checkout.sessions.list({}, { apiVersion: version })
	await expect(ask('yesterday')).rejects.toMatchObject({
		statusCode: 400,
		message: 'Invalid Stripe API version: yesterday',
	})
	expect((await ask('2024-06-20')).lastResponse.headers['stripe-version']).toBe('2024-06-20')
})

describe('errors', () => {
	const { line_items: _, ...withoutItems } = guideParams()
	test.each<[string, object, { code?: string; param?: string }]>([
		['a missing parameter', withoutItems, { code: 'parameter_missing', param: 'line_items' }],
		[
			'an unknown parameter',
			{ ...guideParams(), colour: 'red' },
			{ code: 'parameter_unknown', param: 'colour' },
		],
		[
			'an unknown nested parameter',
			{ ...guideParams(), payment_intent_data: { colour: 'red' } },
			{ code: 'parameter_unknown', param: 'payment_intent_data[colour]' },
		],
		[
			'an amount that is not whole',
			{ ...guideParams(), line_items: item({ unit_amount: '14.99' }) },
			{ code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
		],
		[
			'a negative amount',
			{ ...guideParams(), line_items: item({ unit_amount: -1 }) },
			{ code: 'parameter_invalid_integer' },
		],
		[
			'an amount too small to charge',
			{ ...guideParams(), line_items: item({ unit_amount: 29 }) },
			{ code: 'amount_too_small' },
		],
		[
			'an unknown product',
			{ ...guideParams(), line_items: item({ product: 'prod_none', product_data: undefined }) },
			{ code: 'resource_missing' },
		],
		[
			'an invalid URL',
			{ ...guideParams(), success_url: '/payment-success' },
			{ code: 'url_invalid', param: 'success_url' },
		],
		[
			'a statement suffix that banks cannot print',
			{ ...guideParams(), payment_intent_data: { statement_descriptor_suffix: 'CV *SECRETS*' } },
			{ code: 'parameter_invalid_string', param: 'payment_intent_data[statement_descriptor_suffix]' },
		],
		[
			'a statement suffix without a letter',
			{ ...guideParams(), payment_intent_data: { statement_descriptor_suffix: '2026' } },
			{ code: 'parameter_invalid_string', param: 'payment_intent_data[statement_descriptor_suffix]' },
		],
		[
			'a statement suffix that is too long',
			{ ...guideParams(), payment_intent_data: { statement_descriptor_suffix: 'A'.repeat(23) } },
			{ code: 'parameter_invalid_string', param: 'payment_intent_data[statement_descriptor_suffix]' },
		],
		[
			'a picture without a valid URL',
			{ ...guideParams(), line_items: item({ product_data: { name: 'A', images: ['/cover.jpg'] } }) },
			{ code: 'url_invalid', param: 'line_items[0][price_data][product_data][images][0]' },
		],
		[
			'more than eight pictures',
			{
				...guideParams(),
				line_items: item({ product_data: { name: 'A', images: Array(9).fill('https://a.test/b.jpg') } }),
			},
			{ code: 'parameter_invalid_array', param: 'line_items[0][price_data][product_data][images]' },
		],
		[
			'an empty description',
			{ ...guideParams(), line_items: item({ product_data: { name: 'A', description: '' } }) },
			{ code: 'parameter_invalid_empty', param: 'line_items[0][price_data][product_data][description]' },
		],
		[
			'an unknown tax code',
			{ ...guideParams(), line_items: item({ product_data: { name: 'A', tax_code: 'txcd_1' } }) },
			{ code: 'resource_missing', param: 'line_items[0][price_data][product_data][tax_code]' },
		],
		[
			'settings for recovery that do not say whether it is on',
			{ ...guideParams(), after_expiration: { recovery: { allow_promotion_codes: true } } },
			{ code: 'parameter_missing', param: 'after_expiration[recovery][enabled]' },
		],
		[
			'an invalid boolean for promotion codes after recovery',
			{ ...guideParams(), after_expiration: { recovery: { enabled: true, allow_promotion_codes: 'maybe' } } },
			{ code: 'parameter_invalid_boolean', param: 'after_expiration[recovery][allow_promotion_codes]' },
		],
		[
			'an invalid boolean for invoices',
			{ ...guideParams(), invoice_creation: { enabled: 'yes' } },
			{ code: 'parameter_invalid_boolean', param: 'invoice_creation[enabled]' },
		],
		[
			'an unknown value for whether a VAT number is required',
			{ ...guideParams(), tax_id_collection: { enabled: true, required: 'always' } },
			{ code: 'parameter_invalid_value', param: 'tax_id_collection[required]' },
		],
		[
			'an invalid email address',
			{ ...guideParams(), customer_email: 'sam' },
			{ code: 'email_invalid', param: 'customer_email' },
		],
		['an unknown mode', { ...guideParams(), mode: 'subscription' }, { param: 'mode' }],
		[
			'an expiry time that is too soon',
			{ ...guideParams(), expires_at: Math.floor(Date.now() / 1000) + 60 },
			{ param: 'expires_at' },
		],
		[
			'an expiry time that is too far away',
			{ ...guideParams(), expires_at: Math.floor(Date.now() / 1000) + 90_000 },
			{ param: 'expires_at' },
		],
		[
			'a metadata value that is too long',
			{ ...guideParams(), metadata: { note: 'x'.repeat(501) } },
			{ param: 'metadata' },
		],
	])('rejects %s and says what is wrong', async (_, params, error) => {
		const before = await sandbox.stripe.checkout.sessions.list({ limit: 1 })
		await expect(create(params)).rejects.toMatchObject({
			type: 'StripeInvalidRequestError',
			statusCode: 400,
			...error,
		})
		const after = await sandbox.stripe.checkout.sessions.list({ limit: 1 })
		expect(after.data[0]?.id).toBe(before.data[0]?.id)
	})

	test('an unknown object gets a 404 that names its id', async () => {
		await expect(sandbox.stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
			statusCode: 404,
			code: 'resource_missing',
			message: "No such checkout.session: 'cs_test_none'",
			requestId: expect.stringMatching(/^req_/),
		})
		await expect(sandbox.stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ statusCode: 404 })
	})

	test('an unknown URL gets a 404 with Stripe’s message', async () => {
		await expect(sandbox.stripe.customers.create({ email: 'sam@example.com' })).rejects.toMatchObject({
			statusCode: 404,
			message: expect.stringContaining('Unrecognized request URL'),
		})
	})

	function item(data: object) {
		return [
			{
				quantity: 1,
				price_data: { currency: 'gbp', unit_amount: 1499, product_data: { name: 'CV Secrets' }, ...data },
			},
		]
	}

	/** Sends parameters that the types of the SDK don't allow. The API must reject them itself. */
	function create(params: object): Promise<unknown> {
		return sandbox.stripe.rawRequest('POST', '/v1/checkout/sessions', { ...params })
	}
})

describe('idempotency keys', () => {
	test('the same key and body return the same Checkout Session, even after a restart', async () => {
		const first = await open({ idempotencyKey: 'same' })
		const second = await open({ idempotencyKey: 'same' })
		expect(second.id).toBe(first.id)
		expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
		expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
		await sandbox.restart()
		expect((await open({ idempotencyKey: 'same' })).id).toBe(first.id)
		expect((await open({ idempotencyKey: 'another' })).id).not.toBe(first.id)
	})

	test('a key that was used with another body or URL is rejected', async () => {
		const checkoutSession = await open({ idempotencyKey: 'used' })
		await expect(
			sandbox.stripe.checkout.sessions.create(
				{ ...guideParams(), client_reference_id: 'changed' },
				{ idempotencyKey: 'used' },
			),
		).rejects.toMatchObject({
			type: 'StripeIdempotencyError',
			statusCode: 400,
			rawType: 'idempotency_error',
		})
		await expect(
			sandbox.stripe.checkout.sessions.expire(checkoutSession.id, {}, { idempotencyKey: 'used' }),
		).rejects.toMatchObject({ rawType: 'idempotency_error' })
	})

	test('a call that is rejected for its parameters does not use up its key', async () => {
		await expect(
			sandbox.stripe.checkout.sessions.create(
				{ ...guideParams(), customer_email: 'sam' },
				{ idempotencyKey: 'fresh' },
			),
		).rejects.toMatchObject({ code: 'email_invalid' })
		await expect(open({ idempotencyKey: 'fresh' })).resolves.toMatchObject({ status: 'open' })
	})

	test('twenty concurrent calls with one key create one Checkout Session', async () => {
		const checkoutSessions = await Promise.all(
			Array.from({ length: 20 }, () => open({ idempotencyKey: 'crowd' })),
		)
		expect(new Set(checkoutSessions.map(({ id }) => id)).size).toBe(1)
	})
})
