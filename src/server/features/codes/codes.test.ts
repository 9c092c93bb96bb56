import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { quarantinedPayments } from '#server/shop/live-site.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, planner, setSwitches } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { auditWhenSettled } from '#test/money-ledger.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { stripeOf } from '#test/stripe-of.ts'
import { useWorld } from '#test/world.ts'
import { planTurnOff } from './plan-code.ts'
import { settleDiscountCode } from './settle-codes.ts'

const world = await useWorld({
	admin: 'public',
	sandbox: true,
	goods: true,
	checkout: { automaticTax: true },
})
const owner = await signedInMember(world, 'owner')
const stripe = stripeOf(world)

async function act(name: string, body: object) {
	return await actAdmin(world, name, body, { bearer: await owner.takeStep() })
}

const rowSchema = z.looseObject({ id: z.uuid(), code: z.string(), state: z.string() })

async function listed(code: string) {
	const { body } = await readAdmin(world, 'discount-codes', { bearer: await owner.takeStep() })
	return z
		.array(rowSchema)
		.parse(body.rows)
		.find((row) => row.code === code)
}

/** Makes a code, and returns what the preview said would happen. */
async function make(body: object): Promise<string> {
	const { body: shown } = await act('make-code', { ...body, preview: true })
	const made = await act('make-code', { ...body, plan: shown.plan })
	expect([made.status, made.body], JSON.stringify(shown)).toEqual([200, null])
	return z.array(z.string()).parse(shown.will).join(' ')
}

async function turnOff(code: string) {
	expect(await act('turn-off-code', { id: (await listed(code))?.id })).toMatchObject({ status: 200 })
}

