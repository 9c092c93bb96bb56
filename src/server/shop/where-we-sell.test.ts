import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { regionOf } from '#shared/countries.ts'
import type { SalesArea, SoldBy } from '#shared/where-we-sell.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { adminContextOf } from '#test/admin-cli.ts'
import { cv, openCheckout, paidCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'
import { readFees } from './read-fees.ts'
import { readSalesArea, readSalesAreaAt } from './where-we-sell.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
let owner: TestMember | undefined

const oss = { oss_number: 'EU372000017' }

async function decide(input: object) {
	owner ??= await signedInMember(world, 'owner')
	return await actAdmin(world, 'set-where-we-sell', input, { bearer: await owner.takeStep() })
}

async function sellIn(area: SalesArea): Promise<void> {
	expect((await decide({ area, ...(area === 'eu-by-oss' ? oss : {}) })).status).toBe(200)
}

async function fulfilFrom(
	billingCountry: string | null,
	soldBy: SoldBy = 'shop',
	cardCountry: string | null = billingCountry,
) {
	const { checkoutSession, purchaseId } = await paidCheckout(world)
	await world.database.asServer((tx) =>
		fulfil(tx, {
			checkoutSession: { ...checkoutSession, billingCountry, cardCountry, soldBy },
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
		['uk', null, 'held'],
		['outside-eu', null, 'held'],
		['outside-eu', 'US', 'completed'],
		['outside-eu', 'GB', 'completed'],
		['outside-eu', 'MC', 'held'],
		['outside-eu', 'DE', 'held'],
	] as const)('with %s, a payment billed in %s is %s', async (area, country, status) => {
		if ((await readSalesArea(world.database)) !== area) await sellIn(area)
		const sale = await fulfilFrom(country)
		expect(sale).toMatchObject({ status, billing_country: country })
		if (status === 'held')
			expect(sale.held_reason).toMatch(
				country === null
					? /isn’t known: ask the buyer/
					: /^its billing address is in .+, where you don’t sell/,
			)
	})

	test.each(['DE', 'IN'])('a card from %s with an address in the UK is taken', async (card) => {
		await sellIn('uk')
		expect(await fulfilFrom('GB', 'shop', card)).toMatchObject({ status: 'completed' })
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
		[null, 'shop', 'held'],
		[null, 'stripe', 'completed'],
		['DE', 'stripe', 'completed'],
		['US', 'stripe', 'completed'],
	] as const)('a payment billed in %s that the %s has sold is %s', async (country, soldBy, status) => {
		await sellIn('eu-by-stripe')
		expect(await fulfilFrom(country, soldBy)).toMatchObject({
			status,
			held_reason:
				status === 'held'
					? expect.stringContaining(country === null ? 'isn’t known' : 'so you sold it and not Stripe')
					: null,
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
		expect(lines[0]).toMatch(/discount_code,sold_by,eu_vat_country,card_country\r?$/)
		expect(lines.find((line) => line.includes(',2.39,'))).toMatch(/,stripe,,/)
		expect(lines.some((line) => /,shop,,/.test(line))).toBe(true)
	})
})

describe('with the owner’s own registration in the EU', () => {
	const receiptSchema = z.looseObject({ vat_rate: z.coerce.number().nullable() })
	const receiptOf = async (purchaseId: string) =>
		await one(
			world.database,
			sql`select vat_pence, vat_country, vat_rate, seller_vat_number from public.receipts where purchase_id = ${purchaseId}`,
			receiptSchema,
		)

	test('it can’t be chosen without a number of the one-stop shop, and the number is kept', async () => {
		await sellIn('uk')
		expect((await decide({ area: 'eu-by-oss' })).body).toMatchObject({
			message: 'Type your number at the EU’s one-stop shop.',
		})
		expect((await decide({ area: 'eu-by-oss', oss_number: 'GB123456789' })).status).toBe(400)
		await sellIn('eu-by-oss')
		await sellIn('uk')
		expect((await decide({ area: 'eu-by-oss' })).status).toBe(200)
	})

	test.each([
		['DE', 'DE', 19, 239],
		['HU', 'HU', 27, 319],
		['FI', 'FI', 25.5, 305],
		['MC', 'FR', 20, 250],
	] as const)('a payment billed in %s includes the VAT of %s at %d %%', async (country, of, rate, pence) => {
		const { id, status } = await fulfilFrom(country)
		expect(status).toBe('completed')
		expect(await receiptOf(id)).toEqual({
			vat_pence: pence,
			vat_country: of,
			vat_rate: rate,
			seller_vat_number: oss.oss_number,
		})
	})

	test.each([
		['DE', 'DE', 'completed'],
		['MC', 'FR', 'completed'],
		['GB', 'IN', 'completed'],
		['US', 'GB', 'completed'],
		['DE', null, 'completed'],
		['GB', 'DE', 'held'],
		['DE', 'GB', 'held'],
		['DE', 'FR', 'held'],
	] as const)('a payment billed in %s with a card from %s is %s', async (country, card, status) => {
		expect(await fulfilFrom(country, 'shop', card)).toMatchObject({
			status,
			held_reason: status === 'held' ? expect.stringContaining('ask the buyer where they live') : null,
		})
	})

	test.each(['eu-by-oss', 'eu-by-stripe'] as const)(
		'with %s, an event of a payment whose card contradicts its address is put on hold as well',
		async (area) => {
			await sellIn(area)
			const client = await signedInClient(world)
			const id = await openCheckout(client, cv)
			await pay(world, id, { card: 'german', country: 'GB' })
			await vi.waitFor(async () => {
				await world.runJobs()
				expect(await client.from('purchases').select('status').single()).toMatchObject({
					data: { status: 'held' },
				})
			}, 20_000)
			const { data } = await client.functions.invoke('refund-terms', { body: {} })
			expect(data).toMatchObject({ purchases: [{ because: 'on hold', way: 'refund' }] })
			await sellIn('eu-by-oss')
		},
	)

	test.each(['GB', 'US'])('a payment billed in %s includes none of it', async (country) => {
		const { id, status } = await fulfilFrom(country)
		expect(status).toBe('completed')
		expect(await receiptOf(id)).toMatchObject({ vat_country: null, vat_rate: null, seller_vat_number: null })
	})

	test('a payment that is looked at again after the owner sells elsewhere keeps its VAT', async () => {
		const { checkoutSession, purchaseId } = await paidCheckout(world)
		const again = async () =>
			await world.database.asServer((tx) =>
				fulfil(tx, {
					checkoutSession: { ...checkoutSession, billingCountry: 'DE' },
					cause: 'reconciliation',
					paidAt: new Date(),
					shop: world.shop,
				}),
			)
		await again()
		await sellIn('uk')
		await again()
		const stored = sql`select vat_pence, oss_country from shop.checkouts where purchase_id = ${purchaseId}`
		expect(await one(world.database, stored, z.looseObject({}))).toEqual({
			vat_pence: 239,
			oss_country: 'DE',
		})
		await sellIn('eu-by-oss')
	})

	test('the page, the receipt and the sale say so, with two proofs of where the buyer lives', async () => {
		const client = await signedInClient(world)
		const id = await openCheckout(client, cv)
		const page = await (await fetch(`${world.sandboxUrl}/checkout/${id}`)).text()
		expect(page).toContain('If you live in the European Union, the price includes your country’s VAT.')
		await pay(world, id, { card: 'german', country: 'DE' })
		expect((await client.functions.invoke('confirm-payment', { body: { sessionId: id } })).error).toBeNull()
		await world.runJobs()
		await readFees({ ...world, log: adminContextOf(world).log }, new Date(Date.now() - 3600_000))
		const { data } = await client.from('receipts').select('purchase_id, vat, vat_country, vat_rate').single()
		expect(data).toMatchObject({ vat: 2.39, vat_country: 'DE', vat_rate: 19 })
		expect(world.mails.at(-1)?.text).toContain('VAT of Germany, 19 %')
		owner ??= await signedInMember(world, 'owner')
		const { body } = await readAdmin(world, `sale?id=${data?.purchase_id}`, {
			bearer: await owner.takeStep(),
		})
		expect(body.oss).toEqual({ country: 'DE', rate: 19, billing_country: 'DE', card_country: 'DE' })
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
