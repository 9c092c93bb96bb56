import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { offerOf, productForSale } from '#server/apis/functions/create-payment.ts'
import { findDocument, readHistory } from '#server/features/content/document-rows.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { sql } from '#server/platform/db/sql.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, pay, planner } from '#test/checkout.ts'
import { anonymousClient, signedInClient, signedInClients } from '#test/clients.ts'
import { keepTestPages } from '#test/shop-state.ts'
import { starterWith } from '#test/starter-shop.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', goods: true, sandbox: true })
const owner = await signedInMember(world, 'owner')

const act = async (operation: string, body: object) =>
	await actAdmin(world, operation, body, { bearer: await owner.takeStep() })
const preview = async (operation: string, product: string) =>
	(await act(operation, { product, preview: true })).body
const product = async (id: string) =>
	(await readAdmin(world, `product?id=${id}`, { bearer: await owner.takeStep() })).body
const codeOf = async (client: SupabaseClient, body: object) => {
	const { error } = await client.functions.invoke('create-payment', { body })
	if (!(error instanceof FunctionsHttpError)) return null
	const response: Response = error.context
	return Object(await response.json()).code
}
const take = async (client: SupabaseClient) => (await client.from('purchases').insert(freeGuide())).status
const row = async (id: string) =>
	(await anonymousClient(world).from('products').select('withdrawn, slug').eq('id', id).single()).data

afterEach(async () => {
	for (const id of ['1', '2']) await act('put-on-sale', { product: id })
})

test('a product off sale is neither listed nor sold, its holders keep it, and it comes back', async () => {
	const buyer = await signedInClient(world)
	const session = await openCheckout(buyer, cv)
	await pay(world, session)
	await buyer.functions.invoke('confirm-payment', { body: { sessionId: session } })
	await act('make-code', { code: 'SPRING', percent_off: 10, guides: ['2'] })
	const bundle = { title: 'CV and budget', sentence: 'Both.', price_pence: 1_499, guides: ['2', '3'] }
	expect((await act('make-bundle', bundle)).status).toBe(200)
	const states: { products: string[]; offSale: string[]; bundles: number }[] = []
	const pages = await keepTestPages({
		database: world.database,
		show: async ({ products, offSale, bundles }) => {
			const ids = (some: typeof products) => some.map(({ id }) => id)
			states.push({ products: ids(products), offSale: ids(offSale), bundles: bundles.length })
		},
	})
	const { will, plan } = await preview('take-off-sale', '2')
	expect(will).toEqual([
		expect.stringContaining('Nobody can buy CV Secrets No One Tells You any more'),
		expect.stringContaining('/products/cv-secrets, stays. It says that'),
		expect.stringContaining('1 person has it and keeps it'),
		'The bundle “CV and budget” isn’t offered as long as CV Secrets No One Tells You isn’t.',
		expect.stringContaining('The code SPRING is for this guide'),
		'You can put it on sale again at any time.',
	])
	expect((await act('take-off-sale', { product: '2', plan })).status).toBe(200)
	await pages.refresh()
	expect(states.at(-1)).toMatchObject({ offSale: ['2'], bundles: 0 })
	expect(states.at(-1)?.products).not.toContain('2')
	expect(await row('2')).toEqual({ withdrawn: true, slug: 'cv-secrets' })
	expect(await product('2')).toMatchObject({
		status: 'off sale',
		path: '/products/cv-secrets',
		off_sale: { by: owner.email, is_gone: false },
	})
	expect(await codeOf(await signedInClient(world), cv)).toBe('not_for_sale')
	expect((await buyer.storage.from('pdfs').createSignedUrl('CV.zip', 300)).error).toBeNull()
	// Its texts can be changed as before, and a new edition reaches its holders.
	const { version, published } = (await findDocument(world.database, { kind: 'product', id: '2' })) ?? {}
	const draft = { kind: 'product', id: '2', version, content: Object(published) }
	expect((await act('save-document', draft)).status).toBe(200)
	const upload = await world.adminRequest('/api/upload-edition?product=2', {
		method: 'POST',
		headers: { authorization: `Bearer ${await owner.takeStep()}`, 'content-type': 'application/zip' },
		body: `PK\u0003\u0004 newer PK\u0005\u0006${'\0'.repeat(18)}`,
	})
	const { id } = Object(await upload.json())
	expect((await act('publish-edition', { id, changes: 'New.', tell: false })).status).toBe(200)
	expect(await row('2')).toMatchObject({ withdrawn: true })

	expect((await preview('take-off-sale', '2')).will).toEqual([])
	expect((await act('put-on-sale', { product: '2' })).status).toBe(200)
	await pages.refresh()
	pages.stop()
	expect(states.at(-1)).toMatchObject({ offSale: [], bundles: 1 })
	expect(await codeOf(await signedInClient(world), cv)).toBeNull()
	expect((await act('put-on-sale', { product: '2' })).body.message).toContain('isn’t off sale')
	const history = await readHistory(world.database, { kind: 'product', id: '2' })
	expect(history.map(({ change }) => change)).toEqual(
		expect.arrayContaining(['taken off sale', 'edition published', 'put on sale again']),
	)
})

