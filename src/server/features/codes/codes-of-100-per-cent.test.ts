import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { callAuth } from '#test/auth.ts'
import { cv, openCheckout, planner } from '#test/checkout.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { auditWhenSettled } from '#test/money-ledger.ts'
import { stripeOf } from '#test/stripe-of.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', sandbox: true, goods: true })
const owner = await signedInMember(world, 'owner')
const stripe = stripeOf(world)

async function act(name: string, body: object) {
	return await actAdmin(world, name, body, { bearer: await owner.takeStep() })
}

async function makeCode(code: string, more: object = {}) {
	const made = await act('make-code', { code, percent_off: 100, ...more })
	expect(made.status, JSON.stringify(made.body)).toBe(200)
}

/** Presses the button, and returns the answer, or the code of the refusal. */
async function press(client: SupabaseClient, order: object) {
	const { data, error } = await client.functions.invoke('create-payment', { body: order })
	return error === null ? data : (await error.context.json()).code
}

async function take(client: SupabaseClient, order: object): Promise<string> {
	const taken = await press(client, { ...order, agreed: true })
	return z.object({ purchaseId: z.uuid() }, `refused: ${taken}`).parse(taken).purchaseId
}

const confirm = async (client: SupabaseClient, sessionId: string) =>
	(await client.functions.invoke('confirm-payment', { body: { sessionId } })).data

const mayDownload = async (client: SupabaseClient) =>
	(await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error === null

const purchasesOf = async (client: SupabaseClient) =>
	(await client.from('purchases').select('catalogue_id, price, status').order('catalogue_id')).data

async function usesOf(code: string) {
	const { body } = await readAdmin(world, 'discount-codes', { bearer: await owner.takeStep() })
	const rows = z.array(z.looseObject({ code: z.string() })).parse(body.rows)
	return rows.find((row) => row.code === code)
}

test('a code of 100 per cent gives a guide as a sale of £0.00, and Stripe is never asked', async () => {
	const { body: shown } = await act('make-code', {
		code: 'GIFT',
		percent_off: 100,
		guides: ['2'],
		preview: true,
	})
	expect(shown.will).toContainEqual(expect.stringContaining('£0.00 instead of £14.99 for CV Secrets'))
	expect(shown.will).toContainEqual(expect.stringContaining('no card, no payment page'))
	await makeCode('GIFT', { guides: ['2'] })
	await world.runJob('settle-discount-codes', {})
	expect(await usesOf('GIFT')).toMatchObject({ state: 'running', uses: 0 })
	const order = { ...cv, code: 'gift' }
	expect(await press(anonymousClient(world), { ...order, agreed: true })).toBe('no_authorization')
	const client = await signedInClient(world)
	const price = await client.functions.invoke('price-with-code', { body: { productId: '2', code: 'GIFT' } })
	expect(price.data).toEqual({ code: 'GIFT', pricePence: 1499, pricePenceWithCode: 0 })

	expect(await press(client, order)).toEqual({
		agreement: expect.stringMatching(/^I agree to the terms\. I want my guide at once/),
	})
	expect([await purchasesOf(client), await mayDownload(client)]).toEqual([[], false])
	const purchase = await take(client, order)
	expect(await mayDownload(client)).toBe(true)
	expect(await purchasesOf(client)).toEqual([{ catalogue_id: '2', price: 14.99, status: 'completed' }])
	expect(await confirm(client, purchase)).toMatchObject({ status: 'completed', purchaseId: purchase })
	expect(await confirm(await signedInClient(world), purchase)).toBeNull()
	expect(await take(client, order)).toBe(purchase)
	expect(await press(client, cv)).toBe('already_purchased')

	await world.runJobs()
	const receipt = 'amount, discount_pence, discount_code, consent_wording'
	expect((await client.from('receipts').select(receipt)).data).toEqual([
		{
			amount: 0,
			discount_pence: 1499,
			discount_code: 'GIFT',
			consent_wording: expect.stringContaining('I agree to the terms'),
		},
	])
	const mail = world.mails.find(({ subject }) => subject === `Your receipt: ${cv.productName}`)
	expect(mail?.text).toContain('Price: £14.99\nDiscount with GIFT: −£14.99\nPaid, once: £0.00')
	expect(mail?.text).not.toContain('pay you back')
	expect(await usesOf('GIFT')).toMatchObject({ uses: 1, cost_pence: 1499, paid_pence: 0 })
	const days = [-1, 1].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10))
	const { body: figures } = await readAdmin(world, `sales-figures?from=${days[0]}&to=${days[1]}`, {
		bearer: await owner.takeStep(),
	})
	expect(figures.period).toMatchObject({ sums: { sales: 1, gross_pence: 0 } })
	const review = { catalogue_id: '2', rating: 5, body: 'Good' }
	expect((await client.from('reviews').insert(review).select('acquired')).data).toEqual([
		{ acquired: 'free' },
	])
	expect((await stripe.promotionCodes.list()).data).toEqual([])
	expect((await stripe.checkout.sessions.list()).data).toEqual([])
	expect(await auditWhenSettled(world)).toEqual([])

	const { body: back } = await act('refund', { purchase, preview: true })
	expect(back.will).toContainEqual(expect.stringContaining('Nothing was paid, so no money moves'))
	expect(await act('refund', { purchase, reason: 'Shared it' })).toMatchObject({ status: 200 })
	expect(await mayDownload(client)).toBe(false)
	expect(await press(client, { ...order, agreed: true })).toBe('code_not_usable')
	expect(await auditWhenSettled(world)).toEqual([])
	expect(await press(client, cv)).toEqual({ url: expect.stringContaining('/checkout/cs_') })
})

