import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { cv, openCheckout } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { auditWhenSettled } from '#test/money-ledger.ts'
import { stripeOf } from '#test/stripe-of.ts'
import { useWorld } from '#test/world.ts'

// The buyer uses the hosted page as a browser would, and the event delivers the guide.

const world = await useWorld({
	sandbox: true,
	goods: true,
	checkout: { promotionCodes: true, automaticTax: true },
})
const stripe = stripeOf(world)

const card = { card: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Sam Taylor', terms: 'yes' }

/** Presses a button on the hosted page. */
async function press(checkoutSessionId: string, fields: Record<string, string>) {
	const answer = await fetch(`${world.sandboxUrl}/checkout/${checkoutSessionId}`, {
		method: 'POST',
		headers: { origin: world.sandboxUrl },
		body: new URLSearchParams(fields),
		redirect: 'manual',
	})
	return { location: answer.headers.get('location'), page: await answer.text() }
}

async function makeCode(code: string, coupon: Stripe.CouponCreateParams): Promise<void> {
	const { id } = await stripe.coupons.create(coupon)
	await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code })
}

async function purchaseOf(client: SupabaseClient) {
	const { data } = await client.from('purchases').select('status, price').single()
	return data
}

/** Waits until the event has arrived and been processed. */
async function settled(client: SupabaseClient): Promise<unknown> {
	for (let tries = 0; tries < 100; tries += 1) {
		await world.runJobs()
		const purchase = await purchaseOf(client)
		if (purchase?.status !== 'pending') return purchase
		await pause(100)
	}
	throw new Error('no event came')
}

async function receiptOf(client: SupabaseClient) {
	const { data } = await client.from('receipts').select('amount, vat, discount_pence').maybeSingle()
	return data
}

const canDownload = async (client: SupabaseClient) =>
	(await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error === null

test('a guide bought with a promotion code and VAT is delivered at the price paid', async () => {
	await makeCode('FRESHERS20', { percent_off: 20 })
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	const applied = await press(checkoutSessionId, { promotion_code: 'freshers20', code: 'apply' })
	expect(applied.page).toContain('Pay £11.99')
	expect(await canDownload(client)).toBe(false)
	const { location } = await press(checkoutSessionId, card)
	expect(location).toBe(`${world.url}/payment-success?session_id=${checkoutSessionId}`)
	// The row has the agreed price; the receipt has the amount paid and its VAT.
	expect(await settled(client)).toEqual({ status: 'completed', price: 14.99 })
	expect(await receiptOf(client)).toEqual({ amount: 11.99, vat: 2, discount_pence: 300 })
	expect(await canDownload(client)).toBe(true)
	expect(await auditWhenSettled(world)).toEqual([])
})

test('without a code the full price is paid, including VAT', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	const { data: items } = await stripe.checkout.sessions.listLineItems(checkoutSessionId)
	expect(items).toMatchObject([{ price: { tax_behavior: 'inclusive' } }])
	await press(checkoutSessionId, card)
	expect(await settled(client)).toMatchObject({ status: 'completed' })
	expect(await receiptOf(client)).toEqual({ amount: 14.99, vat: 2.5, discount_pence: null })
	expect(await auditWhenSettled(world)).toEqual([])
})

test('a purchase with a 100% code is held until the owner decides', async () => {
	await makeCode('GIFT', { percent_off: 100 })
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await press(checkoutSessionId, { promotion_code: 'GIFT', code: 'apply' })
	await press(checkoutSessionId, { terms: 'yes' })
	expect(await settled(client)).toMatchObject({ status: 'held' })
	expect(await canDownload(client)).toBe(false)
	expect(await receiptOf(client)).toBeNull()
})
