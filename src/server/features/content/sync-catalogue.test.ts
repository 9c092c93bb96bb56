import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { sql } from '#server/platform/db/sql.ts'
import { starterWith } from '#test/starter-shop.ts'
import { useWorld } from '#test/world.ts'
import { syncCatalogue } from './sync-catalogue.ts'

const world = await useWorld()

const offered = async () =>
	await world.database.query(
		sql`select id, title, edition from public.products where not withdrawn order by id`,
	)

test('a product that leaves the catalogue is withdrawn, and its names can be reused', async () => {
	const before = await offered()
	const successor = catalogue.map((product) => (product.id === '2' ? { ...product, id: '98' } : product))
	await syncCatalogue(world.database, starterWith(successor))
	const names = before.map(({ title }) => title)
	expect((await offered()).map(({ title }) => title).sort()).toEqual([...names].sort())
	const [dropped] = await world.database.query(sql`select withdrawn from public.products where id = '2'`)
	expect(dropped).toEqual({ withdrawn: true })
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await offered()).toEqual(before)
})

test('the editions in the database are those of the catalogue', async () => {
	const rows = await offered()
	for (const { id, edition } of catalogue)
		expect(rows.find((row) => row.id === id)?.edition ?? null).toBe(edition?.date ?? null)
})
