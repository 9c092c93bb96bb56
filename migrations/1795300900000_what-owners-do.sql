-- What the people who run the shop have done with the admin CLI, written once: no login that the server runs with can change or remove
-- a line. A move of a purchase is in its history too, with the same name.
create table shop.owner_acts (
	id uuid primary key default gen_random_uuid(),
	at timestamptz not null default now(),
	command text not null,
	decided_by text not null check (decided_by <> ''),
	reason text,
	-- The account or the purchase that it was about. An account that has been deleted since leaves an id that leads nowhere.
	user_id uuid,
	purchase_id uuid references public.purchases (id),
	-- Ids, amounts and times, never an address or a secret.
	details jsonb not null default '{}'
);
create index owner_acts_purchase on shop.owner_acts (purchase_id);
create index owner_acts_user on shop.owner_acts (user_id);
alter table shop.owner_acts enable row level security;
alter table shop.owner_acts force row level security;
grant select, insert on shop.owner_acts to shop_jobs;
create policy owner_acts_jobs_read on shop.owner_acts for select to shop_jobs using (true);
create policy owner_acts_jobs_write on shop.owner_acts for insert to shop_jobs with check (true);
