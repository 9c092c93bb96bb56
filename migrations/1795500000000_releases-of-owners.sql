-- Up Migration

-- The products that owners have released in the admin while the catalogue still has them as coming soon: their first file, its day, and
-- who did it. A release counts until it is taken back, or until the catalogue itself releases the product.
create table shop.releases (
	id uuid primary key default gen_random_uuid(),
	catalogue_id text not null references public.products (id),
	-- In the bucket `pdfs`.
	file_name text not null,
	edition text not null check (edition ~ '^\d{4}-\d{2}-\d{2}$'),
	released_by text not null,
	released_at timestamptz not null default clock_timestamp(),
	taken_back_by text,
	taken_back_at timestamptz,
	check ((taken_back_at is null) = (taken_back_by is null))
);
create unique index releases_in_force on shop.releases (catalogue_id) where taken_back_at is null;
create index releases_product on shop.releases (catalogue_id);
alter table shop.releases enable row level security;
alter table shop.releases force row level security;
grant select, insert, update (taken_back_by, taken_back_at) on shop.releases to shop_jobs;
create policy releases_jobs on shop.releases to shop_jobs using (true) with check (true);
