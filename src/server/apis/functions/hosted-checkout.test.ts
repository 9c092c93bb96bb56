import { describe, expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { offerOf, productForSale } from '#server/apis/functions/create-payment.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { cv, openCheckout, pay, planner, setSwitches } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { auditWhenSettled } from '#test/money-ledger.ts'
import { stripeOf } from '#test/stripe-of.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
const stripe = stripeOf(world)

describe('the hosted checkout', () => {
	test.each([
		[cv, 'CV SECRETS', 'An 18-page guide'],
		[planner, 'BUDGET', 'A spreadsheet that turns'],
	])('shows the product, its tax code and its statement descriptor (%#)', async (product, suffix, words) => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, product)
		const { line_items: items } = await stripe.checkout.sessions.retrieve(checkoutSessionId, {
			expand: ['line_items.data.price.product'],
		})
		const sold = items?.data[0]?.price?.product
		expect(sold).toMatchObject({ name: product.productName, tax_code: 'txcd_10503000' })
		const page = await (await fetch(`${world.sandboxUrl}/checkout/${checkoutSessionId}`)).text()
		expect(page).toContain(words)
		const [, address = ''] = /<img class="product" src="([^"]+)"/.exec(page) ?? []
		const picture = await fetch(address)
		expect(picture.status).toBe(200)
		expect(picture.headers.get('content-type')).toBe('image/jpeg')
		expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
		await pay(world, checkoutSessionId)
		const checkoutSession = await stripe.checkout.sessions.retrieve(checkoutSessionId, {
			expand: ['payment_intent'],
		})
		expect(checkoutSession.payment_intent).toMatchObject({ statement_descriptor_suffix: suffix })
	})

	test('has a picture even of a free product, which an owner may come to sell', async () => {
		const picture = await world.request('/product-pictures/student-guide.jpg')
		expect(picture.headers.get('content-type')).toBe('image/jpeg')
	})

	test('creates no invoice and asks for no VAT number by default', async () => {
		const checkoutSessionId = await openCheckout(await signedInClient(world), cv)
		expect(await stripe.checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({
			after_expiration: { recovery: { enabled: true, allow_promotion_codes: false } },
			invoice_creation: { enabled: false },
			tax_id_collection: { enabled: false },
		})
	})

	test('if configured, creates an invoice, asks for a VAT number and accepts codes on a recovered page', async () => {
		const settings = { invoices: true, taxIds: true, promotionCodes: true }
		const other = await createWorld({ sandbox: true, checkout: settings })
		try {
			const checkoutSessionId = await openCheckout(await signedInClient(other), cv)
			expect(await stripeOf(other).checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({
				after_expiration: { recovery: { enabled: true, allow_promotion_codes: true } },
				invoice_creation: { enabled: true },
				tax_id_collection: { enabled: true },
			})
		} finally {
			await other.close()
		}
	})
})

test('a buyer who pays on a recovered page receives the guide', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await stripe.checkout.sessions.expire(checkoutSessionId)
	const statuses = async () => (await client.from('purchases').select('status')).data
	await expect
		.poll(async () => {
			await world.runJobs()
			return await statuses()
		})
		.toEqual([{ status: 'expired' }])
	const expired = await stripe.checkout.sessions.retrieve(checkoutSessionId)
	const back = await fetch(expired.after_expiration?.recovery?.url ?? '', { redirect: 'manual' })
	const recoveredId = back.headers.get('location')?.split('/').at(-1) ?? ''
	expect(await stripe.checkout.sessions.retrieve(recoveredId)).toMatchObject({
		recovered_from: checkoutSessionId,
		metadata: expired.metadata,
		status: 'open',
	})
	await pay(world, recoveredId)
	await expect
		.poll(async () => {
			await world.runJobs()
			return await statuses()
		})
		.toContainEqual({ status: 'completed' })
	expect(await auditWhenSettled(world)).toEqual([])
})

test('a guide costs its price and is delivered, whatever tax the account adds by default', async () => {
	const switches = (taxByDefault: boolean) => setSwitches(world, { taxByDefault })
	const client = await signedInClient(world)
	await switches(true)
	const checkoutSessionId = await openCheckout(client, cv)
	await pay(world, checkoutSessionId)
	await switches(false)
	const { data } = await client.functions.invoke('confirm-payment', {
		body: { sessionId: checkoutSessionId },
	})
	expect(data).toMatchObject({ status: 'completed' })
	expect(await stripe.checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({ amount_total: 1499 })
})

test('a buyer whose first response was lost can still buy after an upgrade changes the Checkout parameters', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getUser()
	const begin = {
		database: world.database,
		clock: world.clock,
		offer: offerOf(productForSale(catalogue, cv)),
		faultPoint: noFaults,
		userId: data.user?.id ?? '',
		email: data.user?.email ?? '',
	}
	const lost: typeof world.payments = {
		...world.payments,
		openCheckout: async (request) => {
			await world.payments.openCheckout(request)
			throw new Error('the server died here')
		},
	}
	await expect(beginCheckout({ ...begin, payments: lost })).rejects.toThrow('the server died here')
	const newRelease = createStripePayments({
		secretKey: world.keys.sandboxSecretKey,
		webhookSecret: world.keys.sandboxWebhookSecret,
		host: { name: '127.0.0.1', port: Number(new URL(world.sandboxUrl).port) },
		siteUrl: world.url,
		checkout: { ...defaultMoneySettings, invoices: true },
		callsPerSecond: 20,
		clock: world.clock,
	})
	// Stripe refuses the changed request under the old idempotency key, but the page of the first is still open.
	const url = await beginCheckout({ ...begin, payments: newRelease })
	expect(url).toContain('/checkout/cs_test_')
	const open = await stripe.checkout.sessions.list({ status: 'open', limit: 100 })
	expect(
		open.data.filter(({ metadata }) => metadata?.user_id === begin.userId).map((session) => session.url),
	).toEqual([url])
})
