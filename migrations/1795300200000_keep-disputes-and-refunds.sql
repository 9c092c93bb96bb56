-- Up Migration

-- Every dispute of a payment as the provider last reported it. A purchase's state follows from all of them together.
create table shop.disputes (
	id text primary key,
	payment_intent_id text not null,
	state text not null check (state in ('inquiry', 'prevented', 'open', 'lost', 'won')),
	amount_pence integer not null,
	-- When the provider reported this state, by its own clock: an older report changes nothing.
	reported_at timestamptz not null
);
create index disputes_payment_intent on shop.disputes (payment_intent_id);
alter table shop.disputes enable row level security;
alter table shop.disputes force row level security;
grant select, insert, update on shop.disputes to shop_jobs;
create policy disputes_jobs on shop.disputes to shop_jobs using (true) with check (true);

-- Money that went back to a buyer: by a refund, by a dispute that their bank decided for them, or outside the provider.
create table public.refunds (
	-- The provider's id of the refund or the dispute.
	id text primary key,
	purchase_id uuid not null references public.purchases (id),
	user_id uuid references auth.users (id) on delete set null,
	kind text not null check (kind in ('refund', 'dispute', 'by hand')),
	amount_pence integer not null check (amount_pence > 0),
	amount numeric(10, 2) not null generated always as (amount_pence / 100.0) stored,
	currency text not null default 'GBP' check (currency = 'GBP'),
	at timestamptz not null,
	-- False once the money came back to the shop: the refund failed, or the dispute was won on appeal.
	stands boolean not null default true,
	-- When the buyer was told by email, and when they were told that it no longer stands.
	mailed_at timestamptz,
	withdrawal_mailed_at timestamptz
);
create index refunds_purchase on public.refunds (purchase_id);
create index refunds_user on public.refunds (user_id);
alter table public.refunds enable row level security;
alter table public.refunds force row level security;
grant select on public.refunds to authenticated;
grant select, insert on public.refunds to shop_jobs;
grant update (stands, mailed_at, withdrawal_mailed_at) on public.refunds to shop_jobs;
create policy refunds_read_own on public.refunds for select to authenticated using (user_id = (select auth.uid()));
create policy refunds_jobs on public.refunds to shop_jobs using (true) with check (true);

-- Set if the receipt was written long after the sale, for a purchase from before there were receipts. Such a receipt is
-- shown on the account page and emailed only on request.
alter table public.receipts add column issued_late_at timestamptz;
