-- Up Migration

-- The files with which owners replace the main file of a guide, as new editions. One is uploaded, waits until it is published, and ends
-- when it is taken back or another upload takes its place before. The newest published one that has not ended is what customers get.
-- If a release brings a file of its own meanwhile, that waits here too, and an owner decides.
create table shop.editions (
	id uuid primary key default gen_random_uuid(),
	catalogue_id text not null references public.products (id),
	-- The guide's main file in the bucket `pdfs`.
	file_name text not null,
	sha256 text not null,
	size integer not null check (size > 0),
	content_type text not null,
	of_catalogue boolean not null default false,
	uploaded_by text not null,
	uploaded_at timestamptz not null default clock_timestamp(),
	-- Its day, and what changed: known from the start for one of the catalogue.
	edition text check (edition ~ '^\d{4}-\d{2}-\d{2}$'),
	changes text check (char_length(changes) between 1 and 500),
	-- Whether those who asked to hear of new editions are emailed.
	tells boolean not null default true,
	published_by text,
	published_at timestamptz,
	-- The file that it replaced, kept in the bucket under a name of its own.
	former_name text,
	former_sha256 text,
	former_edition text,
	ended_by text,
	ended_at timestamptz,
	check ((published_at is null) = (published_by is null)),
	check ((ended_at is null) = (ended_by is null)),
	check (published_at is null or (edition is not null and changes is not null and former_name is not null and former_sha256 is not null))
);
create unique index editions_waiting on shop.editions (catalogue_id, of_catalogue) where published_at is null and ended_at is null;
create index editions_published on shop.editions (catalogue_id, published_at);
alter table shop.editions enable row level security;
alter table shop.editions force row level security;
grant select, insert, update on shop.editions to shop_jobs;
create policy editions_jobs on shop.editions to shop_jobs using (true) with check (true);
