import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { otherFilesOf } from '#server/shop/files/product-files.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

/** Writes products as they are offered now into the table that policies and APIs read. */
export async function upsertProducts(tx: Transaction, products: readonly OfferedProduct[]): Promise<void> {
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
		other_files: [...otherFilesOf(product), ...product.leftOut],
		edition: (product.ownerEdition ?? product.edition)?.date ?? null,
		withdrawn: product.offSale !== null,
	}))
	await tx.execute(sql`
		insert into public.products
			(id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, file_name, other_files, edition, withdrawn)
		select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
			id text, product_id text, slug text, title text, description text, category text,
			price_pence integer, currency text, is_free boolean, coming_soon boolean, file_name text, other_files text[], edition text, withdrawn boolean
		)
		on conflict (id) do update set
			product_id = excluded.product_id, slug = excluded.slug, title = excluded.title,
			description = excluded.description, category = excluded.category, price_pence = excluded.price_pence,
			currency = excluded.currency, is_free = excluded.is_free, coming_soon = excluded.coming_soon,
			file_name = excluded.file_name, other_files = excluded.other_files, edition = excluded.edition, withdrawn = excluded.withdrawn, updated_at = now()`)
}
