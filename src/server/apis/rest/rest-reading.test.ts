import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createTwoBuyers, resetPurchases } from '#test/two-buyers.ts'

// The official client reads through the REST API on a real port.
const { world, ada, adaId, ben, benId } = await createTwoBuyers()
// Keeps only the products of the specification, so that a new product changes no result here.
await world.database.query(sql`delete from public.products where id::integer > 7`)
afterAll(async () => await world.close())
beforeEach(async () => await resetPurchases({ world, adaId, benId }))

describe('reading', () => {
	test('prices are numbers, and times are in ISO format with their offset', async () => {
		const { data } = await ben
			.from('purchases')
			.select('price, created_at')
			.eq('status', 'completed')
			.single()
		expect(data?.price).toBe(14.99)
		expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
	})

	test('rows can be filtered, ordered, and limited to a number or a range', async () => {
		const titles = async (ask: PromiseLike<{ data: { id: string }[] | null }>) =>
			(await ask).data?.map(({ id }) => id)
		const products = () => anonymousClient(world).from('products').select('id')
		expect(await titles(products().order('id', { ascending: false }).limit(2))).toEqual(['7', '6'])
		expect(await titles(products().order('id').range(1, 3))).toEqual(['2', '3', '4'])
		expect(await titles(products().order('price', { nullsFirst: false }).order('id').limit(2))).toEqual([
			'3',
			'2',
		])
		expect(await titles(products().order('price', { ascending: false, nullsFirst: false }).limit(2))).toEqual(
			['2', '3'],
		)
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

	test('a Range header includes its last row', async () => {
		const ranged = (range: string) =>
			anonymousClient(world).from('products').select('id').order('id').setHeader('Range', range)
		expect((await ranged('1-3')).data).toEqual([{ id: '2' }, { id: '3' }, { id: '4' }])
		expect((await ranged('0-0')).data).toEqual([{ id: '1' }])
		expect((await ranged('5-')).data).toEqual([{ id: '6' }, { id: '7' }])
	})

	test('returns the overlap of a Range header, an offset and a limit', async () => {
		const ids = async (range: string, query: string) => {
			const response = await fetch(`${world.url}/rest/v1/products?select=id&order=id&${query}`, {
				headers: { apikey: world.keys.publishableKey, range },
			})
			const rows: { id: string }[] = JSON.parse(await response.text())
			return rows.map(({ id }) => id).join(' ')
		}
		expect(await ids('0-4', 'offset=2')).toBe('3 4 5')
		expect(await ids('2-4', 'offset=1')).toBe('3 4 5')
		expect(await ids('1-5', 'offset=2&limit=2')).toBe('3 4')
		expect(await ids('2-', 'offset=1&limit=3')).toBe('3 4')
		expect(await ids('0-1', 'offset=3')).toBe('')
	})

	test('a response never contains more than a thousand rows', async () => {
		await world.database.query(sql`
			insert into public.purchases (user_id, product_id, product_name, price, status)
			select ${benId}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'expired' from generate_series(1, 1001)`)
		const expired = () => ben.from('purchases').select('id', { count: 'exact' }).eq('status', 'expired')
		for (const answer of [await expired(), await expired().limit(5_000)]) {
			expect(answer).toMatchObject({ status: 206, count: 1_001 })
			expect(answer.data).toHaveLength(1_000)
		}
	})

	test('an exact count includes only the rows the caller may see', async () => {
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

	test('a negated group inside another leaves out exactly the rows that match it', async () => {
		const statuses = async (group: string) =>
			(await ben.from('purchases').select('status').or(group)).data?.map(({ status }) => status).sort()
		expect(await statuses('status.eq.completed,status.eq.pending')).toEqual(['completed', 'pending'])
		expect(await statuses('status.eq.none,not.and(status.eq.completed,price.gt.0)')).toEqual(['pending'])
		expect(await statuses('status.eq.none,not.or(status.eq.completed,price.lt.0)')).toEqual(['pending'])
	})

	test.each(['planned', 'estimated'] as const)('a count that may be %s is exact', async (count) => {
		for (const head of [false, true])
			expect(await ben.from('purchases').select('id', { count, head })).toMatchObject({
				error: null,
				count: 2,
			})
		expect(await ada.from('purchases').select('id', { count })).toMatchObject({ error: null, count: 1 })
	})

	test('asking for at most one row returns the row or null, and asking for exactly one fails if there are several', async () => {
		expect((await ada.from('purchases').select('status').maybeSingle()).data).toEqual({ status: 'pending' })
		expect((await ada.from('purchases').select('status').eq('status', 'held').maybeSingle()).data).toBeNull()
		expect(await ben.from('purchases').select('status').single()).toMatchObject({
			status: 406,
			error: { details: 'Results contain 2 rows' },
		})
	})

	test('requests that use a client feature that this shop lacks get an error in the API’s format', async () => {
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

test('a thousand reviews are read page by page, each once, newest first', async () => {
	await runAsSuperuser(
		world,
		`set session_replication_role = replica;
		insert into public.published_reviews (id, serial, catalogue_id, rating, body, author_name, acquired, refunded, month, edited)
		select gen_random_uuid(), n, '2', 1 + n % 5, 'Review ' || n, 'Person', 'bought', false, '2026-11', false
		from generate_series(1, 1000) n`,
	)
	const client = anonymousClient(world)
	const seen: number[] = []
	for (let last = Number.MAX_SAFE_INTEGER; ; ) {
		const { data } = await client
			.from('published_reviews')
			.select('serial')
			.eq('catalogue_id', '2')
			.lt('serial', last)
			.order('serial', { ascending: false })
			.limit(100)
		seen.push(...(data ?? []).map(({ serial }) => Number(serial)))
		if ((data ?? []).length < 100) break
		last = seen.at(-1) ?? 0
	}
	expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => 1000 - index))
})
