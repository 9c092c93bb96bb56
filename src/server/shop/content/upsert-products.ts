import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ownerEditions } from '#server/shop/editions/current-editions.ts'
import { otherFilesOf } from '#server/shop/files/load-goods.ts'
import { ownerPrices } from '#server/shop/prices/current-prices.ts'
import { ownerReleases } from '#server/shop/releases/current-releases.ts'
import type { Product } from '#shared/catalogue-schema.ts'

/**
 * Writes products into the table that policies and APIs read. Keeps what owners have decided in the admin: the price of a paid
 * product, an edition that they have published, and the release of a product whose document says that it is coming soon.
 */
export async function upsertProducts(tx: Transaction, products: readonly Product[]): Promise<void> {
	const rows = products.map((product) => ({
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
		other_files: otherFilesOf(product),
		edition: product.edition?.date ?? null,
	}))
	await tx.execute(sql`
		insert into public.products
			(id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, file_name, other_files, edition)
		select r.id, product_id, slug, title, description, category,
			case when is_free or (r.price_pence is null and l.catalogue_id is null) then null else coalesce(o.price_pence, r.price_pence) end,
			currency, is_free, coming_soon and l.catalogue_id is null, coalesce(r.file_name, l.file_name), other_files,
			coalesce(e.edition, r.edition, l.edition)
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
			id text, product_id text, slug text, title text, description text, category text,
			price_pence integer, currency text, is_free boolean, coming_soon boolean, file_name text, other_files text[], edition text
		) left join (${ownerPrices}) o on o.catalogue_id = r.id
			left join (${ownerReleases}) l on l.catalogue_id = r.id and r.coming_soon
			left join (${ownerEditions}) e on e.catalogue_id = r.id and e.file_name = coalesce(r.file_name, l.file_name)
		on conflict (id) do update set
			product_id = excluded.product_id, slug = excluded.slug, title = excluded.title,
			description = excluded.description, category = excluded.category, price_pence = excluded.price_pence,
			currency = excluded.currency, is_free = excluded.is_free, coming_soon = excluded.coming_soon,
			file_name = excluded.file_name, other_files = excluded.other_files, edition = excluded.edition, withdrawn = false, updated_at = now()`)
}