test('six presses at the same moment deliver once, and count one use', async () => {
	await makeCode('SIX')
	const client = await signedInClient(world)
	const taken = await Promise.all(Array.from({ length: 6 }, () => take(client, { ...cv, code: 'SIX' })))
	expect(new Set(taken).size).toBe(1)
	expect(await purchasesOf(client)).toHaveLength(1)
	expect(await usesOf('SIX')).toMatchObject({ uses: 1 })
	expect((await client.from('receipts').select('number')).data).toHaveLength(1)

	const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
	const exported = await callAuth(world, '/account/export', { bearer, body: {} })
	expect(exported.body).toMatchObject({
		purchases: [{ status: 'completed' }],
		receipts: [{ amount: 0, discount_pence: 1499, discount_code: 'SIX' }],
	})
	expect((await callAuth(world, '/account/delete', { bearer, body: {} })).status).toBe(200)
	await world.runJobs()
	expect(await usesOf('SIX')).toMatchObject({ uses: 1 })
	expect(await auditWhenSettled(world)).toEqual([])
})

test('six buyers at the same moment can’t use a code more often than it may be used', async () => {
	await makeCode('TWO', { most_uses: 2 })
	const clients = await Promise.all(Array.from({ length: 6 }, () => signedInClient(world)))
	const answers = await Promise.all(
		clients.map((client) => press(client, { ...cv, code: 'TWO', agreed: true })),
	)
	expect(answers.filter((answer) => answer === 'code_not_usable')).toHaveLength(4)
	expect(await usesOf('TWO')).toMatchObject({ state: 'used up', uses: 2 })
	expect(await auditWhenSettled(world)).toEqual([])
})

test('a bundle is free with its code, once for each customer, and its open payment page closes', async () => {
	const wanted = { title: 'Job and money', sentence: 'Both.', price_pence: 1699, guides: ['2', '3'] }
	const { body: made } = await act('make-bundle', wanted)
	const bundle = { productName: wanted.title, stripeProductId: z.string().parse(made.id) }
	await makeCode('ALLFREE', { with_bundles: true, once_per_customer: true })
	const client = await signedInClient(world)
	const open = await openCheckout(client, bundle)
	await take(client, { ...bundle, code: 'ALLFREE' })
	expect(await stripe.checkout.sessions.retrieve(open)).toMatchObject({ status: 'expired' })
	expect(await purchasesOf(client)).toEqual([
		{ catalogue_id: '2', price: 0, status: 'completed' },
		{ catalogue_id: '3', price: 0, status: 'completed' },
		{ catalogue_id: bundle.stripeProductId, price: 16.99, status: 'expired' },
		{ catalogue_id: bundle.stripeProductId, price: 16.99, status: 'completed' },
	])
	const other = await signedInClient(world)
	await take(other, { ...planner, code: 'ALLFREE' })
	expect(await press(other, { ...cv, code: 'ALLFREE', agreed: true })).toBe('code_not_usable')
	// Those who have one of its guides can't have the bundle.
	await makeCode('AGAIN', { with_bundles: true })
	expect(await press(other, { ...bundle, code: 'AGAIN', agreed: true })).toBe('already_purchased')
	expect(await auditWhenSettled(world)).toEqual([])
})

test('a price can change while a code makes a guide free, and the code ends when it is turned off', async () => {
	await makeCode('ENDS')
	expect(await act('set-price', { product: '3', price_pence: 40, preview: true })).toMatchObject({
		status: 200,
	})
	const [found] = await world.database.query(
		sql`select id from shop.discount_codes where code = 'ENDS'`,
		z.object({ id: z.string() }),
	)
	expect(await act('turn-off-code', { id: found?.id })).toMatchObject({ status: 200 })
	const client = await signedInClient(world)
	expect(await press(client, { ...cv, code: 'ENDS', agreed: true })).toBe('code_not_usable')
	expect(await purchasesOf(client)).toEqual([])
})
