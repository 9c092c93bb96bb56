-- Up Migration

-- What owners write to those who asked for news about new guides (`news_since` in a user's metadata, the day from which on).
create table shop.announcements (
	id uuid primary key default gen_random_uuid(),
	subject text not null check (char_length(subject) between 1 and 150),
	body text not null check (char_length(body) between 1 and 10000),
	-- Who kept this draft last, and when.
	written_by text not null,
	saved_at timestamptz not null,
	-- When it began to be sent and to how many, when the last email was queued, and when an owner stopped it before.
	begun_at timestamptz,
	recipients integer,
	ended_at timestamptz,
	stopped_at timestamptz
);
alter table shop.announcements enable row level security;
alter table shop.announcements force row level security;
grant select, insert, update, delete on shop.announcements to shop_jobs;
create policy announcements_jobs on shop.announcements to shop_jobs using (true) with check (true);

-- Who receives which, once each. The token that stops these emails is made when one is sent; only its SHA-256 is here.
create table shop.announcement_mails (
	id uuid primary key default gen_random_uuid(),
	announcement_id uuid not null references shop.announcements (id) on delete cascade,
	user_id uuid not null references auth.users (id) on delete cascade,
	stop_hashes bytea[] not null default '{}',
	queued_at timestamptz,
	mailed_at timestamptz,
	-- Set instead if they no longer wanted it, or it had been stopped, when its turn came.
	left_out_at timestamptz,
	unique (announcement_id, user_id)
);
create index announcement_mails_user on shop.announcement_mails (user_id, mailed_at);
create index announcement_mails_waiting on shop.announcement_mails (announcement_id, id) where queued_at is null;
create index announcement_mails_stop_links on shop.announcement_mails using gin (stop_hashes);
alter table shop.announcement_mails enable row level security;
alter table shop.announcement_mails force row level security;
grant select, insert, update on shop.announcement_mails to shop_jobs;
create policy announcement_mails_jobs on shop.announcement_mails to shop_jobs using (true) with check (true);

-- Few users ask for news.
create index users_news on auth.users (id) where raw_user_meta_data ? 'news_since';
