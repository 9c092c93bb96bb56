import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceRoleClient, signedInClient } from '#test/clients.ts'
import { createTwoBuyers, freeGuide, resetPurchases } from '#test/two-buyers.ts'

// The official client against the REST API on a real port.
const { world, ada, adaId, ben, benId } = await createTwoBuyers()
afterAll(async () => await world.close())
beforeEach(async () => await resetPurchases({ world, adaId, benId }))

describe('the requests of the shop’s own pages', () => {
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

	test('only the buyer finds a purchase by its Checkout Session', async () => {
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
			// Clients up to 2023 look for exactly these words in `maybeSingle`.
			error: { code: 'PGRST116', details: 'Results contain 0 rows' },
		})
		expect(await find(ada, benId)).toMatchObject({ status: 406, data: null })
	})

	test('setting a completed purchase to completed succeeds and changes nothing', async () => {
		const { data: row } = await ben.from('purchases').select('id').eq('status', 'completed').single()
		expect(await ben.from('purchases').update({ status: 'completed' }).eq('id', row?.id)).toMatchObject({
			status: 204,
			error: null,
		})
	})

	test('a user cannot complete their own pending purchase', async () => {
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

describe('the service role', () => {
	test('can read every purchase and correct one', async () => {
		const owner = serviceRoleClient(world)
		expect((await owner.from('purchases').select('id')).data).toHaveLength(3)
		const refunded = await owner
			.from('purchases')
			.update({ status: 'refunded' })
			.eq('stripe_session_id', 'cs_ben')
			.select('status')
			.single()
		expect(refunded.data).toEqual({ status: 'refunded' })
	})

	test('cannot update every row by forgetting a filter, nor change the catalogue', async () => {
		const owner = serviceRoleClient(world)
		expect(await owner.from('purchases').update({ status: 'refunded' })).toMatchObject({
			status: 400,
			error: { code: '21000' },
		})
		expect(await owner.from('products').update({ title: 'x' }).eq('id', '1')).toMatchObject({
			status: 403,
			error: { code: '42501' },
		})
	})

	test('does not learn which key was a duplicate', async () => {
		const taken = {
			user_id: adaId,
			product_id: 'prod_cv_secrets',
			product_name: 'x',
			price: 1,
			status: 'held',
			stripe_session_id: 'cs_ben',
		}
		const { status, error } = await serviceRoleClient(world).from('purchases').insert(taken)
		expect({ status, error }).toMatchObject({ status: 409, error: { code: '23505', details: null } })
		expect(JSON.stringify(error)).not.toContain('cs_ben')
	})

	test('may upsert, merging or ignoring duplicates', async () => {
		const owner = serviceRoleClient(world)
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

test('a token whose session has ended is rejected', async () => {
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
