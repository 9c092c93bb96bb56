-- Up Migration

-- Finds customers by any part of their name or address. pg_trgm comes with PostgreSQL, and the owner of a database may add it without
-- being superuser. Where it can't be added, the search reads all users instead.
do $$
begin
	create schema if not exists extensions;
	create extension if not exists pg_trgm schema extensions;
exception when insufficient_privilege or undefined_file or feature_not_supported then
	raise notice 'The search for a part of a name has no index: %', sqlerrm;
end
$$;
do $$
declare
	home text := (
		select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'
	);
begin
	if home is null then return; end if;
	execute format(
		'create index users_parts on auth.users using gin (
			email %1$s.gin_trgm_ops,
			(lower(coalesce(raw_user_meta_data ->> ''display_name'', raw_user_meta_data ->> ''full_name''))) %1$s.gin_trgm_ops
		)', home
	);
end
$$;
