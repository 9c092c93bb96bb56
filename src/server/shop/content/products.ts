import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { decisionsSchema, offer } from '#server/shop/content/decisions.ts'
import { productDocumentSchema, withoutUnknownFields } from '#shared/content/documents.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

/** How many publications are kept in memory. */
const most = 2_000

/**
 * The products on offer, by what identifies a publication. What is published under one never changes, so that it is fetched and
 * compared with its schema only once.
 */
const kept = new Map<string, OfferedProduct>()

const publicationSchema = z.object({ id: z.string(), key: z.uuid() })

/** Reads the products as they are offered now, in the order of their ids: what is published, with what owners have decided. */
export async function readProducts(database: Pick<Database, 'query'>): Promise<readonly OfferedProduct[]> {
	const current = await database.query(
		sql`
		select id, published_as as key from shop.documents
		where kind = 'product' and published is not null and withdrawn_at is null order by length(id), id`,
		publicationSchema,
	)
	const missing = current.filter(({ key }) => !kept.has(key)).map(({ id }) => id)
	const fetched = missing.length === 0 ? undefined : await fetchProducts(database, missing)
	const products = current.flatMap(({ id, key }) => fetched?.get(id) ?? kept.get(key) ?? [])
	if (kept.size > most) kept.clear()
	return products
}

/** Fetches products by id, because another one may have been published by now. */
async function fetchProducts(
	database: Pick<Database, 'query'>,
	ids: readonly string[],
): Promise<ReadonlyMap<string, OfferedProduct>> {
	const rows = await database.query(
		sql`
		select id, published_as as key, published as content, decisions from shop.documents
		where kind = 'product' and id = any (${ids}) and published is not null`,
		publicationSchema.extend({ content: z.unknown(), decisions: decisionsSchema }),
	)
	const products = new Map(
		rows.map(({ id, content, decisions }) => {
			const document = productDocumentSchema.parse(withoutUnknownFields({ kind: 'product', id }, content))
			return [id, offer(document, decisions)]
		}),
	)
	for (const { id, key } of rows) {
		const product = products.get(id)
		if (product !== undefined) kept.set(key, product)
	}
	return products
}
