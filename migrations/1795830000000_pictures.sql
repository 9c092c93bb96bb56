-- Up Migration

-- Pictures that members have uploaded. Their files are rows of storage.objects in a bucket of their own, so that backups and restores
-- have them; no API serves this bucket. Pages ask for them at /media/.
alter table storage.buckets no force row level security;
insert into storage.buckets (id) values ('pictures');
alter table storage.buckets force row level security;

create table shop.pictures (
	-- A hash of its pixels, with which the names of its files begin.
	id text primary key check (id ~ '^[0-9a-f]{32}$'),
	-- The size of its widest file in pixels.
	width integer not null check (width between 1 and 1280),
	height integer not null check (height > 0),
	-- What it shows, for people who can't see it.
	alt text not null check (length(alt) between 1 and 300),
	added_by text not null,
	added_at timestamptz not null default clock_timestamp()
);
alter table shop.pictures enable row level security;
alter table shop.pictures force row level security;
grant select, insert, update, delete on shop.pictures to shop_jobs;
create policy pictures_jobs on shop.pictures to shop_jobs using (true) with check (true);
