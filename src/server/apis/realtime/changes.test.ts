import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeChanges } from '#server/apis/realtime/change-feed.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { type Heard, subscribe, untilProductChange } from '#test/realtime.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createTwoBuyers, freeGuide, resetPurchases, type TwoBuyers } from '#test/two-buyers.ts'

let two: TwoBuyers
beforeAll(async () => {
	two = await createTwoBuyers()
})
afterAll(async () => {
	await two.world.close()
})
beforeEach(async () => {
	await resetPurchases(two)
})
const used: SupabaseClient[] = []
afterEach(async () => {
	for (const client of [two.ada, two.ben, ...used.splice(0)]) await client.removeAllChannels()
})

const everything = { changes: [{}] }
const about = ({ changes }: Heard) => changes.map(({ eventType, table }) => `${eventType} ${table}`)

test('users receive changes to their own rows, visitors receive those to products, and the service role receives all', async () => {
	const { world, ada, ben, adaId } = two
	const stranger = anonymousClient(world)
	const server = serviceRoleClient(world)
	used.push(stranger, server)
	const heard = await Promise.all(
		[ada, ben, stranger, server].map((client) => subscribe(client, 'all', everything)),
	)
	const [toAda, toBen, toStranger, toServer] = heard
	if (!toAda || !toBen || !toStranger || !toServer) throw new Error('not subscribed')
	expect(toAda.states).toEqual(['SUBSCRIBED', 'Subscribed to PostgreSQL'])

	const { error } = await ada.from('purchases').insert({ ...freeGuide(), user_id: adaId })
	expect(error).toBeNull()
	// A row is read when its change is sent. If the row were deleted before that, its insertion would not be sent, so the test
	// waits.
	const arrived = (count: number) =>
		expect.poll(() => [toAda, toServer].map((each) => about(each).length)).toEqual([count, count])
	await ada.from('reviews').insert({ user_id: adaId, catalogue_id: '1', rating: 5, body: 'Clear' })
	await arrived(2)
	await ada.from('reviews').update({ rating: 4 }).eq('catalogue_id', '1')
	await arrived(3)
	const { data } = await ada.from('reviews').select('id').single()
	await ada.from('reviews').delete().eq('catalogue_id', '1')
	await untilProductChange(world, ...heard)

	const ofAda = ['INSERT purchases', 'INSERT reviews', 'UPDATE reviews', 'DELETE reviews', 'UPDATE products']
	expect(about(toAda)).toEqual(ofAda)
	expect(about(toServer)).toEqual(ofAda)
	expect(about(toBen)).toEqual(['UPDATE products'])
	expect(about(toStranger)).toEqual(['UPDATE products'])
	// Once a row is deleted, only its key is known.
	expect(toAda.changes[3]).toMatchObject({ new: {}, old: { id: data?.id } })
	expect(Object.keys(toAda.changes[3]?.old ?? {})).toEqual(['id'])
})

test('a row arrives with the columns and values that the REST API would return', async () => {
	const { world, ada, adaId } = two
	const heard = await subscribe(ada, 'mine', everything)
	const narrow = await subscribe(ada, 'narrow', {
		changes: [{ table: 'purchases', select: ['id', 'price'] }],
	})
	await world.database.query(
		sql`update public.purchases set status = 'completed', stripe_session_id = 'cs_paid' where user_id = ${adaId}`,
	)
	const bought = await ada.from('purchases').select('catalogue_id').single()
	const review = { user_id: adaId, rating: 5, body: 'Clear', ...bought.data }
	expect((await ada.from('reviews').insert(review)).error).toBeNull()
	await untilProductChange(world, heard)
	for (const [index, table] of ['purchases', 'reviews'].entries()) {
		const { data } = await ada.from(table).select('*').single()
		expect(heard.changes[index]?.new).toEqual(data)
	}
	const { data: product } = await ada.from('products').select('*').eq('id', '1').single()
	expect(heard.changes[2]?.new).toEqual(product)
	expect(narrow.changes.map((change) => change.new)).toEqual([{ id: expect.any(String), price: 5.99 }])
})

test.each([
	['status=eq.completed', true],
	['status=eq.pending', false],
	['status=neq.pending', true],
	['status=in.(held,"completed")', true],
	['status=not.in.(held,completed)', false],
	['price=gt.5,price=lt.6', true],
	['price=gte.6', false],
	['price=lte.5.99', true],
	['created_at=lt.2000-01-01', false],
	['stripe_session_id=is.null', false],
	['stripe_session_id=not.is.null', true],
	['product_name=like.Student%Pla_ner', true],
	['product_name=like.student%', false],
	['product_name=ilike.%PLANNER', true],
	['product_name=isdistinct.Other', true],
	['user_id=eq.00000000-0000-4000-8000-000000000000', false],
])('the filter %j lets a change through: %s', async (filter, passes) => {
	const { world, ada, adaId } = two
	const heard = await subscribe(ada, 'filtered', {
		changes: [{ event: 'UPDATE', table: 'purchases', filter }, { table: 'products' }],
	})
	await world.database.query(sql`update public.purchases set status = 'completed' where user_id = ${adaId}`)
	await untilProductChange(world, heard)
	expect(about(heard)).toEqual(passes ? ['UPDATE purchases', 'UPDATE products'] : ['UPDATE products'])
})