test('a withdrawn product has no page, and a start of this release or of one before doesn’t bring it back', async () => {
	expect((await preview('withdraw-product', '2')).will).toContainEqual(
		expect.stringContaining('is gone: visitors read “Page not found” there'),
	)
	await act('withdraw-product', { product: '2' })
	expect(await product('2')).toMatchObject({ status: 'withdrawn', path: null, off_sale: { is_gone: true } })
	const newWords = (description: string) =>
		starterWith(catalogue.map((one) => (one.id === '2' ? { ...one, description } : one)))
	await syncCatalogue(world.database, newWords('Other words.'))
	// As a server that doesn't know of it would write.
	await world.database.query(
		sql`update shop.documents set withdrawn_at = null where kind = 'product' and id = '2'`,
	)
	expect(
		await world.database.query(sql`select id from shop.documents where id = '2' and withdrawn_at is null`),
	).toEqual([])
	expect(await row('2')).toMatchObject({ withdrawn: true })
	await act('put-on-sale', { product: '2' })
	expect(await row('2')).toMatchObject({ withdrawn: false })
	await syncCatalogue(world.database, starterWith(catalogue))
})

test('a checkout that is open when a product goes off sale can be paid, and delivers', async () => {
	const buyer = await signedInClient(world)
	const session = await openCheckout(buyer, planner)
	expect((await preview('take-off-sale', '3')).will).toContainEqual(
		expect.stringContaining('has opened a checkout that can still be paid'),
	)
	await act('take-off-sale', { product: '3' })
	// A second click opens no other one.
	expect(await codeOf(buyer, planner)).toBe('not_for_sale')
	await pay(world, session)
	const { data } = await buyer.functions.invoke('confirm-payment', { body: { sessionId: session } })
	expect(data).toMatchObject({ status: 'completed', fileName: 'MonthlyBudget.zip' })
	expect((await buyer.storage.from('pdfs').createSignedUrl('MonthlyBudget.zip', 300)).error).toBeNull()
	await act('put-on-sale', { product: '3' })
})

test('whoever buys or takes it at the moment at which it goes off sale gets neither a checkout nor a copy', async () => {
	const clients = await signedInClients(world, 6)
	const leaving = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await leaving.connect()
	const refusals: unknown[] = []
	for (const [id, attempt] of [
		['1', take],
		['2', async (client: SupabaseClient) => await codeOf(client, cv)],
	] as const) {
		await leaving.query('begin')
		await leaving.query('select from public.products where id = $1 for update', [id])
		const waiting = Promise.all(clients.map(attempt))
		await expect
			.poll(
				async () =>
					(await leaving.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount,
			)
			.toBeGreaterThan(0)
		await leaving.query(
			`update shop.documents set published_as = gen_random_uuid(),
				decisions = decisions || '{"offSale": {"by": "Ada", "at": "2026-11-28T10:00:00.000Z", "isGone": false}}'
			where kind = 'product' and id = $1`,
			[id],
		)
		await leaving.query('update public.products set withdrawn = true where id = $1', [id])
		await leaving.query('commit')
		refusals.push(await waiting)
	}
	await leaving.end()
	expect(refusals).toEqual([Array(6).fill(403), Array(6).fill('not_for_sale')])
	const ids = await Promise.all(clients.map(async (client) => (await client.auth.getUser()).data.user?.id))
	expect(await world.database.query(sql`select from public.purchases where user_id = any (${ids})`)).toEqual(
		[],
	)
	await act('put-on-sale', { product: '1' })
	await act('put-on-sale', { product: '2' })
	const [buyer] = clients
	expect(buyer && [await take(buyer), await codeOf(buyer, cv)]).toEqual([201, null])
})

test('a checkout that the provider was still opening is closed again', async () => {
	const buyer = await signedInClient(world)
	const offer = offerOf(productForSale(catalogue, cv))
	const { data } = await buyer.auth.getUser()
	const { payments, clock } = world
	let session = ''
	const refused = beginCheckout({
		database: world.database,
		payments: {
			...payments,
			openCheckout: async (wanted) => {
				const opened = await payments.openCheckout(wanted)
				session = opened.id
				await act('take-off-sale', { product: '2' })
				return opened
			},
		},
		clock,
		userId: data.user?.id ?? '',
		email: data.user?.email ?? '',
		offer,
		faultPoint: noFaults,
	})
	await expect(refused).rejects.toMatchObject({ code: 'not_for_sale' })
	expect(await payments.getCheckout(session)).toMatchObject({ status: 'expired' })
	expect(
		await world.database.query(sql`select status from public.purchases where user_id = ${data.user?.id}`),
	).toEqual([{ status: 'expired' }])
})

test('of six who take it off sale at the same moment, one does; a product that is coming soon can’t go', async () => {
	const bearer = await owner.takeStep()
	const six = await Promise.all(
		Array.from({ length: 6 }, () => actAdmin(world, 'take-off-sale', { product: '2' }, { bearer })),
	)
	// Whoever comes later finds nothing to do.
	expect(six.map(({ status }) => status)).toContain(200)
	const history = await readHistory(world.database, { kind: 'product', id: '2' })
	expect(history.slice(0, 2).map(({ change }) => change)).not.toEqual(['taken off sale', 'taken off sale'])
	expect(history[0]?.change).toBe('taken off sale')
	expect((await act('take-off-sale', { product: '5' })).body.message).toContain('coming soon')
})
