import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { regionOf } from '#shared/countries.ts'
import type { SalesArea, SoldBy } from '#shared/where-we-sell.ts'
import { actAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { cv, openCheckout, paidCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'
import { readSalesArea, readSalesAreaAt } from './where-we-sell.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
let owner: TestMember | undefined

async function sellIn(area: SalesArea): Promise<void> {
	owner ??= await signedInMember(world, 'owner')
	const answer = await actAdmin(world, 'set-where-we-sell', { area }, { bearer: await owner.takeStep() })
	expect(answer.status).toBe(200)
}

async function fulfilFrom(billingCountry: string | null, soldBy: SoldBy = 'shop') {
	const { checkoutSession, purchaseId } = await paidCheckout(world)
	await world.database.asServer((tx) =>
		fulfil(tx, {
			checkoutSession: { ...checkoutSession, billingCountry, soldBy },
			cause: 'event',
			paidAt: new Date(),
			shop: world.shop,
		}),
	)
	return await one(
		world.database,
		sql`
		select p.id, p.status, c.held_reason, c.billing_country from public.purchases p join shop.checkouts c on c.purchase_id = p.id
		where p.id = ${purchaseId}`,
		z.object({
			id: z.uuid(),
			status: z.string(),
			held_reason: z.string().nullable(),
			billing_country: z.string().nullable(),
		}),
	)
}

describe('a shop sells in the United Kingdom only until an owner decides', () => {
	test.each([
		['uk', 'GB', 'completed'],
		['uk', 'IM', 'completed'],
		['uk', 'JE', 'held'],
		['uk', 'FR', 'held'],
		['uk', 'US', 'held'],
		['uk', null, 'completed'],
		['outside-eu', 'US', 'completed'],
		['outside-eu', 'GB', 'completed'],
		['outside-eu', 'MC', 'held'],
		['outside-eu', 'DE', 'held'],
	] as const)('with %s, a payment billed in %s is %s', async (area, country, status) => {
		if ((await readSalesArea(world.database)) !== area) await sellIn(area)
		const sale = await fulfilFrom(country)
		expect(sale).toMatchObject({ status, billing_country: country })
		if (status === 'held')
			expect(sale.held_reason).toMatch(/^its billing address is in .+, where you don’t sell/)
	})

	test('a held payment is delivered only with a reason', async () => {
		const { id: purchase } = await fulfilFrom('FR')
		owner ??= await signedInMember(world, 'owner')
		const bearer = await owner.takeStep()
		expect((await actAdmin(world, 'release-purchase', { purchase }, { bearer })).body).toMatchObject({
			message: 'Say why: this needs a reason.',
		})
		const reason = 'a student in Leeds with a French address'
		expect(await actAdmin(world, 'release-purchase', { purchase, reason }, { bearer })).toMatchObject({
			status: 200,
			body: { status: 'completed' },
		})
	})
})

test('a buyer who says that they live elsewhere is refused before they pay, and the payment page says where the shop sells', async () => {
	await sellIn('uk')
	const client = await signedInClient(world)
	const { error } = await client.functions.invoke('create-payment', { body: { ...cv, region: 'eu' } })
	expect(await error.context.json()).toMatchObject({
		code: 'not_sold_there',
		message:
			'We sell to people living in the United Kingdom. If you live elsewhere, please take our free guides instead. You haven’t been charged.',
	})
	const first = await openCheckout(client, cv)
	const page = async (id: string) => await (await fetch(`${world.sandboxUrl}/checkout/${id}`)).text()
	expect(await page(first)).toContain('We sell to people living in the United Kingdom.')

	// A page that says something else is replaced at the next press.
	await sellIn('outside-eu')
	expect(
		(await client.functions.invoke('create-payment', { body: { ...cv, region: 'eu' } })).error,
	).not.toBeNull()
	const second = await openCheckout(client, { ...cv, region: 'elsewhere' })
	expect(second).not.toBe(first)
	expect(await page(second)).toContain('We can’t sell to people living in the European Union yet.')
	expect(await page(first)).toContain('expired')
	await pay(world, second)
})

describe('if Stripe sells to the European Union', () => {
	test.each([
		['GB', 'shop', 'completed'],
		['US', 'shop', 'completed'],
		['DE', 'shop', 'held'],
		['DE', 'stripe', 'completed'],
		['US', 'stripe', 'completed'],
	] as const)('a payment billed in %s that the %s has sold is %s', async (country, soldBy, status) => {
		await sellIn('eu-by-stripe')
		expect(await fulfilFrom(country, soldBy)).toMatchObject({
			status,
			held_reason: status === 'held' ? expect.stringContaining('so you sold it and not Stripe') : null,
		})
	})

	test('its page, the receipt and the books say so, and a buyer who changes their mind gets another page', async () => {
		await sellIn('eu-by-stripe')
		const client = await signedInClient(world)
		const own = await openCheckout(client, cv)
		const managed = await openCheckout(client, { ...cv, region: 'eu' })
		expect(managed).not.toBe(own)
		expect(await openCheckout(client, { ...cv, region: 'eu' })).toBe(managed)
		const page = await (await fetch(`${world.sandboxUrl}/checkout/${managed}`)).text()
		expect(page).toContain('Sold through Link, the merchant of record')
		expect(page).not.toContain('please go back')
		await pay(world, managed, { card: 'german', country: 'DE' })
		await world.runJobs()
		const sale = await one(
			world.database,
			sql`
			select p.status, r.seller_name, r.seller_vat_number, r.amount_pence, r.vat_pence
			from public.purchases p join public.receipts r on r.purchase_id = p.id where p.stripe_session_id = ${managed}`,
			z.looseObject({ status: z.string() }),
		)
		expect(sale).toEqual({
			status: 'completed',
			seller_name: expect.stringMatching(/^Stripe \(Link\), the merchant of record, for /),
			seller_vat_number: null,
			amount_pence: 1499,
			vat_pence: 239,
		})
		owner ??= await signedInMember(world, 'owner')
		const period = `${new Date().toISOString().slice(0, 10)}..${new Date().toISOString().slice(0, 10)}`
		const file = await world.adminRequest(`/api/export-books?period=${period}`, {
			headers: { authorization: `Bearer ${await owner.takeStep()}` },
		})
		const lines = (await file.text()).trim().split('\n')
		expect(lines[0]).toMatch(/discount_code,sold_by\r?$/)
		expect(lines.find((line) => line.includes(',2.39,'))).toMatch(/,stripe\r?$/)
		expect(lines.some((line) => /,shop\r?$/.test(line))).toBe(true)
	})
})

test('where the shop sold at a time is on record', async () => {
	await sellIn('uk')
	const before = new Date()
	await sellIn('outside-eu')
	expect(await readSalesAreaAt(world.database, before)).toBe('uk')
	expect(await readSalesAreaAt(world.database, new Date())).toBe('outside-eu')
	expect(await readSalesAreaAt(world.database, new Date(0))).toBe('uk')
	await sellIn('uk')
})

test.each([
	['GB', 'uk'],
	['IM', 'uk'],
	['GR', 'eu'],
	['MC', 'eu'],
	['CH', 'elsewhere'],
	['GG', 'elsewhere'],
])('%s is in the region %s', (country, region) => {
	expect(regionOf(country)).toBe(region)
})
