import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

function open() {
	return sandbox.stripe.checkout.sessions.create(guideParams())
}

test.each([
	['of guides', 'txcd_10503000', 250],
	['of books', 'txcd_10302000', 0],
	['of nothing taxable', 'txcd_00000000', 0],
])('the VAT %s is calculated once the buyer has given an address', async (_of, tax_code, vat) => {
	const { line_items: items, ...params } = guideParams()
	const opened = await sandbox.stripe.checkout.sessions.create({
		...params,
		automatic_tax: { enabled: true },
		line_items: (items ?? []).map((item) => ({
			...item,
			price_data: {
				currency: 'gbp',
				unit_amount: 1499,
				tax_behavior: 'inclusive',
				product_data: { name: 'A guide', tax_code },
			},
		})),
	})
	expect(opened).toMatchObject({
		amount_total: 1499,
		total_details: { amount_tax: 0 },
		automatic_tax: { enabled: true, status: 'requires_location_inputs' },
	})
	await sandbox.pay(opened.id, { card: 'success' })
	expect(await sandbox.stripe.checkout.sessions.retrieve(opened.id)).toMatchObject({
		amount_subtotal: 1499,
		amount_total: 1499,
		total_details: { amount_tax: vat },
		automatic_tax: { enabled: true, status: 'complete' },
	})
})

test('an account that turns tax on by default adds it to prices that don’t say that they include it', async () => {
	await sandbox.switches({ taxByDefault: true })
	const silent = await open()
	const saying = await sandbox.stripe.checkout.sessions.create({
		...guideParams(),
		automatic_tax: { enabled: false },
	})
	await sandbox.switches({ taxByDefault: false })
	for (const { id } of [silent, saying]) await sandbox.pay(id, { card: 'success' })
	expect(await sandbox.stripe.checkout.sessions.retrieve(silent.id)).toMatchObject({
		amount_subtotal: 1499,
		amount_total: 1799,
		total_details: { amount_tax: 300 },
	})
	expect(await sandbox.stripe.checkout.sessions.retrieve(saying.id)).toMatchObject({ amount_total: 1499 })
})

test('payment methods are chosen in the dashboard, not by a parameter', async () => {
	const params = { ...guideParams(), payment_method_types: ['card'] }
	await expect(sandbox.stripe.checkout.sessions.create(params)).rejects.toMatchObject({
		code: 'parameter_unknown',
	})
})

test('a Checkout Session cannot require consent if the account has no terms of service', async () => {
	await sandbox.switches({ termsMissing: true })
	await expect(sandbox.stripe.checkout.sessions.create(guideParams())).rejects.toMatchObject({
		statusCode: 400,
		message: expect.stringContaining('terms of service'),
	})
	await sandbox.switches({ termsMissing: false })
	await expect(sandbox.stripe.checkout.sessions.create(guideParams())).resolves.toMatchObject({
		status: 'open',
	})
})

test('a new Checkout Session is open and has the given values', async () => {
	const checkoutSession = await open()
	expect(checkoutSession).toMatchObject({
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
		url: `${sandbox.origin}/checkout/${checkoutSession.id}`,
	})
	expect(checkoutSession.expires_at - checkoutSession.created).toBe(86_400)
})

test('expand replaces ids with objects, at any depth and in lists', async () => {
	const checkoutSession = await open()
	await sandbox.pay(checkoutSession.id, { card: 'success' })
	const whole = await sandbox.stripe.checkout.sessions.retrieve(checkoutSession.id, {
		expand: ['line_items.data.price.product', 'payment_intent.latest_charge'],
	})
	expect(whole.line_items?.data[0]).toMatchObject({
		description: 'CV Secrets',
		amount_subtotal: 1499,
		quantity: 1,
		price: { unit_amount: 1499, product: { name: 'CV Secrets', metadata: { catalogue_id: '2' } } },
	})
	expect(whole.payment_intent).toMatchObject({
		object: 'payment_intent',
		status: 'succeeded',
		latest_charge: { object: 'charge', paid: true },
	})
	const listed = await sandbox.stripe.checkout.sessions.list({ limit: 1, expand: ['data.payment_intent'] })
	expect(listed.data[0]?.payment_intent).toMatchObject({
		status: 'succeeded',
		metadata: { purchase_id: guideParams().client_reference_id },
	})
	await expect(
		sandbox.stripe.checkout.sessions.retrieve(checkoutSession.id, { expand: ['colour'] }),
	).rejects.toMatchObject({ statusCode: 400 })
})

