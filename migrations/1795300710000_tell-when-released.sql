-- Up Migration

-- Requests for one email when a product that is coming soon is out. They need no account, so a row belongs to an address instead of a
-- user. Once the address is erased, the row only counts.
create table shop.release_notices (
	id uuid primary key default gen_random_uuid(),
	catalogue_id text not null references public.products (id),
	email text check (email = lower(email) and length(email) <= 255),
	asked_at timestamptz not null,
	-- When the last email to confirm the address went out.
	mailed_at timestamptz,
	-- The SHA-256 of the tokens that confirm the address until `expires_at`, and of those that stop the emails. A repeated email adds one.
	confirm_hashes bytea[] not null default '{}',
	expires_at timestamptz,
	stop_hashes bytea[] not null default '{}',
	confirmed_at timestamptz,
	-- When the email about the release was queued, and when the mail server had taken it.
	queued_at timestamptz,
	sent_at timestamptz,
	unsubscribed_at timestamptz,
	check (sent_at is null or confirmed_at is not null)
);
create unique index release_notices_waiting on shop.release_notices (catalogue_id, email);
create index release_notices_email on shop.release_notices (email);
create index release_notices_due on shop.release_notices (confirmed_at)
	where confirmed_at is not null and queued_at is null and unsubscribed_at is null;
create index release_notices_confirm_links on shop.release_notices using gin (confirm_hashes);
create index release_notices_stop_links on shop.release_notices using gin (stop_hashes);
alter table shop.release_notices enable row level security;
alter table shop.release_notices force row level security;
grant select, insert, update, delete on shop.release_notices to shop_jobs;
create policy release_notices_jobs on shop.release_notices to shop_jobs using (true) with check (true);
