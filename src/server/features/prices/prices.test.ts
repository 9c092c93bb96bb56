import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { yearOfNextJuly } from '#test/set-price.ts'
import { keepTestPages } from '#test/shop-state.ts'
import { starterWith } from '#test/starter-shop.ts'
import { useWorld } from '#test/world.ts'

const year = yearOfNextJuly()
const nextJuly = `${year}-07-01T09:00`

const world = await useWorld({ admin: 'public', sandbox: true })
const owner = await signedInMember(world, 'owner')

const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })
const shown = async (id = '2') =>
	(await readAdmin(world, `product?id=${id}`, { bearer: owner.accessToken })).body
const pricesSchema = z.looseObject({
	price_pence: z.int(),
	prices: z.array(z.object({ price_pence: z.int(), cancelled_by: z.string().nullable() })),
})
const pricesOf = async (id: string) => pricesSchema.parse(await shown(id))
const costs = async () =>
	(await anonymousClient(world).from('products').select('price').eq('id', '2').single()).data?.price
const log = async (command: string) =>
	await world.database.query(
		sql`select staff_id, details, before, after from shop.owner_acts where command = ${command} order by at`,
	)

/** Lets the planned price begin, as if its time had come. */
async function letBegin() {
	await runAsSuperuser(
		world,
		`update shop.documents set decisions = jsonb_set(decisions, '{plannedPrice,from}', to_jsonb(now())) where decisions ? 'plannedPrice'`,
	)
}

test('a new price applies at once, but a checkout that is already open keeps the old price', async () => {
	const [early, late] = [await signedInClient(world), await signedInClient(world)]
	const opened = await openCheckout(early, cv)

	const body = { product: '2', price_pence: 1699 }
	const preview = await act('set-price', { ...body, preview: true })
	expect(preview.body.will).toEqual([
		'Sells CV Secrets No One Tells You at £16.99 instead of £14.99, from now on.',
		expect.stringContaining('without the old one beside it'),
		expect.stringContaining(
			'A buyer who has opened a checkout at £14.99 by then pays £14.99 there, and gets the guide.',
		),
		'Past purchases and their receipts stay as they are.',
	])
	expect(await costs()).toBe(14.99)
	const helper = await signedInMember(world, 'helper')
	expect((await actAdmin(world, 'set-price', body, { bearer: await helper.takeStep() })).status).toBe(403)

	expect((await act('set-price', { ...body, plan: preview.body.plan })).status).toBe(200)
	expect(await costs()).toBe(16.99)
	expect((await act('set-price', { ...body, preview: true })).body.will).toEqual([])
	expect(await log('set-price')).toEqual([
		{
			staff_id: owner.id,
			details: { product: '2' },
			before: { price_pence: 1499 },
			after: { price_pence: 1699 },
		},
	])

	const { rows } = z
		.object({ rows: z.array(z.looseObject({ act: z.string() })) })
		.parse((await readAdmin(world, 'log', { bearer: owner.accessToken })).body)
	expect(rows[0]).toMatchObject({ act: 'set-price', product: cv.productName, after: { price_pence: 1699 } })

	const newer = await openCheckout(late, cv)
	for (const [client, checkoutSessionId] of [
		[early, opened],
		[late, newer],
	] as const) {
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	}
	const bought = async (client: typeof early) => [
		(await client.from('purchases').select('price,status')).data,
		(await client.from('receipts').select('amount')).data,
	]
	expect(await bought(early)).toEqual([[{ price: 14.99, status: 'completed' }], [{ amount: 14.99 }]])
	expect(await bought(late)).toEqual([[{ price: 16.99, status: 'completed' }], [{ amount: 16.99 }]])
})

test('a planned price takes effect by itself, can be cancelled until then, and outlasts later releases', async () => {
	const pagesShow: unknown[] = []
	const pages = await keepTestPages({
		database: world.database,
		show: async ({ products }) => void pagesShow.push(products.find(({ id }) => id === '2')?.pricePence),
	})
	try {
		await pages.refresh()
		const plan = { product: '2', price_pence: 1299, from: nextJuly }
		const preview = await act('set-price', { ...plan, preview: true })
		expect(preview.body.will).toContainEqual(
			expect.stringContaining(`from 1 July ${year} at 09:00, London time.`),
		)
		await act('set-price', plan)
		const planned = { price_pence: 1299, from: `${year}-07-01T08:00:00.000Z`, by: owner.email }
		expect(await shown()).toMatchObject({ price_pence: 1699, catalogue_price_pence: 1499, planned })
		expect((await act('set-price', { ...plan, price_pence: 999 })).body.message).toBe(
			`A price of £12.99 is already planned from 1 July ${year} at 09:00. Cancel that first.`,
		)
		await act('cancel-price', { product: '2' })
		expect(await shown()).toMatchObject({ planned: null })
		expect((await act('cancel-price', { product: '2' })).status).toBe(409)
		expect(await log('cancel-price')).toMatchObject([
			{ before: { price_pence: 1299, from: planned.from }, after: { price_pence: 1699 } },
		])
		await pages.refresh()
		expect(pagesShow).toEqual([1699])

		await act('set-price', plan)
		await letBegin()
		expect(await costs()).toBe(16.99)
		await pages.refresh()
		expect([await costs(), pagesShow]).toEqual([12.99, [1699, 1299]])
		expect(await shown()).toMatchObject({ price_pence: 1299, planned: null })

		// The owner's price outlasts a release with another price, and a release that makes the product free for a while.
		const released = (change: object) =>
			catalogue.map((one) => (one.id === '2' ? { ...one, ...change } : one))
		await syncCatalogue(world.database, starterWith(released({ pricePence: 1999 })))
		expect(await costs()).toBe(12.99)
		await syncCatalogue(world.database, starterWith(released({ pricePence: null, isFree: true })))
		expect(await costs()).toBe(null)
		await pages.refresh()
		await syncCatalogue(world.database, starterWith(catalogue))
		expect(await costs()).toBe(12.99)
	} finally {
		pages.stop()
	}
})

