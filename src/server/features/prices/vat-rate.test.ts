import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { auditWhenSettled } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({
	admin: 'public',
	sandbox: true,
	goods: true,
	checkout: { automaticTax: true },
})
const owner = await signedInMember(world, 'owner')

const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })
const read = async (path: string) => (await readAdmin(world, path, { bearer: await owner.takeStep() })).body
const setRate = async (rate: 'zero' | 'standard', product = '2') =>
	expect((await act('set-vat-rate', { product, rate })).status).toBe(200)

const receiptSchema = z.object({ purchase_id: z.uuid(), amount: z.number(), vat: z.number() })

/** Buys something, and returns its receipt. */
async function buy(
	order: object = cv,
	payment: Parameters<typeof pay>[2] = undefined,
	client?: SupabaseClient,
) {
	const buyer = client ?? (await signedInClient(world))
	const session = await openCheckout(buyer, order)
	await pay(world, session, payment)
	await buyer.functions.invoke('confirm-payment', { body: { sessionId: session } })
	const { data } = await buyer
		.from('receipts')
		.select('purchase_id, amount, vat, vat_country, vat_rate')
		.order('paid_at', { ascending: false })
	return receiptSchema.loose().parse(data?.[0])
}

test('a zero-rated guide has no VAT in receipts, books and turnover, and earlier sales keep theirs', async () => {
	const before = await buy()
	expect(before).toMatchObject({ amount: 14.99, vat: 2.5 })
	const { body } = await act('set-vat-rate', { product: '2', rate: 'zero', preview: true })
	expect(body.will).toEqual([
		expect.stringContaining('at 0 %, as an e-book, instead of at the standard rate'),
		expect.stringContaining('mostly for completing, such as a workbook, a worksheet'),
		expect.stringMatching(/^Its download contains .*\.docx.*, which people fill in/i),
		expect.any(String),
		expect.any(String),
		expect.any(String),
	])
	expect(await read('product?id=2')).toMatchObject({ vat_rate: 'standard' })
	await setRate('zero')
	expect(await read('product?id=2')).toMatchObject({ vat_rate: 'zero' })
	expect(await act('set-vat-rate', { product: '2', rate: 'zero', preview: true })).toMatchObject({
		body: { will: [] },
	})

	const after = await buy()
	expect(after).toMatchObject({ amount: 14.99, vat: 0 })
	expect(await read('turnover')).toMatchObject({ pence: 1249 + 1499 })
	expect((await act('refund', { purchase: before.purchase_id, reason: 'Fault' })).status).toBe(200)
	await world.runJobs()
	const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
	const figures = await read(`sales-figures?from=${day(-1)}&to=${day(1)}`)
	expect(figures).toMatchObject({ period: { sums: { vat_pence: 250, refunded_vat_pence: 250 } } })
	expect(await read('turnover')).toMatchObject({ pence: 1499 })
	const { text } = await read(`export-sales?from=${day(-1)}&to=${day(1)}`)
	expect(text).toMatch(/,14\.99,0\.00,0,14\.99,/)
	expect(await auditWhenSettled(world)).toEqual([])
	await setRate('standard')
	expect(await buy()).toMatchObject({ vat: 2.5 })
})

test('a code for the guide charges the new rate too, once Stripe knows it', async () => {
	const make = { code: 'TENOFF', percent_off: 10, guides: ['2'] }
	expect((await act('make-code', make)).status).toBe(200)
	expect((await act('set-vat-rate', { product: '2', rate: 'zero' })).status).toBe(200)
	const states = () => world.database.query(sql`select is_active from shop.discount_codes`)
	expect(await states()).toEqual([{ is_active: false }])
	await world.runJobs()
	expect(await states()).toEqual([{ is_active: true }])
	expect(await buy({ ...cv, code: 'TENOFF' })).toMatchObject({ amount: 13.49, vat: 0 })
	await setRate('standard')
	await world.runJobs()
	expect(await buy({ ...cv, code: 'TENOFF' })).toMatchObject({ amount: 13.49, vat: 2.25 })
})

test('a bundle with a zero-rated guide has the VAT of the other one only', async () => {
	const bundle = { title: 'CV and budget', sentence: 'Both.', price_pence: 1_499, guides: ['2', '3'] }
	expect((await act('make-bundle', bundle)).status).toBe(200)
	const { rows } = z
		.looseObject({ rows: z.array(z.looseObject({ id: z.string() })) })
		.parse(await read('bundles'))
	await setRate('zero')
	const order = { productName: bundle.title, price: 14.99, stripeProductId: rows[0]?.id }
	// £4.28 of the price is the planner’s share.
	expect(await buy(order)).toMatchObject({ amount: 14.99, vat: 0.71 })
})

test('with the owner’s EU registration, the country’s standard rate is due on a zero-rated guide', async () => {
	await act('set-where-we-sell', { area: 'eu-by-oss', oss_number: 'EU372000017' })
	expect(await buy({ ...cv, region: 'eu' }, { card: 'german', country: 'DE' })).toMatchObject({
		vat: 2.39,
		vat_country: 'DE',
		vat_rate: 19,
	})
})

test('a free guide has no rate', async () => {
	expect((await act('set-vat-rate', { product: '1', rate: 'zero' })).body.message).toBe(
		'Student Guide is free, so no VAT is charged for it.',
	)
	expect(await read('product?id=1')).toMatchObject({ vat_rate: null })
})
