-- Up Migration

-- What buyers ask of the shop about a purchase: their money back, or help with something that is wrong.
create table shop.requests (
	id uuid primary key default gen_random_uuid(),
	purchase_id uuid not null references public.purchases (id) on delete cascade,
	-- Null once the account has been deleted.
	user_id uuid references auth.users (id) on delete set null,
	-- A refund, which the shop makes by itself, a cancellation while the payment is on its way, or help from a person.
	kind text not null check (kind in ('refund', 'cancellation', 'help')),
	-- What the buyer wrote.
	said text not null check (char_length(said) <= 4000),
	asked_at timestamptz not null,
	-- When the buyer was emailed that the request has arrived.
	acknowledged_at timestamptz,
	answer text check (char_length(answer) <= 4000),
	answered_by text,
	answered_at timestamptz,
	-- When the buyer was emailed the answer.
	answer_mailed_at timestamptz
);
create unique index requests_refund on shop.requests (purchase_id) where kind <> 'help';
create unique index requests_open on shop.requests (purchase_id) where kind = 'help' and answered_at is null;
create index requests_purchase on shop.requests (purchase_id);
create index requests_user on shop.requests (user_id);
alter table shop.requests enable row level security;
alter table shop.requests force row level security;
grant select, insert, update, delete on shop.requests to shop_jobs;
create policy requests_jobs on shop.requests to shop_jobs using (true) with check (true);
