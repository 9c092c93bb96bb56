import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Product } from '#shared/catalogue-schema.ts'

/** Writes the catalogue into the database, so that policies and wires read the same products as the pages. */
export async function syncCatalogue(database: Database, catalogue: readonly Product[]): Promise<void> {
	const rows = catalogue.map((product) => ({
		id: product.id,
		product_id: product.stripeProductId ?? product.id,
		slug: product.slug,
		title: product.title,
		description: product.description,
		category: product.category,
		price_pence: product.pricePence,
		currency: product.currency,
		is_free: product.isFree,
		coming_soon: product.comingSoon,
		file_name: product.pdfFileName,
	}))
	await database.query(sql`
		insert into public.products
			(id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, file_name)
		select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
			id text, product_id text, slug text, title text, description text, category text,
			price_pence integer, currency text, is_free boolean, coming_soon boolean, file_name text
		)
		on conflict (id) do update set
			product_id = excluded.product_id, slug = excluded.slug, title = excluded.title,
			description = excluded.description, category = excluded.category, price_pence = excluded.price_pence,
			currency = excluded.currency, is_free = excluded.is_free, coming_soon = excluded.coming_soon,
			file_name = excluded.file_name, updated_at = now()`)
}
