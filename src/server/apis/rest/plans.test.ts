import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'

// The budget planner's numbers, which a user may keep in their account. Ben has bought the planner, Ada has not.
const world = await useWorld()
const [ada, ben] = [await signedInClient(world), await signedInClient(world)]
const [adaId, benId] = [await idOf(ada), await idOf(ben)]

async function idOf(client: SupabaseClient): Promise<string> {
	return (await client.auth.getUser()).data.user?.id ?? ''
}
beforeEach(async () => {
	await runAsSuperuser(world, 'truncate public.plans; truncate public.purchases cascade')
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status)
		values (${benId}, 'prod_budget_planner', 'Student Budget Planner', 5.99, 'completed')`)
})

const plans = (client: SupabaseClient) => client.from('plans')
const write = async (client: SupabaseClient, row: object) =>
	await plans(client).insert(row).select('plan, version')
const read = async (client: SupabaseClient) => (await plans(client).select('plan, version')).data

test('a holder keeps one plan in their account, changes it and removes it', async () => {
	expect(await write(ben, { plan: '{"a":1}', version: 1 })).toMatchObject({
		status: 201,
		data: [{ version: 1 }],
	})
	expect((await write(ben, { plan: '{}', version: 1 })).status).toBe(409)
	expect((await plans(ben).update({ plan: '{"a":2}', version: 2 }).eq('version', 1)).error).toBeNull()
	expect(await read(ben)).toEqual([{ plan: '{"a":2}', version: 2 }])
	expect((await plans(ben).delete().eq('user_id', benId)).error).toBeNull()
	expect(await read(ben)).toEqual([])
})

test('of six devices that change the same version at the same time, one does', async () => {
	await write(ben, { plan: '{}', version: 1 })
	const changes = await Promise.all(
		Array.from({ length: 6 }, (_, device) =>
			plans(ben)
				.update({ plan: String(device), version: 2 })
				.eq('version', 1)
				.select('plan'),
		),
	)
	const written = changes.flatMap(({ data }) => data ?? [])
	expect(written).toHaveLength(1)
	expect(await read(ben)).toEqual([{ ...written[0], version: 2 }])
})

test('nobody else reads, changes or removes it, or writes one for them', async () => {
	await write(ben, { plan: '{"mine":1}', version: 1 })
	for (const client of [ada, anonymousClient(world)]) {
		expect((await read(client)) ?? []).toEqual([])
		await plans(client).update({ plan: '{}', version: 2 }).eq('user_id', benId)
		await plans(client).delete().eq('user_id', benId)
		expect((await write(client, { user_id: benId, plan: '{}', version: 1 })).error).not.toBeNull()
	}
	expect((await plans(ben).update({ user_id: adaId }).eq('user_id', benId)).error).not.toBeNull()
	expect(
		(await plans(serviceRoleClient(world)).update({ plan: '{}' }).eq('user_id', benId)).error,
	).not.toBeNull()
	expect(await read(ben)).toEqual([{ plan: '{"mine":1}', version: 1 }])
})

test('only holders of the planner keep one, and those whose payment was refunded keep what they wrote', async () => {
	expect(await write(ada, { plan: '{}', version: 1 })).toMatchObject({
		status: 403,
		error: { code: '42501' },
	})
	await write(ben, { plan: '{}', version: 1 })
	await world.database.query(sql`update public.purchases set status = 'refunded' where user_id = ${benId}`)
	expect(await read(ben)).toHaveLength(1)
	expect((await plans(ben).delete().eq('user_id', benId)).error).toBeNull()
	expect((await write(ben, { plan: '{}', version: 1 })).status).toBe(403)
})

test.each([
	['too much text', { plan: 'é'.repeat(126_000), version: 1 }],
	['no text', { plan: null, version: 1 }],
	['version 0', { plan: '{}', version: 0 }],
	['a version that is no number', { plan: '{}', version: 'one' }],
	['a column that nobody may write', { id: '11111111-1111-4111-8111-111111111111', plan: '{}', version: 1 }],
])('%s is refused', async (_, row) => {
	expect((await write(ben, row)).error).not.toBeNull()
	expect(await read(ben)).toEqual([])
})

test('the copy of a user’s data has it, and an account’s end deletes it', async () => {
	await write(ben, { plan: '{"mine":1}', version: 1 })
	const { data } = await ben.auth.getSession()
	const answer = await fetch(`${world.url}/auth/v1/account/export`, {
		method: 'POST',
		headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
	})
	expect(await answer.json()).toMatchObject({ plans: [{ plan: '{"mine":1}', version: 1 }] })
	await runAsSuperuser(world, `delete from auth.users where id = '${benId}'`)
	expect(await world.database.query(sql`select from public.plans`)).toEqual([])
})
