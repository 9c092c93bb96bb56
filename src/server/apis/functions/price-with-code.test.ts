import type { SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settleDiscountCode } from '#server/features/codes/settle-codes.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cv, openCheckout, pay, planner } from '#test/checkout.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { auditWhenSettled } from '#test/money-ledger.ts'
import { setPrice } from '#test/set-price.ts'
import { stripeOf } from '#test/stripe-of.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, goods: true })
const stripe = stripeOf(world)

interface NewCode {
	percent?: number
	pence?: number
	guides?: string[]
	startsAt?: Date
	endsAt?: Date
	most?: number
	isOnce?: boolean
}

const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000)

async function makeCode(code: string, { percent, pence, guides, startsAt, endsAt, most, isOnce }: NewCode) {
	const { id } = await one(
		world.database,
		sql`
		insert into shop.discount_codes
			(code, percent_off, off_pence, catalogue_ids, starts_at, ends_at, most_uses, once_per_customer, made_by, made_at)
		values (${code}, ${percent ?? null}, ${pence ?? null}, ${guides ?? null}::text[], ${startsAt ?? inDays(-1)}, ${endsAt ?? null},
			${most ?? null}, ${isOnce ?? false}, 'ada@shop.test', now())
		returning id`,
		z.object({ id: z.string() }),
	)
	await settleDiscountCode(world, id)
	return id
}

/** Asks for a price as a page does. */
async function priceOf(client: SupabaseClient, code: string, productId = '2') {
	const { data, error } = await client.functions.invoke('price-with-code', { body: { productId, code } })
	if (error === null) return data
	const { code: name, message } = await error.context.json()
	return `${name}: ${message}`
}

async function refusalOf(client: SupabaseClient, body: object) {
	const { error } = await client.functions.invoke('create-payment', { body })
	return (await error?.context.json())?.code
}

const totalOf = async (checkoutSessionId: string) =>
	(await stripe.checkout.sessions.retrieve(checkoutSessionId)).amount_total

test('a code in a link shows its price before anybody signs in, and the checkout is made with it', async () => {
	await makeCode('SPRING25', { percent: 25 })
	const shown = { code: 'SPRING25', pricePence: 1499, pricePenceWithCode: 1124 }
	expect(await priceOf(anonymousClient(world), 'spring25')).toEqual(shown)
	const client = await signedInClient(world)
	const without = await openCheckout(client, cv)
	const id = await openCheckout(client, { ...cv, code: 'spring25' })
	expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
		amount_subtotal: 1499,
		amount_total: 1124,
		allow_promotion_codes: null,
	})
	// The page at the other price can no longer be paid, and neither can this one once the buyer comes without the code.
	expect(await stripe.checkout.sessions.retrieve(without)).toMatchObject({ status: 'expired' })
	expect(await totalOf(await openCheckout(client, cv))).toBe(1499)
	expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' })

	await pay(world, await openCheckout(client, { ...cv, code: 'SPRING25' }))
	await expect
		.poll(async () => {
			await world.runJobs()
			return (await client.from('receipts').select('amount, discount_pence')).data
		})
		.toEqual([{ amount: 11.24, discount_pence: 375 }])
	expect((await client.from('purchases').select('status').eq('status', 'completed')).data).toHaveLength(1)
	expect(await auditWhenSettled(world)).toEqual([])
})

test('six presses at the same moment open one page, with the code', async () => {
	await makeCode('SIX', { pence: 300 })
	const client = await signedInClient(world)
	const opened = await Promise.all(
		Array.from({ length: 6 }, () => openCheckout(client, { ...cv, code: 'SIX' })),
	)
	expect(new Set(opened).size).toBe(1)
	expect(await totalOf(opened[0] ?? '')).toBe(1199)
	expect((await client.from('purchases').select('status')).data).toEqual([{ status: 'pending' }])
})

test('a code for some guides lowers the price of these only', async () => {
	await makeCode('ONLYCV', { percent: 10, guides: ['2'] })
	const client = await signedInClient(world)
	expect(await priceOf(client, 'ONLYCV')).toMatchObject({ pricePenceWithCode: 1349 })
	expect(await totalOf(await openCheckout(client, { ...cv, code: 'ONLYCV' }))).toBe(1349)
	expect(await priceOf(client, 'ONLYCV', '3')).toBe(
		'code_not_usable: ONLYCV isn’t for this guide, so this guide is at its normal price.',
	)
	expect(await refusalOf(client, { ...planner, code: 'ONLYCV' })).toBe('code_not_usable')
	expect((await client.from('purchases').select('status').eq('catalogue_id', '3')).data).toEqual([])
})

