import type { LimitName } from '#server/platform/http/rate-limit.ts'
import { type ColumnType, exposedColumns } from '#server/shop/exposed-columns.ts'

export type { ColumnType }

export type WriteVerb = 'insert' | 'update' | 'delete'

export interface Column {
	readonly name: string
	readonly type: ColumnType
}

/**
 * A table as the API exposes it. PostgreSQL's grants and policies decide who may do what with which rows and columns. The API
 * restricts that further: a column or verb that is missing here does not exist for any caller, not even for the service role.
 */
export interface Table {
	readonly name: string
	/** The exposed columns, in the order of `select=*`. */
	readonly columns: ReadonlyMap<string, Column>
	/** The conflict target of an upsert without `on_conflict`, and the column in `Location`. */
	readonly key: string
	readonly verbs: ReadonlySet<'select' | WriteVerb>
	/** The rate limit that counts a user's writes to this table. */
	readonly writeLimit: Readonly<Record<WriteVerb, LimitName>>
}

const usualWriteLimit = { insert: 'takeFree', update: 'updateRows', delete: 'updateRows' } as const

function describe(
	name: string,
	verbs: readonly ('select' | WriteVerb)[],
	columns: Record<string, ColumnType>,
	writeLimit: Table['writeLimit'] = usualWriteLimit,
): Table {
	return {
		name,
		verbs: new Set(verbs),
		writeLimit,
		key: 'id',
		columns: new Map(Object.entries(columns).map(([column, type]) => [column, { name: column, type }])),
	}
}

const purchases = describe('purchases', ['select', 'insert', 'update'], exposedColumns.purchases)
const products = describe('products', ['select'], exposedColumns.products)

const downloads = describe('downloads', ['select'], {
	id: 'uuid',
	user_id: 'uuid',
	catalogue_id: 'text',
	file_name: 'text',
	edition: 'text',
	sha256: 'text',
	at: 'timestamptz',
})

const receipts = describe('receipts', ['select'], {
	id: 'uuid',
	number: 'text',
	purchase_id: 'uuid',
	user_id: 'uuid',
	product_name: 'text',
	amount: 'numeric',
	vat: 'numeric',
	vat_country: 'text',
	vat_rate: 'numeric',
	discount_pence: 'bigint',
	discount_code: 'text',
	currency: 'text',
	seller_name: 'text',
	seller_address: 'text',
	seller_email: 'text',
	seller_vat_number: 'text',
	consent_wording: 'text',
	consent_at: 'timestamptz',
	paid_at: 'timestamptz',
	issued_late_at: 'timestamptz',
})

const refunds = describe('refunds', ['select'], {
	id: 'text',
	purchase_id: 'uuid',
	user_id: 'uuid',
	kind: 'text',
	amount: 'numeric',
	currency: 'text',
	at: 'timestamptz',
	stands: 'boolean',
})

/** A user's own reviews. */
const reviews = describe('reviews', ['select', 'insert', 'update', 'delete'], exposedColumns.reviews, {
	insert: 'writeReview',
	update: 'writeReview',
	delete: 'writeReview',
})

/** A user's budget planner, if they keep it in their account. */
const plans = describe('plans', ['select', 'insert', 'update', 'delete'], {
	id: 'uuid',
	user_id: 'uuid',
	plan: 'text',
	version: 'bigint',
})

/** The part of the reviews that anyone may read. */
const publishedReviews = describe('published_reviews', ['select'], {
	id: 'uuid',
	serial: 'bigint',
	catalogue_id: 'text',
	rating: 'bigint',
	body: 'text',
	author_name: 'text',
	acquired: 'text',
	refunded: 'boolean',
	month: 'text',
	edited: 'boolean',
	answer: 'text',
})

/** The tables that `/rest/v1` serves, by name. */
export const tables: ReadonlyMap<string, Table> = new Map(
	[purchases, products, downloads, receipts, refunds, reviews, publishedReviews, plans].map((table) => [
		table.name,
		table,
	]),
)

/** Returns the rate limit of a user's writes to a table. An unknown table has the usual limit. */
export function writeLimitOf(name: string | undefined, verb: WriteVerb): LimitName {
	return (tables.get(name ?? '')?.writeLimit ?? usualWriteLimit)[verb]
}
