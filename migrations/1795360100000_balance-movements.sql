-- What each payment, refund and dispute of ours cost in fees, as the balance of the account with the payment provider shows it.
create table shop.balance_movements (
	id text primary key,
	kind text not null check (kind in ('charge', 'refund', 'dispute')),
	-- The provider's id of the charge, refund or dispute.
	source_id text not null,
	payment_intent_id text not null,
	-- Positive into the account, negative out of it, before the fee.
	amount_pence integer not null,
	fee_pence integer not null,
	at timestamptz not null
);
create index balance_movements_payment on shop.balance_movements (payment_intent_id);
create index balance_movements_source on shop.balance_movements (source_id);
alter table shop.balance_movements enable row level security;
alter table shop.balance_movements force row level security;
grant select, insert on shop.balance_movements to shop_jobs;
create policy balance_movements_jobs_read on shop.balance_movements for select to shop_jobs using (true);
create policy balance_movements_jobs_write on shop.balance_movements for insert to shop_jobs with check (true);

-- From when to when the movements have been read. Older ones follow some at a time.
create table shop.balance_reading (
	is_only boolean primary key default true check (is_only),
	back_to timestamptz not null default now(),
	up_to timestamptz not null default now()
);
insert into shop.balance_reading default values;
alter table shop.balance_reading enable row level security;
alter table shop.balance_reading force row level security;
grant select, update on shop.balance_reading to shop_jobs;
create policy balance_reading_jobs on shop.balance_reading to shop_jobs using (true) with check (true);

-- For the books of a month.
create index receipts_paid_at on public.receipts (paid_at);
create index refunds_at on public.refunds (at);