test.each([
	[
		{ table: 'downloads' },
		/Please check Realtime is enabled for the given connect parameters: \[event: \*, schema: public, table: downloads/,
	],
	[{ schema: 'auth', table: 'users' }, /Please check Realtime is enabled/],
	[{ table: 'purchases', filter: 'price_pence=gt.1' }, /invalid column for filter price_pence/],
	[{ table: 'purchases', filter: '__proto__=eq.1' }, /invalid column for filter __proto__/],
	[{ table: 'purchases', filter: 'id=eq.1 or 1=1' }, /invalid value for filter id/],
	[{ table: 'purchases', filter: 'product_name=match.(a+)+$' }, /Error parsing `filter` params/],
	[{ table: 'purchases', select: ['price_pence'] }, /invalid column for select price_pence/],
])('a subscription to %j is refused with the reason, and nothing arrives', async (change, reason) => {
	const { world, ada, adaId } = two
	const refused = await subscribe(ada, 'refused', { changes: [change] })
	expect(refused.states).toEqual(['SUBSCRIBED', expect.stringMatching(reason)])
	const waiting = await subscribe(ada, 'waiting', {
		changes: [change],
		config: { postgres_changes_options: { wait: true } },
	})
	expect(waiting.states).toEqual([
		expect.stringMatching(/^CHANNEL_ERROR: RealtimeDisabledForConfiguration: /),
	])
	const witness = await subscribe(ada, 'witness', everything)
	await world.database.query(sql`update public.purchases set status = 'completed' where user_id = ${adaId}`)
	await untilProductChange(world, witness)
	expect(about(witness)).toEqual(['UPDATE purchases', 'UPDATE products'])
	expect(refused.changes).toEqual([])
})

test('changes arrive in the order of the commits, whichever transaction began first', async () => {
	const { world } = two
	const { database } = world
	const heard = await subscribe(serviceRole(), 'all', { changes: [{ table: 'purchases' }] })
	const early = Promise.withResolvers<void>()
	const begun = Promise.withResolvers<void>()
	const first = database.asServer(async (tx) => {
		await tx.query(
			sql`update public.purchases set status = 'expired' where stripe_session_id = 'cs_ada_open'`,
		)
		begun.resolve()
		await early.promise
	})
	await begun.promise
	await database.query(
		sql`update public.purchases set status = 'failed' where stripe_session_id = 'cs_ben_open'`,
	)
	await expect.poll(() => heard.changes.length).toBe(1)
	early.resolve()
	await first
	await expect.poll(() => heard.changes.length).toBe(2)
	expect(heard.changes.map((change) => change.new)).toMatchObject([
		{ status: 'failed' },
		{ status: 'expired' },
	])
})

test('changes made while the database connection is lost arrive afterwards, exactly once', async () => {
	const { world, ada, adaId } = two
	const heard = await subscribe(ada, 'mine', { changes: [{ table: 'purchases' }, { table: 'products' }] })
	const cut = () =>
		runAsSuperuser(
			world,
			`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'headstart realtime' and datname = current_database()`,
		)
	for (const status of ['completed', 'disputed', 'completed', 'refunded']) {
		expect(await cut()).toHaveLength(1)
		await world.database.query(sql`update public.purchases set status = ${status} where user_id = ${adaId}`)
		await expect.poll(() => heard.changes.at(-1)?.new).toMatchObject({ status })
	}
	await untilProductChange(world, heard)
	expect(about(heard)).toEqual([...Array.from({ length: 4 }, () => 'UPDATE purchases'), 'UPDATE products'])
})

test('a client is told that it may have missed changes, and joins again by itself', async () => {
	const { world, ada } = two
	const heard = await subscribe(ada, 'mine', everything)
	await untilProductChange(world, heard)
	await world.database.query(sql`delete from realtime.changes`)
	await runAsSuperuser(
		world,
		`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'headstart realtime' and datname = current_database()`,
	)
	await expect
		.poll(() => heard.states.slice(2))
		.toEqual([
			'Changes may have been missed',
			expect.stringMatching(/^CHANNEL_ERROR/),
			'SUBSCRIBED',
			'Subscribed to PostgreSQL',
		])
	await untilProductChange(world, heard)
})

test('records of changes are deleted after an hour, except the newest', async () => {
	const { world } = two
	await runAsSuperuser(world, `update realtime.changes set at = at - interval '59 minutes'`)
	const count = async () => (await runAsSuperuser(world, 'select id from realtime.changes')).length
	const before = await count()
	await purgeChanges(world)
	expect(await count()).toBe(before)
	await runAsSuperuser(world, `update realtime.changes set at = at - interval '1 minute'`)
	await purgeChanges(world)
	expect(await count()).toBe(1)
})

test('writing an unchanged catalogue sends no changes', async () => {
	const { world } = two
	const heard = await subscribe(serviceRole(), 'all', everything)
	await world.database.query(sql`update public.products set updated_at = now()`)
	await untilProductChange(world, heard)
	expect(heard.changes).toHaveLength(1)
})

function serviceRole(): SupabaseClient {
	const client = serviceRoleClient(two.world)
	used.push(client)
	return client
}
