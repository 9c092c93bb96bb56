/**
 * Makes the indexes for finding a sale by the beginning of its id at the payment provider, which is what lists show of a long id. A
 * migration in SQL would run in a transaction, and block every sale for as long.
 *
 * @param {import('node-pg-migrate').MigrationBuilder} pgm
 */
export function up(pgm) {
	pgm.noTransaction()
	const columns = [
		['public', 'purchases', 'stripe_session_id'],
		['shop', 'checkouts', 'payment_intent_id'],
		['public', 'refunds', 'id'],
	]
	for (const [schema, table, column] of columns) {
		const name = `${table}_beginning`
		// An interrupted start leaves one that is not valid.
		pgm.sql(`drop index concurrently if exists ${schema}.${name}`)
		pgm.sql(`create index concurrently ${name} on ${schema}.${table} (lower(${column}) text_pattern_ops)`)
	}
}
