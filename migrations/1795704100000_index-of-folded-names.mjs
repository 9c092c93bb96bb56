/**
 * Makes the index for finding customers by a part of their name without its accents, if the database has the extension. The name in
 * `users_parts` is still read by servers of the last release.
 *
 * @param {import('node-pg-migrate').MigrationBuilder} pgm
 */
export async function up(pgm) {
	pgm.noTransaction()
	const { rows } = await pgm.db.query(
		`select quote_ident(n.nspname) as home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
	)
	const [extension] = rows
	if (extension === undefined) return
	// An interrupted start leaves one that is not valid.
	pgm.sql('drop index concurrently if exists auth.users_folded_names')
	pgm.sql(`create index concurrently users_folded_names on auth.users using gin (
		(shop.fold_for_search(coalesce(
			nullif(raw_user_meta_data ->> 'display_name', ''), raw_user_meta_data ->> 'full_name'
		))) ${extension.home}.gin_trgm_ops
	)`)
}
