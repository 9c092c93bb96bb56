import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { signedInClient } from '#test/clients.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld } from '#test/world.ts'

const world = await createWorld()
const listening = new pg.Client({ connectionString: world.testDatabase.logins.jobsUrl })
let told = 0
beforeAll(async () => {
	await listening.connect()
	listening.on('notification', () => {
		told++
	})
	await listening.query('listen shop_state')
})
afterAll(async () => {
	await listening.end()
	await world.close()
})

/** Returns how often servers have been told since the last time. */
async function count(): Promise<number> {
	// The connection has received everything that was committed before this answer.
	await listening.query('select 1')
	const since = told
	told = 0
	return since
}

test('servers are told of each change that pages show, once for each transaction', async () => {
	const client = await signedInClient(world)
	await client.from('purchases').insert(freeGuide())
	expect(await count()).toBe(0)
	await client.from('reviews').insert({ catalogue_id: '1', rating: 5, body: 'Good' })
	expect(await count()).toBe(1)
	await world.database.query(sql`update public.reviews set hidden_at = now(), hidden_reason = 'advert'`)
	expect(await count()).toBe(1)
	await world.database.query(sql`update public.reviews set hidden_at = null, hidden_reason = null`)
	expect(await count()).toBe(1)
	await client.from('reviews').delete().eq('catalogue_id', '1')
	expect(await count()).toBe(1)
	await world.database.query(sql`update public.products set price_pence = 700 where id in ('2', '3')`)
	expect(await count()).toBe(1)
	await world.database.query(sql`
		insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by) values ('3', 800, now(), 'Ada')`)
	expect(await count()).toBe(1)
	await world.database.query(sql`
		insert into shop.claim_confirmations (claim, words, evidence, confirmed_by) values ('creator-story', 'It began.', 'A diary', 'Ada')`)
	expect(await count()).toBe(1)
	await world.database.query(
		sql`update shop.claim_confirmations set withdrawn_at = now(), withdrawn_by = 'Ada'`,
	)
	expect(await count()).toBe(1)
})

test('a statement that changes no row tells nobody', async () => {
	await world.database.query(sql`update public.products set price_pence = 1 where id = 'none'`)
	expect(await count()).toBe(0)
})
