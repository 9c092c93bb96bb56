-- Up Migration

-- Backups and checks of backups that have begun, on whichever server. At most one is under way.
create table shop.backup_runs (
	id uuid primary key default gen_random_uuid(),
	kind text not null check (kind in ('backup', 'check')),
	-- The member who asked for it; null if it was scheduled.
	asked_by text,
	begun_at timestamptz not null,
	-- When the server that works on it last said so. If it has died, that is long ago.
	seen_at timestamptz not null,
	-- How far it is, in words.
	progress text check (char_length(progress) <= 500),
	finished_at timestamptz,
	-- How it ended.
	result text check (char_length(result) <= 2000),
	failed boolean not null default false
);
create unique index backup_runs_under_way on shop.backup_runs ((true)) where finished_at is null;
create index backup_runs_time on shop.backup_runs (begun_at);
alter table shop.backup_runs enable row level security;
alter table shop.backup_runs force row level security;
grant select, insert, update, delete on shop.backup_runs to shop_jobs;
create policy backup_runs_jobs on shop.backup_runs to shop_jobs using (true) with check (true);
