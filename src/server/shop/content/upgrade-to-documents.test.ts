import { expect, inject, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { listMigrations, migrateDatabase } from '#server/platform/db/migrate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/content/products.ts'
import { upsertProducts } from '#server/shop/content/upsert-products.ts'
import { applyPrices } from '#server/shop/prices/current-prices.ts'
import { syncCatalogue } from '#server/shop/sync-catalogue.ts'
import { createEmptyDatabase } from '#test/database.ts'

const migrations = await listMigrations()
const before = migrations[migrations.indexOf('1795800000000_documents') - 1]

test('an upgrade to documents keeps the prices, releases and editions that owners have set', async () => {
	const empty = await createEmptyDatabase(inject('databaseUrl'))
	const migrate = async (upTo?: string) =>
		await migrateDatabase({
			...{ ownerUrl: empty.ownerUrl, apiUrl: undefined, jobsUrl: undefined, log: () => {} },
			...(upTo === undefined ? {} : { upTo }),
		})
	const database = openDatabase({ ...(await migrate(before)), onError: () => {} })
	try {
		// As the release before it does at every start.
		await database.asServer((tx) => upsertProducts(tx, catalogue))
		await database.query(sql`
			insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by)
			values ('2', 1299, now() - interval '1 day', 'Ada'), ('3', 799, now() + interval '1 day', 'Ada'), ('5', 499, now(), 'Ada')`)
		await database.query(sql`
			insert into shop.releases (catalogue_id, file_name, edition, released_by) values ('5', 'Study.pdf', '2026-11-25', 'Ada')`)
		await database.query(sql`
			insert into shop.editions (
				catalogue_id, file_name, sha256, size, content_type, uploaded_by, edition, changes, published_by, published_at,
				former_name, former_sha256
			) values (
				'1', 'StudentGuide.pdf', repeat('0', 64), 1, 'application/pdf', 'Ada', '2026-11-26', 'New figures.', 'Ada', now(),
				'StudentGuide-0-2026-11-22.pdf', repeat('1', 64)
			)`)
		await database.asServer((tx) => upsertProducts(tx, catalogue))
		const products = async () =>
			await database.query(sql`
				select id, product_id, slug, title, description, category, price_pence, is_free, coming_soon, file_name, other_files, edition, withdrawn
				from public.products order by id`)
		const kept = await products()
		expect(kept).toContainEqual(expect.objectContaining({ id: '2', price_pence: 1299 }))
		expect(kept).toContainEqual(expect.objectContaining({ id: '5', coming_soon: false, price_pence: 499 }))
		expect(kept).toContainEqual(expect.objectContaining({ id: '1', edition: '2026-11-26' }))

		await migrate()
		await syncCatalogue(database, await readStarterShop())
		expect(await products()).toEqual(kept)
		const read = await readProducts(database)
		expect(read.find(({ id }) => id === '5')).toMatchObject({
			comingSoon: false,
			pdfFileName: 'Study.pdf',
			pricePence: 499,
		})
		expect(read.find(({ id }) => id === '2')?.pricePence).toBe(1299)

		// The planned price takes effect, a server of the release before starts again, and after it one of this release.
		await database.query(sql`
			insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by) values ('3', 699, now(), 'Ada')`)
		await database.query(applyPrices)
		await database.asServer((tx) => upsertProducts(tx, catalogue))
		await syncCatalogue(database, await readStarterShop())
		const again = await products()
		expect(again).toEqual(kept.map((row) => (row.id === '3' ? { ...row, price_pence: 699 } : row)))
		const [edited] = await database.query(
			sql`select count(*)::integer as documents from shop.documents where published is distinct from of_release`,
		)
		expect(edited).toEqual({ documents: 0 })
	} finally {
		await database.close()
		await empty.drop()
	}
})
