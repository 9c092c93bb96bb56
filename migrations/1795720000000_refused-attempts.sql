-- Up Migration

-- Attempts to sign in that failed, and acts of the admin that were refused: who, from where, when and how often. One row counts
-- what is alike within an hour, so that an attacker can't fill the table.
create table auth.refusals (
	id uuid primary key default gen_random_uuid(),
	hour timestamptz not null,
	-- Null if there is no such account.
	user_id uuid references auth.users (id) on delete cascade,
	-- Null for further networks, once there have been too many to keep each.
	network text,
	place text not null check (place in ('shop', 'admin', 'act')),
	-- The way in, or the name of the operation.
	what text not null check (char_length(what) <= 100),
	code text not null check (char_length(code) <= 100),
	count integer not null,
	first_at timestamptz not null,
	last_at timestamptz not null,
	unique nulls not distinct (hour, user_id, network, place, what, code)
);
create index refusals_user on auth.refusals (user_id, last_at);
create index refusals_last on auth.refusals (last_at);
alter table auth.refusals enable row level security;
alter table auth.refusals force row level security;
grant select, insert, update, delete on auth.refusals to shop_jobs;
create policy refusals_jobs on auth.refusals to shop_jobs using (true) with check (true);
-- Users may read what was tried on their own account, but not from where: the network may be somebody else's.
grant select (id, user_id, place, what, code, count, first_at, last_at) on auth.refusals to authenticated;
create policy refusals_own on auth.refusals for select to authenticated using (user_id = (select auth.uid()));
