import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { createTwoBuyers, freeGuide, resetPurchases } from '#test/two-buyers.ts'
import { createWorld } from '#test/world.ts'

// The official client writes through the REST API on a real port.
const { world, ada, adaId, ben, benId } = await createTwoBuyers()
afterAll(async () => await world.close())
beforeEach(async () => await resetPurchases({ world, adaId, benId }))

describe('writing', () => {
	test('returns the new row if requested', async () => {
		const one = await ada.from('purchases').insert(freeGuide()).select('user_id, price, status').single()
		expect(one).toMatchObject({ status: 201, data: { user_id: adaId, price: 0, status: 'completed' } })
		const many = await ben
			.from('purchases')
			.insert([{ user_id: benId, ...freeGuide() }], { count: 'exact' })
			.select('catalogue_id')
		expect(many).toMatchObject({ status: 201, count: 1, data: [{ catalogue_id: '1' }] })
	})

	test('returns only the URL of the new row if requested', async () => {
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

	test('a row without a user becomes the caller’s, and a missing key becomes null unless defaults are requested', async () => {
		const { user_id: _, ...row } = { user_id: adaId, ...freeGuide() }
		const mixed = [row, { user_id: adaId, ...freeGuide(), product_id: '7' }]
		expect((await ada.from('purchases').insert(mixed)).error).toMatchObject({ code: '42501' })
		const startup = { product_id: '7', product_name: 'The Startup Blueprint: From Idea to Landing Page' }
		const both = [row, { user_id: adaId, ...freeGuide(), ...startup }]
		const taken = await ada.from('purchases').insert(both, { defaultToNull: false }).select('user_id')
		expect(taken.data).toEqual([{ user_id: adaId }, { user_id: adaId }])
	})

	test('rolls back an insert of several rows if exactly one is required', async () => {
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

	test('rolls back an update that affects too many rows', async () => {
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

	test('an update writes only the columns in `columns=`', async () => {
		const { data: row } = await ben.from('purchases').select('id').eq('status', 'completed').single()
		const response = await fetch(`${world.url}/rest/v1/purchases?id=eq.${row?.id}&columns=status`, {
			method: 'PATCH',
			headers: { apikey: world.keys.secretKey, 'content-type': 'application/json' },
			body: JSON.stringify({ status: 'refunded', price: 1 }),
		})
		expect(response.status).toBe(204)
		expect((await ben.from('purchases').select('status, price').eq('id', row?.id).single()).data).toEqual({
			status: 'refunded',
			price: 14.99,
		})
	})

	test('ignores a requested rollback: a change answered with 2xx is committed', async () => {
		expect(await ada.from('purchases').insert(freeGuide()).rollback()).toMatchObject({ status: 201 })
		expect((await ada.from('purchases').select('id').eq('status', 'completed')).data).toHaveLength(1)
	})

	test('purchases cannot be deleted, not even by the service role', async () => {
		expect(await ben.from('purchases').delete().eq('user_id', benId)).toMatchObject({
			status: 403,
			error: { code: '42501' },
		})
		expect(await serviceRoleClient(world).from('purchases').delete().eq('user_id', benId)).toMatchObject({
			status: 403,
		})
	})

	test('limits how many free guides a user can take, even after signing in again', async () => {
		const strict = await createWorld({ rateLimitScale: 1 })
		try {
			const client = await signedInClient(strict)
			const answers: number[] = []
			for (let round = 0; round < 32; round += 1)
				answers.push((await client.from('purchases').insert(freeGuide())).status)
			expect(answers[0]).toBe(201)
			expect(answers.slice(1, 30)).toEqual(Array.from({ length: 29 }, () => 409))
			expect(answers.slice(30)).toEqual([429, 429])
			const { email = '' } = (await client.auth.getUser()).data.user ?? {}
			const again = anonymousClient(strict)
			await again.auth.signInWithPassword({ email, password: 'quiet-harbour-42' })
			expect((await again.from('purchases').insert(freeGuide())).status).toBe(429)
		} finally {
			await strict.close()
		}
	})
})