test('a code that can’t be used says why in one sentence, and no checkout begins with it', async () => {
	await makeCode('OVER', { percent: 10, endsAt: inDays(-0.5) })
	await makeCode('SOON', { percent: 10, startsAt: inDays(1) })
	const off = await makeCode('OFF', { percent: 10 })
	await world.database.query(sql`update shop.discount_codes set turned_off_at = now() where id = ${off}`)
	const pending = await makeCode('PENDING', { percent: 10 })
	await world.database.query(
		sql`update shop.discount_codes set promotion_code_id = null, is_active = null where id = ${pending}`,
	)
	const client = await signedInClient(world)
	for (const [code, says] of [
		['OVER', 'code_not_usable: OVER has ended'],
		['OFF', 'code_not_usable: OFF has ended'],
		['SOON', 'code_not_usable: SOON can’t be used yet'],
		['PENDING', 'code_not_usable: PENDING can’t be used just now'],
		['NONE', 'unknown_code: The code in this link isn’t one of ours'],
		['<b>', 'unknown_code: The code in this link isn’t one of ours'],
	] as const) {
		expect(await priceOf(client, code)).toBe(`${says}, so this guide is at its normal price.`)
		expect(await refusalOf(client, { ...cv, code })).toBe(says.split(':')[0])
	}
	expect((await client.from('purchases').select('status')).data).toEqual([])
	// A free guide, and one that doesn't exist, have no price.
	for (const productId of ['1', '999'])
		expect(await priceOf(client, 'OVER', productId)).toMatch(/^not_for_sale/)
})

test('a code that a customer may use once, and one with few uses, can’t be used again', async () => {
	await makeCode('ONCE', { percent: 20, isOnce: true })
	await makeCode('FEW', { percent: 20, most: 1 })
	const [client, other] = [await signedInClient(world), await signedInClient(world)]
	await pay(world, await openCheckout(client, { ...cv, code: 'ONCE' }))
	await pay(world, await openCheckout(client, { ...planner, code: 'FEW' }))
	await expect
		.poll(async () => {
			await world.runJobs()
			return (await client.from('purchases').select('id').eq('status', 'completed')).data?.length
		})
		.toBe(2)
	expect(await priceOf(client, 'ONCE', '3')).toMatch(/^code_not_usable: You have used ONCE before/)
	expect(await priceOf(client, 'FEW')).toMatch(/^code_not_usable: FEW has been used up/)
	// Others can still use the first, but nobody the second.
	for (const visitor of [other, anonymousClient(world)]) {
		expect(await priceOf(visitor, 'ONCE')).toMatchObject({ pricePenceWithCode: 1199 })
		expect(await priceOf(visitor, 'FEW')).toMatch(/^code_not_usable/)
	}
	expect(await totalOf(await openCheckout(other, { ...cv, code: 'ONCE' }))).toBe(1199)
})

test('if Stripe refuses the code, nothing is charged, and the guide can be bought without it', async () => {
	const id = await makeCode('GONE', { percent: 20 })
	const { promotion_code_id: promotionCode } = await one(
		world.database,
		sql`select promotion_code_id from shop.discount_codes where id = ${id}`,
		z.object({ promotion_code_id: z.string() }),
	)
	// Somebody has turned it off in Stripe's dashboard.
	await stripe.promotionCodes.update(promotionCode, { active: false })
	const client = await signedInClient(world)
	expect(await refusalOf(client, { ...cv, code: 'GONE' })).toBe('code_not_usable')
	expect(await totalOf(await openCheckout(client, cv))).toBe(1499)
})

test('a page whose total is not the price shown is closed before anybody sees it', async () => {
	const coupon = await stripe.coupons.create({ percent_off: 20 })
	const { id } = await stripe.promotionCodes.create({
		promotion: { type: 'coupon', coupon: coupon.id },
		code: 'WRONG',
	})
	await world.database.query(sql`
		insert into shop.discount_codes (code, percent_off, starts_at, once_per_customer, made_by, made_at, promotion_code_id, is_active)
		values ('WRONG', 30, ${inDays(-1)}, false, 'ada@shop.test', now(), ${id}, true)`)
	const client = await signedInClient(world)
	expect(await refusalOf(client, { ...cv, code: 'WRONG' })).toBe('code_not_usable')
	const { data } = await stripe.checkout.sessions.list({ limit: 1 })
	expect(data).toMatchObject([{ amount_total: 1199, status: 'expired' }])
})

test('whatever the price and the code, the checkout charges what the page showed', async () => {
	let count = 0
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 100, max: 20_000 }),
			fc.oneof(
				fc.integer({ min: 1, max: 70 }).map((percent) => ({ percent })),
				fc.integer({ min: 1, max: 70 }).map((pence) => ({ pence })),
			),
			fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
			async (price, off, presses) => {
				count += 1
				await setPrice(world.database, '2', price)
				const code = `RANDOM${count}`
				await makeCode(code, off)
				const client = await signedInClient(world)
				for (const isWithCode of presses) {
					const shown = isWithCode ? (await priceOf(client, code)).pricePenceWithCode : price
					expect(await totalOf(await openCheckout(client, isWithCode ? { ...cv, code } : cv))).toBe(shown)
				}
			},
		),
		{ numRuns: 15, endOnFailure: true },
	)
	await setPrice(world.database, '2', 1499)
})
