-- To which payout each movement belongs, and the country of the card's bill where the provider knows it.
alter table shop.balance_movements add column payout_id text, add column country text;
grant update (payout_id, country) on shop.balance_movements to shop_jobs;
create policy balance_movements_jobs_update on shop.balance_movements for update to shop_jobs using (true) with check (true);
-- What a dispute cost that was not lost, newest first.
create index balance_movements_payout on shop.balance_movements (payout_id) where payout_id is not null;
create index balance_movements_country on shop.balance_movements (country) where country is not null;
create index balance_movements_dispute_fees on shop.balance_movements (at desc) where kind = 'dispute' and fee_pence <> 0;

-- What the provider has paid out to the owner's bank.
create table shop.payouts (
	id text primary key,
	status text not null,
	amount_pence integer not null,
	created_at timestamptz not null,
	-- When it arrives, or has arrived, at the bank.
	arrives_on date not null,
	-- Whether it is known which movements it consists of. The provider says so for automatic payouts only.
	is_itemised boolean not null default false
);
create index payouts_newest on shop.payouts (created_at desc);
alter table shop.payouts enable row level security;
alter table shop.payouts force row level security;
grant select, insert, update on shop.payouts to shop_jobs;
create policy payouts_jobs on shop.payouts to shop_jobs using (true) with check (true);

-- Filters of the admin's lists that a member of staff has given a name. Null is the service role's.
create table shop.saved_views (
	id uuid primary key default gen_random_uuid(),
	staff_id uuid references auth.users (id) on delete cascade,
	name text not null check (name <> '' and length(name) <= 80),
	-- The part of the address after the question mark.
	query text not null check (length(query) <= 1000),
	created_at timestamptz not null default now()
);
create unique index saved_views_name on shop.saved_views (staff_id, name) nulls not distinct;
alter table shop.saved_views enable row level security;
alter table shop.saved_views force row level security;
grant select, insert, update, delete on shop.saved_views to shop_jobs;
create policy saved_views_jobs on shop.saved_views to shop_jobs using (true) with check (true);