/** Pays on the sandbox's page. Returns the purchase's status after the event, or the error if the payment is refused. */
async function payWith(
	client: SupabaseClient,
	checkoutSessionId: string,
	promotionCode?: string,
): Promise<unknown> {
	const paid = await fetch(`${world.sandboxUrl}/stripe/pay/${checkoutSessionId}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ card: '4242424242424242', promotionCode }),
	})
	if (!paid.ok) return await paid.text()
	for (let tries = 0; tries < 100; tries += 1) {
		await world.runJobs()
		const { data } = await client
			.from('purchases')
			.select('status')
			.eq('stripe_session_id', checkoutSessionId)
		const status = data?.[0]?.status
		if (status !== 'pending') return status
		await pause(50)
	}
	throw new Error('no event came')
}

const takesCodes = async (checkoutSessionId: string) =>
	(await stripe.checkout.sessions.retrieve(checkoutSessionId)).allow_promotion_codes === true

async function atStripe(code: string) {
	const { data } = await stripe.promotionCodes.list({ code })
	return data[0]
}

test('a code for one guide lowers the price at the checkout, and every record shows the amount paid', async () => {
	const client = await signedInClient(world)
	const before = await openCheckout(client, cv)
	expect(await takesCodes(before)).toBe(false)
	const says = await make({ code: 'freshers20', percent_off: 20, guides: ['2'], most_uses: 2 })
	expect(says).toMatch(
		/^From now on, anyone who types FRESHERS20 .*£11\.99 instead of £14\.99 for CV Secrets/,
	)
	expect(says).toContain('2 times in all')
	expect(await listed('FRESHERS20')).toMatchObject({
		state: 'running',
		percent_off: 20,
		off_pence: null,
		uses: 0,
		most_uses: 2,
		made_by: owner.email,
		guides: ['CV Secrets No One Tells You'],
		guide_ids: ['2'],
	})
	// The payment page without a field for codes expires. The page that replaces it has the field.
	const checkoutSessionId = await openCheckout(client, cv)
	expect(await takesCodes(checkoutSessionId)).toBe(true)
	expect(await stripe.checkout.sessions.retrieve(before)).toMatchObject({ status: 'expired' })
	expect(await openCheckout(client, cv)).toBe(checkoutSessionId)
	expect(await takesCodes(await openCheckout(client, planner))).toBe(false)
	expect(await payWith(client, checkoutSessionId, 'Freshers20')).toBe('completed')

	const { data: receipts } = await client
		.from('receipts')
		.select('amount, vat, discount_pence, discount_code, purchase_id')
	expect(receipts).toMatchObject([
		{ amount: 11.99, vat: 2, discount_pence: 300, discount_code: 'FRESHERS20' },
	])
	expect(await listed('FRESHERS20')).toMatchObject({ uses: 1, cost_pence: 300, paid_pence: 1199 })
	const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
	const period = `from=${dayFromNow(-1)}&to=${dayFromNow(1)}`
	const bearer = await owner.takeStep()
	const { body: figures } = await readAdmin(world, `sales-figures?${period}`, { bearer })
	expect(figures.period).toMatchObject({ sums: { sales: 1, gross_pence: 1199, vat_pence: 200 } })
	const { body: file } = await readAdmin(world, `export-sales?${period}`, { bearer })
	expect(file.text).toMatch(/,11\.99,/)
	const purchase = receipts?.[0]?.purchase_id
	expect(await act('refund', { purchase, amount_pence: 1200, reason: 'Wrong guide' })).toMatchObject({
		status: 409,
		body: { message: expect.stringContaining('Only £11.99 is left') },
	})
	const { body: refund } = await act('refund', { purchase, preview: true })
	expect(refund.will).toContainEqual(expect.stringContaining('Refunds £11.99 for CV Secrets'))
	expect(await auditWhenSettled(world)).toEqual([])

	// This is the second and last of the code's two uses. Later payment pages have no field for codes.
	const second = await signedInClient(world)
	expect(await payWith(second, await openCheckout(second, cv), 'FRESHERS20')).toBe('completed')
	expect(await listed('FRESHERS20')).toMatchObject({ state: 'used up', uses: 2 })
	expect(await takesCodes(await openCheckout(await signedInClient(world), cv))).toBe(false)
	await turnOff('FRESHERS20')
})

test('a customer can use a once-per-customer code only once, and a second payment with it goes on hold', async () => {
	const says = await make({ code: 'ONCE1', off_pence: 100, once_per_customer: true })
	expect(says).toMatch(/£13\.99 instead of £14\.99.*£4\.99 instead of £5\.99.*Each customer can use it once/)
	const client = await signedInClient(world)
	const [first, second] = [await openCheckout(client, cv), await openCheckout(client, planner)]
	expect(await payWith(client, first, 'ONCE1')).toBe('completed')
	expect(await payWith(client, second, 'ONCE1')).toBe('held')
	const [held] = await world.database.query(
		sql`select held_reason from shop.checkouts where session_id = ${second}`,
	)
	expect(held).toEqual({ held_reason: 'paid with ONCE1 a second time, which each customer may use once' })

	const other = await signedInClient(world)
	const opened = await openCheckout(other, planner)
	expect(await payWith(other, await openCheckout(other, cv), 'ONCE1')).toBe('completed')
	// The payment page that is still open is replaced by one without a field for codes.
	const again = await openCheckout(other, planner)
	expect(again).not.toBe(opened)
	expect(await takesCodes(again)).toBe(false)
	expect(await payWith(other, again)).toBe('completed')
	await turnOff('ONCE1')
})

test('a code must leave at least £0.30 of the price, and a guide can be bought even if its code fails', async () => {
	await make({ code: 'POUNDOFF', off_pence: 100, guides: ['3'] })
	const price = { product: '3', price_pence: 129 }
	expect((await act('set-price', price)).body.message).toContain(
		'With the code POUNDOFF, Student Budget Planner would then cost less than £0.30',
	)
	expect(await act('set-price', { ...price, price_pence: 130, preview: true })).toMatchObject({ status: 200 })
	// The product is archived at Stripe: the code cannot be used, but the guide can be bought.
	const client = await signedInClient(world)
	await stripe.products.update('prod_budget_planner', { active: false })
	const checkoutSessionId = await openCheckout(client, planner)
	expect(await payWith(client, checkoutSessionId, 'POUNDOFF')).toContain('other products')
	expect(await payWith(client, checkoutSessionId)).toBe('completed')
	await turnOff('POUNDOFF')
	const from = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
	expect(await act('set-price', { ...price, from })).toMatchObject({ status: 200 })
	expect((await act('make-code', { code: 'POUNDOFF', off_pence: 100 })).body.message).toContain(
		'would cost £0.29 instead of £1.29',
	)
	await act('cancel-price', { product: '3' })
})

// This test sets the clock forward. From then on, the sandbox opens no payment page, so tests that buy must come before this one.
test('a code starts on its first day, and stops at Stripe as soon as an owner turns it off', async () => {
	const day = (ahead: number) =>
		new Date(world.clock.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
	const [from, until] = [day(2), day(4)]
	await make({ code: 'LATER10', percent_off: 10, from, until })
	expect(await listed('LATER10')).toMatchObject({ state: 'later' })
	expect(await atStripe('LATER10')).toMatchObject({ active: false })
	expect(await takesCodes(await openCheckout(await signedInClient(world), cv))).toBe(false)
	world.clock.advance(2.5 * 86_400)
	await world.runJob('settle-discount-codes', {})
	expect(await listed('LATER10')).toMatchObject({ state: 'running' })
	expect(await atStripe('LATER10')).toMatchObject({ active: true })
	await turnOff('LATER10')
	expect(await listed('LATER10')).toMatchObject({ state: 'off' })
	expect(await atStripe('LATER10')).toMatchObject({ active: false })
	expect(
		(await act('turn-off-code', { id: (await listed('LATER10'))?.id, preview: true })).body.will,
	).toEqual([])
	const acts = await world.database.query(
		sql`select command, decided_by, after from shop.owner_acts where details ->> 'code' = 'LATER10' order by at`,
	)
	expect(acts).toEqual([
		{
			command: 'make-code',
			decided_by: owner.email,
			after: { LATER10: `10% off, all paid guides, from ${from}, until ${until}` },
		},
		{ command: 'turn-off-code', decided_by: owner.email, after: { LATER10: 'off' } },
	])
})

test.each([
	[
		'takes the whole price as an amount',
		{ code: 'GIFT', off_pence: 1499 },
		'would cost nothing instead of £14.99',
	],
	[
		'leaves less than Stripe accepts',
		{ code: 'GIFT', off_pence: 580 },
		'Stripe takes no payment below £0.30',
	],
	['takes nothing off', { code: 'GIFT' }, 'a percentage or an amount'],
	[
		'takes off both a percentage and an amount',
		{ code: 'GIFT', percent_off: 10, off_pence: 100 },
		'a percentage or an amount',
	],
	['is for a free guide', { code: 'GIFT', percent_off: 10, guides: ['2', '1'] }, 'isn’t on sale'],
	['has already ended', { code: 'GIFT', percent_off: 10, until: '2020-01-01' }, 'Its last day has passed'],
	[
		'ends before it begins',
		{ code: 'GIFT', percent_off: 10, from: '2099-02-01', until: '2099-01-01' },
		'before the first',
	],
])('refuses a code that %s', async (_name, body, message) => {
	expect(await act('make-code', body)).toMatchObject({
		status: 409,
		body: { message: expect.stringContaining(message) },
	})
	expect(await listed('GIFT')).toBeUndefined()
})

test('a code is not made while a guide that it is for is missing: without it, the code would lower every price', async () => {
	const from = new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
	await make({ code: 'ONLY3', percent_off: 50, guides: ['3'], from })
	const { id = '' } = (await listed('ONLY3')) ?? {}
	const payments = { putDiscountCode: vi.fn(async (_: object) => 'promo_3') }
	const settle = async () => await settleDiscountCode({ ...world, payments }, id)
	await runAsSuperuser(
		world,
		"update shop.documents set withdrawn_at = now() where kind = 'product' and id = '3'",
	)
	await expect(settle()).rejects.toThrow('not on offer')
	expect(payments.putDiscountCode).not.toHaveBeenCalled()
	await runAsSuperuser(
		world,
		"update shop.documents set withdrawn_at = null where kind = 'product' and id = '3'",
	)
	await settle()
	expect(payments.putDiscountCode).toHaveBeenCalledWith(
		expect.objectContaining({ products: [expect.objectContaining({ catalogueId: '3' })] }),
	)
	await turnOff('ONLY3')
})

test('a code refused by Stripe is not kept, and if Stripe does not answer, the code is sent again', async () => {
	await make({ code: 'TAKEN', percent_off: 10 })
	const twice = await act('make-code', { code: 'taken', percent_off: 20 })
	expect(twice.body.message).toContain('There is a code TAKEN already')
	const { id } = await stripe.coupons.create({ percent_off: 5 })
	await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code: 'ELSEWHERE' })
	const refused = await act('make-code', { code: 'ELSEWHERE', percent_off: 10 })
	expect(refused.body.message).toMatch(/There is no code ELSEWHERE: .*already exists/)
	expect(await listed('ELSEWHERE')).toBeUndefined()

	const down = { operation: 'promotionCodes.create', fault: 'cut-after', next: 100 }
	await setSwitches(world, { operations: [down] })
	const unclear = await act('make-code', { code: 'UNCLEAR', percent_off: 10 })
	await setSwitches(world, { operations: [] })
	expect(unclear.body.message).toContain('It is not known yet whether Stripe has created UNCLEAR')
	expect(await listed('UNCLEAR')).toMatchObject({ state: 'not at Stripe' })
	await world.runJob('settle-discount-codes', {})
	expect(await listed('UNCLEAR')).toMatchObject({ state: 'running', refusal: null })
	expect((await stripe.promotionCodes.list({ code: 'UNCLEAR' })).data).toHaveLength(1)
})

test('a code refused by Stripe on its first day shows the reason, and starts once accepted', async () => {
	const day = new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
	await make({ code: 'NEWYEAR', percent_off: 10, from: day })
	const { id } = await stripe.coupons.create({ percent_off: 5 })
	const promotion = { type: 'coupon', coupon: id } as const
	const rival = await stripe.promotionCodes.create({ promotion, code: 'NEWYEAR' })
	world.clock.advance(3 * 86_400)
	await expect(world.runJob('settle-discount-codes', {})).rejects.toThrow('refused')
	const refused = { state: 'not at Stripe', refusal: expect.stringContaining('already exists') }
	expect(await listed('NEWYEAR')).toMatchObject(refused)
	await stripe.promotionCodes.update(rival.id, { active: false })
	await world.runJob('settle-discount-codes', {})
	expect(await listed('NEWYEAR')).toMatchObject({ state: 'running', refusal: null })
	await turnOff('NEWYEAR')
})

test('a shop in quarantine changes no codes at Stripe', async () => {
	const payments = quarantinedPayments(world.payments, { says: 'a backup', todo: 'Resume.' })
	const { id = '' } = (await listed('TAKEN')) ?? {}
	await expect(planTurnOff({ ...world, payments }, { id })).rejects.toThrow('changes nothing at Stripe')
	await expect(
		payments.putDiscountCode({
			id,
			code: 'TAKEN',
			off: { percent: 10 },
			products: null,
			endsAt: null,
			mostUses: null,
			isActive: false,
		}),
	).rejects.toThrow('Stripe was not asked')
	expect(await atStripe('TAKEN')).toMatchObject({ active: true })
})