test('lists are newest first, come in pages, and can be filtered', async () => {
	const paid = await open()
	await sandbox.pay(paid.id, { card: 'success' })
	const others = [await open(), await open(), await open()]
	const firstPage = await sandbox.stripe.checkout.sessions.list({ limit: 3 })
	expect(firstPage.data.map(({ id }) => id)).toEqual(others.map(({ id }) => id).reverse())
	expect(firstPage.has_more).toBe(true)
	const nextPage = await sandbox.stripe.checkout.sessions.list({
		limit: 1,
		starting_after: firstPage.data[2]?.id ?? '',
	})
	expect(nextPage.data.map(({ id }) => id)).toEqual([paid.id])
	const back = await sandbox.stripe.checkout.sessions.list({ limit: 2, ending_before: paid.id })
	expect(back.data.map(({ id }) => id)).toEqual([others[1]?.id, others[0]?.id])

	const intent = (await sandbox.stripe.checkout.sessions.retrieve(paid.id)).payment_intent
	expect(
		(await sandbox.stripe.checkout.sessions.list({ payment_intent: String(intent) })).data.map(
			({ id }) => id,
		),
	).toEqual([paid.id])
	expect((await sandbox.stripe.checkout.sessions.list({ status: 'complete', limit: 1 })).data[0]?.id).toBe(
		paid.id,
	)
	const future = Math.floor(Date.now() / 1000) + 1_000
	expect((await sandbox.stripe.checkout.sessions.list({ created: { gte: future } })).data).toEqual([])
	expect(
		(await sandbox.stripe.checkout.sessions.list({ created: { lt: future }, limit: 1 })).data,
	).toHaveLength(1)
	await expect(
		sandbox.stripe.checkout.sessions.list({ starting_after: 'cs_test_none' }),
	).rejects.toMatchObject({ code: 'resource_missing', param: 'starting_after' })
	await expect(sandbox.stripe.checkout.sessions.list({ limit: 101 })).rejects.toMatchObject({
		param: 'limit',
	})

	const all: string[] = []
	for await (const checkoutSession of sandbox.stripe.checkout.sessions.list({ limit: 2 }))
		all.push(checkoutSession.id)
	expect(new Set(all).size).toBe(all.length)
	expect(all).toContain(paid.id)
})

test('line items keep their order and come in pages', async () => {
	const checkoutSession = await sandbox.stripe.checkout.sessions.create({
		...guideParams(),
		line_items: ['A', 'B', 'C'].map((name) => ({
			quantity: 2,
			price_data: { currency: 'gbp', unit_amount: 500, product_data: { name } },
		})),
	})
	expect(checkoutSession.amount_total).toBe(3_000)
	const page = await sandbox.stripe.checkout.sessions.listLineItems(checkoutSession.id, { limit: 2 })
	expect(page.data.map(({ description }) => description)).toEqual(['A', 'B'])
	const rest = await sandbox.stripe.checkout.sessions.listLineItems(checkoutSession.id, {
		starting_after: page.data[1]?.id ?? '',
	})
	expect(rest.data.map(({ description }) => description)).toEqual(['C'])
})

test('a Checkout Session can use an existing price', async () => {
	const product = await sandbox.stripe.products.create({
		name: 'CV Secrets',
		metadata: { catalogue_id: '2' },
	})
	const price = await sandbox.stripe.prices.create({
		product: product.id,
		currency: 'gbp',
		unit_amount: 1499,
	})
	expect(price.unit_amount_decimal?.toString()).toBe('1499')
	const checkoutSession = await sandbox.stripe.checkout.sessions.create({
		...guideParams(),
		line_items: [{ price: price.id, quantity: 1 }],
	})
	expect(checkoutSession.amount_total).toBe(1499)
	expect(
		(await sandbox.stripe.prices.list({ product: product.id, active: true })).data.map(({ id }) => id),
	).toEqual([price.id])
	await sandbox.stripe.products.update(product.id, { active: false })
	expect((await sandbox.stripe.products.retrieve(product.id)).active).toBe(false)
})

test('an open Checkout Session can be expired once, but a paid one never', async () => {
	const checkoutSession = await open()
	expect(await sandbox.stripe.checkout.sessions.expire(checkoutSession.id)).toMatchObject({
		status: 'expired',
		url: null,
	})
	await expect(sandbox.stripe.checkout.sessions.expire(checkoutSession.id)).rejects.toMatchObject({
		statusCode: 400,
		message: expect.stringContaining('`expired`'),
	})
	const paid = await open()
	await sandbox.pay(paid.id, { card: 'success' })
	await expect(sandbox.stripe.checkout.sessions.expire(paid.id)).rejects.toMatchObject({
		message: expect.stringContaining('`complete`'),
	})
	await sandbox.shop.untilReceived('checkout.session.expired')
})
