import { beginPlannedPrices } from '#server/features/prices/decided-prices.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import type { ShopDocument } from '#shared/content/documents.ts'
import { loadStarterShop } from './load-starter-shop.ts'
import { upsertProducts } from './upsert-products.ts'

/**
 * Brings the documents in line with those of this release, and writes the published products into the table that policies and APIs
 * read. A product that is no longer published is marked withdrawn: nobody can get it any more, but its buyers can still download it.
 * Planned prices whose time has come begin. If several servers start at the same time, they do so one after the other.
 */
export async function syncCatalogue(database: Database, starter: readonly ShopDocument[]): Promise<void> {
	await database.asServer(async (tx) => {
		await loadStarterShop(tx, starter)
		// Withdraws products first, so that a new product can take the name of one that has left the shop.
		await tx.execute(sql`
			update public.products set withdrawn = true, updated_at = now()
			where not withdrawn and id not in (
				select id from shop.documents where kind = 'product' and published is not null and withdrawn_at is null
			)`)
		await upsertProducts(tx, await readProducts(tx))
	})
	await beginPlannedPrices(database)
}
