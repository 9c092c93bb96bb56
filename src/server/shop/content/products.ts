import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { productsOf, publicationSchema, publications } from '#server/shop/content/published-products.ts'
import { ownerReleases } from '#server/shop/releases/current-releases.ts'
import type { ProductDocument } from '#shared/content/documents.ts'

const rowSchema = publicationSchema.extend({
	price_pence: z.int().nullable(),
	edition: z.string().nullable(),
	/** The file of an owner's release; null if no owner has released the product. */
	file_name: z.string().nullable(),
})

/**
 * Reads the products as they are offered now: the published documents, at the prices that apply, and with owners' releases of
 * products whose documents say that they are coming soon.
 */
export async function readProducts(database: Pick<Database, 'query'>): Promise<readonly ProductDocument[]> {
	const rows = await database.query(
		sql`
		select d.id, d.key, p.price_pence, p.edition, r.file_name
		from (${publications}) d join public.products p on p.id = d.id
			left join (${ownerReleases}) r on r.catalogue_id = p.id and r.file_name = p.file_name
		where not p.withdrawn order by length(d.id), d.id`,
		rowSchema,
	)
	const products = await productsOf(database, rows)
	return rows.flatMap(({ id, price_pence: pricePence, edition, file_name: pdfFileName }) => {
		const product = products.get(id)
		if (product === undefined) return []
		if (!product.comingSoon || pdfFileName === null || edition === null) return [{ ...product, pricePence }]
		return [
			{
				...product,
				comingSoon: false,
				pdfFileName,
				edition: { date: edition, changes: 'First edition.' },
				pricePence,
			},
		]
	})
}
