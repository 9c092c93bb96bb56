import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { pastPolicies } from '#test/past-policies.ts'
import { anonymousClient, ownerClient, signedInClient } from '#test/people.ts'
import { createWorld, type World } from '#test/world.ts'

// The REST wire as the genuine client speaks it, over a really listening server.
let world: World
let ada: SupabaseClient
let adaId: string
let ben: SupabaseClient
let benId: string

beforeAll(async () => {
	world = await createWorld()
	ada = await signedInClient(world)
	ben = await signedInClient(world)
	adaId = (await ada.auth.getUser()).data.user?.id ?? ''
	benId = (await ben.auth.getUser()).data.user?.id ?? ''
})
afterAll(async () => await world.close())

const freeGuide = () => ({
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
})

beforeEach(async () => {
	await pastPolicies(world, 'truncate public.purchases cascade')
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status, stripe_session_id) values
			(${benId}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'completed', 'cs_ben'),
			(${benId}, 'prod_budget_planner', 'Student Budget Planner', 5.99, 'pending', 'cs_ben_open'),
			(${adaId}, 'prod_budget_planner', 'Student Budget Planner', 5.99, 'pending', 'cs_ada_open')`)
})

describe('the calls of the shop’s own pages', () => {
	test('a free guide is taken once and then owned', async () => {
		const taken = await ada.from('purchases').insert({ user_id: adaId, ...freeGuide() })
		expect(taken).toMatchObject({ error: null, status: 201, data: null })
		const owned = await ada
			.from('purchases')
			.select('product_name, status, catalogue_id')
			.eq('user_id', adaId)
			.eq('status', 'completed')
		expect(owned.data).toEqual([{ product_name: 'Student Guide', status: 'completed', catalogue_id: '1' }])
		const again = await ada.from('purchases').insert({ user_id: adaId, ...freeGuide() })
		expect(again).toMatchObject({ status: 409, error: { code: '23505', details: null, hint: null } })
		expect(JSON.stringify(again.error)).not.toContain(adaId)
	})

	test('a purchase is looked up by its session, by its buyer alone', async () => {
		const find = (client: SupabaseClient, id: string) =>
			client.from('purchases').select('*').eq('stripe_session_id', 'cs_ben').eq('user_id', id).single()
		expect((await find(ben, benId)).data).toMatchObject({
			price: 14.99,
			status: 'completed',
			currency: 'GBP',
			catalogue_id: '2',
		})
		expect(await find(ada, adaId)).toMatchObject({
			status: 406,
			error: { code: 'PGRST116', details: 'The result contains 0 rows' },
		})
		expect(await find(ada, benId)).toMatchObject({ status: 406, data: null })
	})

	test('setting a completed purchase to completed is allowed and changes nothing', async () => {
		const { data: row } = await ben.from('purchases').select('id').eq('status', 'completed').single()
		expect(await ben.from('purchases').update({ status: 'completed' }).eq('id', row?.id)).toMatchObject({
			status: 204,
			error: null,
		})
	})

	test('nobody completes their own pending purchase', async () => {
		const { data: row } = await ada.from('purchases').select('id').eq('status', 'pending').single()
		expect(await ada.from('purchases').update({ status: 'completed' }).eq('id', row?.id)).toMatchObject({
			status: 204,
			error: null,
		})
		expect(
			(await ada.from('purchases').update({ status: 'completed' }).eq('id', row?.id).select()).data,
		).toEqual([])
		expect((await ada.from('purchases').select('status').eq('id', row?.id).single()).data).toEqual({
			status: 'pending',
		})
	})
})

describe('reading', () => {
	test('prices are numbers and times ISO with their offset', async () => {
		const { data } = await ben
			.from('purchases')
			.select('price, created_at')
			.eq('status', 'completed')
			.single()
		expect(data?.price).toBe(14.99)
		expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
	})

	test('rows are filtered, ordered, limited and ranged', async () => {
		const titles = async (ask: PromiseLike<{ data: { id: string }[] | null }>) =>
			(await ask).data?.map(({ id }) => id)
		const products = () => anonymousClient(world).from('products').select('id')
		expect(await titles(products().order('id', { ascending: false }).limit(2))).toEqual(['7', '6'])
		expect(await titles(products().order('id').range(1, 3))).toEqual(['2', '3', '4'])
		expect(await titles(products().order('price', { nullsFirst: false }).order('id').limit(2))).toEqual([
			'3',
			'2',
		])
		expect(await titles(products().in('id', ['1', '3', '99']).order('id'))).toEqual(['1', '3'])
		expect(await titles(products().gt('price', 6))).toEqual(['2'])
		expect(await titles(products().gte('price', 5.99).lt('price', 14.99))).toEqual(['3'])
		expect(await titles(products().is('is_free', true).order('id'))).toEqual(['1', '7'])
		expect(await titles(products().not('price', 'is', null).neq('id', '2'))).toEqual(['3'])
		expect(
			await titles(products().or('id.eq.1,and(category.eq.Career,price.lte.14.99)').order('id')),
		).toEqual(['1', '2'])
		expect(await titles(products().eq('title', 'How to Make Money in the North East'))).toEqual(['4'])
		expect(await titles(products().limit(0))).toEqual([])
	})

	test('exact counts cover the rows the caller may see', async () => {
		const all = await anonymousClient(world).from('products').select('id', { count: 'exact' }).limit(2)
		expect(all).toMatchObject({ status: 206, count: 7 })
		expect(all.data).toHaveLength(2)
		expect(await ada.from('purchases').select('*', { count: 'exact', head: true })).toMatchObject({
			status: 200,
			count: 1,
			data: null,
		})
		expect(
			await ada.from('purchases').select('id', { count: 'exact' }).eq('status', 'refunded'),
		).toMatchObject({ count: 0, data: [] })
	})

	test('planned and estimated counts are refused', async () => {
		expect(await ada.from('purchases').select('id', { count: 'planned' })).toMatchObject({
			status: 400,
			error: { code: 'PGRST122' },
		})
		expect(await ada.from('purchases').select('id', { count: 'estimated' })).toMatchObject({
			status: 400,
			error: { code: 'PGRST122' },
		})
	})

	test('one row may be asked for as such, and none as well', async () => {
		expect((await ada.from('purchases').select('status').maybeSingle()).data).toEqual({ status: 'pending' })
		expect((await ada.from('purchases').select('status').eq('status', 'held').maybeSingle()).data).toBeNull()
		expect(await ben.from('purchases').select('status').single()).toMatchObject({
			status: 406,
			error: { details: 'The result contains 2 rows' },
		})
	})

	test('what the client offers and this shop does not is refused in the wire’s form', async () => {
		const refusals = await Promise.all([
			ada.from('purchases').select('*').like('status', 'c%'),
			ada.from('purchases').select('*').regexMatch('status', '^c'),
			ada.from('purchases').select('*').textSearch('status', 'c'),
			ada.from('purchases').select('*').contains('status', ['c']),
			ada.from('purchases').select('*, products(*)'),
			ada.from('purchases').select('price.sum()'),
			ada.from('purchases').select('price::text'),
			ada.from('purchases').select('*').eq('products.id', '1'),
		])
		for (const { status, error } of refusals) {
			expect(status).toBe(400)
			expect(Object.keys(error ?? {}).sort()).toEqual(['code', 'details', 'hint', 'message'])
		}
		expect(await ada.from('purchases').select('*').csv()).toMatchObject({
			status: 406,
			error: { code: 'PGRST107' },
		})
		expect(await ada.from('purchases').select('*').explain()).toMatchObject({
			status: 406,
			error: { code: 'PGRST107' },
		})
		expect(await ada.rpc('pg_sleep', { seconds: 1 })).toMatchObject({
			status: 404,
			error: { code: 'PGRST202' },
		})
		expect(await ada.schema('auth').from('users').select()).toMatchObject({
			status: 406,
			error: { code: 'PGRST106' },
		})
		expect(await ada.from('users').select()).toMatchObject({ status: 404, error: { code: 'PGRST205' } })
	})
})

describe('writing', () => {
	test('a new row comes back where it is asked for', async () => {
		const one = await ada.from('purchases').insert(freeGuide()).select('user_id, price, status').single()
		expect(one).toMatchObject({ status: 201, data: { user_id: adaId, price: 0, status: 'completed' } })
		const many = await ben
			.from('purchases')
			.insert([{ user_id: benId, ...freeGuide() }], { count: 'exact' })
			.select('catalogue_id')
		expect(many).toMatchObject({ status: 201, count: 1, data: [{ catalogue_id: '1' }] })
	})

	test('the address of a new row comes back where only that is asked for', async () => {
		const { data } = await ada.auth.getSession()
		const response = await fetch(`${world.url}/rest/v1/purchases`, {
			method: 'POST',
			headers: {
				apikey: world.keys.publishableKey,
				authorization: `Bearer ${data.session?.access_token}`,
				'content-type': 'application/json',
				prefer: 'return=headers-only',
			},
			body: JSON.stringify(freeGuide()),
		})
		expect([response.status, response.headers.get('preference-applied'), await response.text()]).toEqual([
			201,
			'return=headers-only',
			'',
		])
		const key = /^\/purchases\?id=eq\.([0-9a-f-]{36})$/.exec(response.headers.get('location') ?? '')?.[1]
		expect((await ada.from('purchases').select('catalogue_id').eq('id', key).single()).data).toEqual({
			catalogue_id: '1',
		})
	})

	test('a row without its user is the caller’s; a list says null where a key is missing, unless defaults are asked for', async () => {
		const { user_id: _, ...row } = { user_id: adaId, ...freeGuide() }
		const mixed = [row, { user_id: adaId, ...freeGuide(), product_id: '7' }]
		expect((await ada.from('purchases').insert(mixed)).error).toMatchObject({ code: '42501' })
		const startup = { product_id: '7', product_name: 'The Startup Blueprint: From Idea to Landing Page' }
		const both = [row, { user_id: adaId, ...freeGuide(), ...startup }]
		const taken = await ada.from('purchases').insert(both, { defaultToNull: false }).select('user_id')
		expect(taken.data).toEqual([{ user_id: adaId }, { user_id: adaId }])
	})

	test('an insert that must be one row is taken back where it is not', async () => {
		expect(await ada.from('purchases').insert([]).select().single()).toMatchObject({ status: 406 })
		const startup = {
			...freeGuide(),
			product_id: '7',
			product_name: 'The Startup Blueprint: From Idea to Landing Page',
		}
		expect(await ada.from('purchases').insert([freeGuide(), startup]).select().single()).toMatchObject({
			status: 406,
		})
		expect((await ada.from('purchases').select('id').eq('status', 'completed')).data).toEqual([])
	})

	test('an update that touches more than it may is taken back', async () => {
		await ben.from('purchases').insert(freeGuide())
		const all = () => ben.from('purchases').update({ status: 'completed' }).eq('status', 'completed')
		expect(await all().maxAffected(1)).toMatchObject({
			status: 400,
			error: { code: 'PGRST124', details: 'The query affects 2 rows' },
		})
		expect(await all().maxAffected(2)).toMatchObject({ status: 204, error: null })
		expect(await all().select().order('price', { ascending: false })).toMatchObject({
			data: [{ price: 14.99 }, { price: 0 }],
		})
	})

	test('a rollback the client asks for is not given: what was answered 2xx is kept', async () => {
		expect(await ada.from('purchases').insert(freeGuide()).rollback()).toMatchObject({ status: 201 })
		expect((await ada.from('purchases').select('id').eq('status', 'completed')).data).toHaveLength(1)
	})

	test('nothing is ever deleted', async () => {
		expect(await ben.from('purchases').delete().eq('user_id', benId)).toMatchObject({
			status: 403,
			error: { code: '42501' },
		})
		expect(await ownerClient(world).from('purchases').delete().eq('user_id', benId)).toMatchObject({
			status: 403,
		})
	})

	test('taking free guides over and over is limited', async () => {
		const strict = await createWorld({ rateLimitScale: 1 })
		try {
			const client = await signedInClient(strict)
			const answers: number[] = []
			for (let round = 0; round < 32; round += 1)
				answers.push((await client.from('purchases').insert(freeGuide())).status)
			expect(answers[0]).toBe(201)
			expect(answers.slice(1, 30)).toEqual(Array.from({ length: 29 }, () => 409))
			expect(answers.slice(30)).toEqual([429, 429])
		} finally {
			await strict.close()
		}
	})
})

describe('the owner’s key', () => {
	test('sees every purchase and may correct one', async () => {
		const owner = ownerClient(world)
		expect((await owner.from('purchases').select('id')).data).toHaveLength(3)
		const refunded = await owner
			.from('purchases')
			.update({ status: 'refunded' })
			.eq('stripe_session_id', 'cs_ben')
			.select('status')
			.single()
		expect(refunded.data).toEqual({ status: 'refunded' })
	})

	test('cannot change every row by forgetting a filter, nor the catalogue', async () => {
		const owner = ownerClient(world)
		expect(await owner.from('purchases').update({ status: 'refunded' })).toMatchObject({
			status: 400,
			error: { code: '21000' },
		})
		expect(await owner.from('products').update({ title: 'x' }).eq('id', '1')).toMatchObject({
			status: 403,
			error: { code: '42501' },
		})
	})

	test('is not told which key was taken already, nor anyone else', async () => {
		const taken = {
			user_id: adaId,
			product_id: 'prod_cv_secrets',
			product_name: 'x',
			price: 1,
			status: 'held',
			stripe_session_id: 'cs_ben',
		}
		const { status, error } = await ownerClient(world).from('purchases').insert(taken)
		expect({ status, error }).toMatchObject({ status: 409, error: { code: '23505', details: null } })
		expect(JSON.stringify(error)).not.toContain('cs_ben')
	})

	test('may upsert, merging or leaving what is there', async () => {
		const owner = ownerClient(world)
		const { data: row } = await owner
			.from('purchases')
			.select('*')
			.eq('stripe_session_id', 'cs_ada_open')
			.single()
		const changed = {
			id: row.id,
			user_id: adaId,
			product_id: row.product_id,
			product_name: row.product_name,
			price: 5.99,
			status: 'failed',
		}
		expect((await owner.from('purchases').upsert(changed, { ignoreDuplicates: true }).select()).data).toEqual(
			[],
		)
		expect((await owner.from('purchases').upsert(changed).select('status').single()).data).toEqual({
			status: 'failed',
		})
	})
})

test('a token whose session has ended is refused', async () => {
	const client = await signedInClient(world)
	const token = (await client.auth.getSession()).data.session?.access_token ?? ''
	const ask = () =>
		fetch(`${world.url}/rest/v1/purchases`, {
			headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${token}` },
		})
	expect((await ask()).status).toBe(200)
	await client.auth.signOut()
	const refused = await ask()
	expect(refused.status).toBe(401)
	expect(await refused.json()).toMatchObject({ code: 'PGRST303' })
	expect(refused.headers.get('www-authenticate')).toContain('invalid_token')
})