test('a planned price takes effect on its day even if an owner has changed the price since planning it', async () => {
	const plan = { product: '3', price_pence: 499, from: nextJuly }
	expect((await act('set-price', plan)).status).toBe(200)
	expect((await act('set-price', { product: '3', price_pence: 650 })).status).toBe(200)
	expect(await shown('3')).toMatchObject({ price_pence: 650, planned: { price_pence: 499 } })
	await letBegin()
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await shown('3')).toMatchObject({ price_pence: 499, planned: null })
	// A price that is set after that replaces it at once.
	expect((await act('set-price', { product: '3', price_pence: 550 })).status).toBe(200)
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await shown('3')).toMatchObject({ price_pence: 550 })
})

test('a price can end: what it cost before applies again by itself, and every step is in the history', async () => {
	const { price_pence: now } = await pricesOf('2')
	const until = `${year}-07-08T09:00`
	const again = { price_pence: now, from: `${year}-07-08T08:00:00.000Z` }
	const preview = await act('set-price', { product: '2', price_pence: 899, until, preview: true })
	expect(String(preview.body.will)).toContain(`from now until 8 July ${year} at 09:00, London time.`)
	expect(String(preview.body.will)).toContain(
		`From 8 July ${year} at 09:00 on it costs £${(now / 100).toFixed(2)} again.`,
	)
	expect((await act('set-price', { product: '2', price_pence: 899, until })).status).toBe(200)
	expect(await shown('2')).toMatchObject({ price_pence: 899, planned: { ...again, thereafter: null } })
	expect((await act('set-price', { product: '2', price_pence: 799, until })).body.message).toContain(
		'is already planned',
	)
	await letBegin()
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await shown('2')).toMatchObject({ price_pence: now, planned: null })

	const plan = { product: '2', price_pence: 799, from: nextJuly, until }
	expect((await act('set-price', plan)).status).toBe(200)
	expect(await shown('2')).toMatchObject({
		price_pence: now,
		planned: { price_pence: 799, thereafter: again },
	})
	await letBegin()
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await shown('2')).toMatchObject({ price_pence: 799, planned: again })
	await letBegin()
	await syncCatalogue(world.database, starterWith(catalogue))
	const after = await pricesOf('2')
	expect(after).toMatchObject({ price_pence: now, planned: null })
	const begun = after.prices.filter(({ cancelled_by: by }) => by === null)
	expect(begun.map(({ price_pence: pence }) => pence).slice(0, 4)).toEqual([now, 799, now, 899])
})

test('if the server was stopped for the whole time of a price, the one before applies', async () => {
	await act('set-price', {
		product: '2',
		price_pence: 799,
		from: nextJuly,
		until: `${year}-07-08T09:00`,
	})
	const { price_pence: now } = await shown('2')
	await runAsSuperuser(
		world,
		`update shop.documents set decisions = jsonb_set(jsonb_set(decisions,
			'{plannedPrice,from}', to_jsonb(now() - interval '2 days')), '{plannedPrice,thereafter,from}', to_jsonb(now() - interval '1 day'))
		where decisions ? 'plannedPrice'`,
	)
	expect(await shown('2')).toMatchObject({ price_pence: now, planned: null })
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await shown('2')).toMatchObject({ price_pence: now, planned: null })
})

test('if two owners set a price at the same time, the second is refused', async () => {
	const bearer = await owner.takeStep()
	const { plan } = (await act('set-price', { product: '3', price_pence: 700, preview: true })).body
	const other = (await act('set-price', { product: '3', price_pence: 800, preview: true })).body
	const answers = await Promise.all([
		actAdmin(world, 'set-price', { product: '3', price_pence: 700, plan }, { bearer }),
		actAdmin(world, 'set-price', { product: '3', price_pence: 800, plan: other.plan }, { bearer }),
	])
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test.each([
	['a free guide', { product: '1', price_pence: 500 }, 409, 'Student Guide is free'],
	['a guide that is coming soon', { product: '4', price_pence: 500 }, 409, 'coming soon'],
	['an unknown product', { product: '77', price_pence: 500 }, 409, 'no such product'],
	['a time that has passed', { product: '2', price_pence: 500, from: '2020-01-01T09:00' }, 409, 'has passed'],
	[
		'a time more than a year away',
		{ product: '2', price_pence: 500, from: '2090-01-01T09:00' },
		409,
		'a year',
	],
	[
		'an end before the beginning',
		{ product: '2', price_pence: 500, from: nextJuly, until: `${year}-06-30T09:00` },
		409,
		'would end before it begins',
	],
	['an end that has passed', { product: '2', price_pence: 500, until: '2020-01-01T09:00' }, 409, 'would end'],
	['an end too far away', { product: '2', price_pence: 500, until: '2090-01-01T09:00' }, 409, 'a year'],
	[
		'a day that does not exist',
		{ product: '2', price_pence: 500, from: '2027-02-31T09:00' },
		400,
		'a time such as',
	],
	['less than Stripe accepts', { product: '2', price_pence: 29 }, 400, '30 pence'],
	['a thousand pounds', { product: '2', price_pence: 100_000 }, 400, '£999.99'],
	['a fraction of a penny', { product: '2', price_pence: 500.5 }, 400, 'pence'],
])('setting a price is refused for %s', async (_what, body, status, says) => {
	const refused = await act('set-price', body)
	expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(says)])
})
