import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	type ProductDocument,
	productDocumentSchema,
	withoutUnknownFields,
} from '#shared/content/documents.ts'

/** How many publications are kept in memory. */
const most = 2_000

/**
 * The published products, by what identifies a publication. What is published under one never changes, so that it is fetched and
 * compared with its schema only once.
 */
const kept = new Map<string, ProductDocument>()

/** Selects each published product's document with what identifies its publication. */
export const publications = sql`
	select id, published_as as key from shop.documents
	where kind = 'product' and published is not null and withdrawn_at is null`

export const publicationSchema = z.object({ id: z.string(), key: z.uuid() })

/** Reads the published products in the order of their ids. Owners' prices, releases and editions are not in their documents. */
export async function readPublishedProducts(
	database: Pick<Database, 'query'>,
): Promise<readonly ProductDocument[]> {
	const current = await database.query(sql`${publications} order by length(id), id`, publicationSchema)
	const products = await productsOf(database, current)
	return current.flatMap(({ id }) => products.get(id) ?? [])
}

/** Returns the products of these publications by their ids. Fetches only those that are not in memory. */
export async function productsOf(
	database: Pick<Database, 'query'>,
	current: readonly z.infer<typeof publicationSchema>[],
): Promise<ReadonlyMap<string, ProductDocument>> {
	const products = new Map<string, ProductDocument>()
	const missing: string[] = []
	for (const { id, key } of current) {
		const product = kept.get(key)
		if (product === undefined) missing.push(id)
		else products.set(id, product)
	}
	if (missing.length === 0) return products
	if (kept.size > most) kept.clear()
	// By id, because another one may have been published by now.
	const rows = await database.query(
		sql`
		select id, published_as as key, published as content from shop.documents
		where kind = 'product' and id = any (${missing}) and published is not null`,
		publicationSchema.extend({ content: z.unknown() }),
	)
	for (const { id, key, content } of rows) {
		const product = productDocumentSchema.parse(withoutUnknownFields({ kind: 'product', id }, content))
		kept.set(key, product)
		products.set(id, product)
	}
	return products
}
