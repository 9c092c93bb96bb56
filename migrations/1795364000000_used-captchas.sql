-- Up Migration

-- Solved challenges of the captcha that were used, so that each counts once. They are deleted a day after they expire.
create table auth.used_captchas (
	id text primary key,
	expires_at timestamptz not null
);
create index used_captchas_expiry on auth.used_captchas (expires_at);
alter table auth.used_captchas enable row level security;
alter table auth.used_captchas force row level security;
grant select, insert, update, delete on auth.used_captchas to shop_jobs;
create policy used_captchas_jobs on auth.used_captchas to shop_jobs using (true) with check (true);
