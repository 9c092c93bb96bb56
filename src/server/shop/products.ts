import { prettifyError, z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import {
	type ProductDocument,
	productDocumentSchema,
	withoutUnknownFields,
} from '#shared/content/documents.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { decisionsSchema, offer } from './decisions.ts'

/**
 * The products on offer, by what identifies a publication. What is published under one never changes, so that it is fetched and
 * compared with its schema only once.
 */
const kept = new Map<string, OfferedProduct>()

/** The last document of each product that could be read. */
const readable = new Map<string, ProductDocument>()

const publicationSchema = z.object({ id: z.string(), key: z.uuid() })

interface Offer {
	/** Those that owners have taken off sale are among them. */
	products: readonly OfferedProduct[]
	/** What is wrong with the products that can't be read. */
	faults: readonly string[]
}

/**
 * Reads the products as they are offered now, in the order of their ids: what is published, with what owners have decided. A product
 * whose document can't be read must not keep the others from being sold: it is offered with its last readable one, or not at all.
 */
export async function readProducts(
	database: Pick<Database, 'query'>,
	ids?: readonly string[],
): Promise<readonly OfferedProduct[]> {
	return (await readOffer(database, ids)).products.filter(({ offSale }) => offSale === null)
}

/** Returns the SQL condition that an owner has taken a product off sale: its holders keep it, and get new editions. */
export function isOffSaleSql(id: Sql): Sql {
	return sql`exists (select from shop.documents o where o.kind = 'product' and o.id = ${id} and o.decisions ? 'offSale')`
}

/** Reads the products, also those off sale, and tells which of them can't be read. */
export async function readOffer(database: Pick<Database, 'query'>, ids?: readonly string[]): Promise<Offer> {
	const current = await database.query(
		sql`
		select id, published_as as key from shop.documents
		where kind = 'product' and published is not null and (withdrawn_at is null or decisions ? 'offSale')
			and (${ids === undefined} or id = any (${ids ?? []})) order by length(id), id`,
		publicationSchema,
	)
	const known = new Map(current.map(({ id, key }) => [id, kept.get(key)]))
	const missing = current.filter(({ id }) => known.get(id) === undefined).map(({ id }) => id)
	if (missing.length === 0) return { products: [...known.values()].filter(isDefined), faults: [] }
	const { fetched, faults } = await fetchProducts(database, missing)
	if (ids === undefined) forgetAllBut(current)
	return { products: current.map(({ id }) => fetched.get(id) ?? known.get(id)).filter(isDefined), faults }
}

function isDefined<T>(value: T | undefined): value is T {
	return value !== undefined
}

/** Forgets publications that others have replaced. */
function forgetAllBut(current: readonly { key: string }[]): void {
	const keys = new Set(current.map(({ key }) => key))
	for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key)
}

/** Fetches products by id, because another one may have been published by now. */
async function fetchProducts(database: Pick<Database, 'query'>, ids: readonly string[]) {
	const rows = await database.query(
		sql`
		select id, published_as as key, published as content, decisions from shop.documents
		where kind = 'product' and id = any (${ids}) and published is not null`,
		publicationSchema.extend({ content: z.unknown(), decisions: z.unknown() }),
	)
	const fetched = new Map<string, OfferedProduct>()
	const faults: string[] = []
	for (const { id, key, ...row } of rows) {
		const content = productDocumentSchema.safeParse(
			withoutUnknownFields({ kind: 'product', id }, row.content),
		)
		const decisions = decisionsSchema.safeParse(row.decisions)
		for (const { error } of [content, decisions])
			if (error !== undefined) faults.push(`Product ${id}: ${prettifyError(error)}`)
		if (content.success) readable.set(id, content.data)
		const document = readable.get(id)
		// What an owner has decided, such as the price, is never guessed.
		if (document === undefined || !decisions.success) continue
		const product = offer(document, decisions.data)
		fetched.set(id, product)
		if (content.success) kept.set(key, product)
	}
	return { fetched, faults }
}
