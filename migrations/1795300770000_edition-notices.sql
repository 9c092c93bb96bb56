-- Up Migration

-- Who has been told of which new edition, once each. Users ask for these emails (`edition_notices_since` in their metadata, the day
-- from which on). The token that stops them is made when an email is sent; only its SHA-256 is here.
create table shop.edition_notices (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	catalogue_id text not null references public.products (id),
	edition text not null,
	stop_hashes bytea[] not null default '{}',
	queued_at timestamptz not null,
	mailed_at timestamptz,
	unique (user_id, catalogue_id, edition)
);
create index edition_notices_guide on shop.edition_notices (catalogue_id);
create index edition_notices_stop_links on shop.edition_notices using gin (stop_hashes);
alter table shop.edition_notices enable row level security;
alter table shop.edition_notices force row level security;
grant select, insert, update on shop.edition_notices to shop_jobs;
create policy edition_notices_jobs on shop.edition_notices to shop_jobs using (true) with check (true);
