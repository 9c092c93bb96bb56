-- Up Migration

-- For finding customers by any part of their name or address. pg_trgm comes with PostgreSQL, and the owner of a database may add it without
-- being superuser. Where it can't be added, the search reads all users instead.
do $$
begin
	create schema if not exists extensions;
	create extension if not exists pg_trgm schema extensions;
exception when insufficient_privilege or undefined_file or feature_not_supported then
	raise notice 'The search for a part of a name has no index: %', sqlerrm;
end
$$;
-- The index is made by index-of-parts, outside a transaction.
