-- Up Migration

-- The prices that owners have set in the admin, from when each applies. The newest that has begun is the product's price, whatever the
-- catalogue of a release says. Nobody can change one: another takes its place, and a planned one can be cancelled.
create table shop.owner_prices (
	id uuid primary key default gen_random_uuid(),
	catalogue_id text not null references public.products (id),
	price_pence integer not null check (price_pence between 30 and 99999),
	starts_at timestamptz not null,
	set_by text not null,
	set_at timestamptz not null default clock_timestamp(),
	cancelled_by text,
	cancelled_at timestamptz,
	check ((cancelled_at is null) = (cancelled_by is null))
);
create index owner_prices_product on shop.owner_prices (catalogue_id, starts_at);
alter table shop.owner_prices enable row level security;
alter table shop.owner_prices force row level security;
grant select, insert, update (cancelled_by, cancelled_at) on shop.owner_prices to shop_jobs;
create policy owner_prices_jobs on shop.owner_prices to shop_jobs using (true) with check (true);
