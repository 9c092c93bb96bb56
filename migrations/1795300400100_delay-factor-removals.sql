-- Up Migration

-- A recovery by email removes a second step set up in the last days, which may be an intruder's. It does so a day later, and the
-- owner is told how to stop it: it may also be the intruder who has the mailbox.
create table auth.factor_removals (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	-- Which factors: those set up after this, and before the removal was planned.
	set_up_after timestamptz not null,
	due_at timestamptz not null,
	-- SHA-256 of the links that stop it; one that may have been lost on the way is followed by another, and both work.
	token_hashes bytea[] not null default '{}',
	stopped_at timestamptz,
	done_at timestamptz,
	created_at timestamptz not null,
	check (stopped_at is null or done_at is null)
);
create unique index factor_removals_waiting on auth.factor_removals (user_id) where stopped_at is null and done_at is null;
create index factor_removals_user on auth.factor_removals (user_id);
create index factor_removals_links on auth.factor_removals using gin (token_hashes);
alter table auth.factor_removals enable row level security;
alter table auth.factor_removals force row level security;
grant select, insert, update, delete on auth.factor_removals to shop_jobs;
create policy factor_removals_jobs on auth.factor_removals to shop_jobs using (true) with check (true);
