/**
 * The type of a column. PostgreSQL casts the caller's values to it, and a malformed value fails with PostgreSQL's error 22P02.
 */
export type ColumnType = 'uuid' | 'text' | 'numeric' | 'bigint' | 'boolean' | 'timestamptz'

/**
 * The columns of the tables that both the REST API and the Realtime API serve, in the order of `select=*`. No caller can read or
 * write a column that is not listed here.
 */
export const exposedColumns = {
	purchases: {
		id: 'uuid',
		user_id: 'uuid',
		product_id: 'text',
		product_name: 'text',
		price: 'numeric',
		status: 'text',
		currency: 'text',
		stripe_session_id: 'text',
		catalogue_id: 'text',
		part_of: 'uuid',
		settling_since: 'timestamptz',
		created_at: 'timestamptz',
		updated_at: 'timestamptz',
	},
	products: {
		id: 'text',
		product_id: 'text',
		slug: 'text',
		title: 'text',
		description: 'text',
		category: 'text',
		price: 'numeric',
		currency: 'text',
		is_free: 'boolean',
		coming_soon: 'boolean',
		file_name: 'text',
		edition: 'text',
		withdrawn: 'boolean',
		updated_at: 'timestamptz',
	},
	reviews: {
		id: 'uuid',
		user_id: 'uuid',
		catalogue_id: 'text',
		rating: 'bigint',
		body: 'text',
		author_name: 'text',
		acquired: 'text',
		refunded: 'boolean',
		created_at: 'timestamptz',
		edited_at: 'timestamptz',
		answer: 'text',
		answered_at: 'timestamptz',
		hidden_at: 'timestamptz',
		hidden_reason: 'text',
	},
} as const satisfies Record<string, Record<string, ColumnType>>
