-- Up Migration

-- Checkouts that Stripe refused to open, until one of the same product has been opened. They show that the shop can't sell.
create table shop.refused_checkouts (
	id bigint primary key generated always as identity,
	catalogue_id text not null,
	-- Stripe's own sentence, without addresses.
	reason text not null check (char_length(reason) <= 500),
	refused_at timestamptz not null
);
create index refused_checkouts_time on shop.refused_checkouts (refused_at);
alter table shop.refused_checkouts enable row level security;
alter table shop.refused_checkouts force row level security;
grant select, insert, delete on shop.refused_checkouts to shop_jobs;
create policy refused_checkouts_jobs on shop.refused_checkouts to shop_jobs using (true) with check (true);
