-- Up Migration

create table storage.buckets (
	id text primary key,
	public boolean not null default false check (not public),
	created_at timestamptz not null default now()
);
insert into storage.buckets (id) values ('pdfs');
alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
grant select on storage.buckets to shop_jobs;
create policy buckets_jobs on storage.buckets for select to shop_jobs using (true);

-- One row a stored file; the bytes lie on disk or in a bucket of the owner's, under a name made of `name` and `sha256`.
-- So a row that changes is the switch from one edition to the next: readers get the old file or the new one, never half.
create table storage.objects (
	id uuid primary key default gen_random_uuid(),
	bucket_id text not null references storage.buckets (id),
	name text not null,
	size bigint not null check (size > 0),
	sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
	content_type text not null,
	-- The edition last loaded from the repository's goods, so that a start does not undo what the owner has uploaded since.
	goods_sha256 text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (bucket_id, name)
);

-- May this person have this file? Its product is explicitly free and released, or they own it: completed, and neither
-- refunded nor disputed since. Files without a released product are nobody's. The one definition of who may download what:
-- asked by the policy below when a link is made, and by the server's own login when it is used, where no session is at
-- hand. It runs with the rights of whoever asks, so that a caller can learn nothing of anyone else's purchases by it.
create function shop.may_download(person uuid, file_name text) returns boolean
	language sql stable set search_path = ''
	return exists (
		select from public.products p
		where p.file_name = may_download.file_name
			and not p.coming_soon
			and (p.is_free or exists (
				select from public.purchases u
				where u.catalogue_id = p.id and u.user_id = may_download.person and u.status = 'completed'
			))
	);
grant execute on function shop.may_download(uuid, text) to authenticated, shop_jobs;

alter table storage.objects enable row level security;
alter table storage.objects force row level security;
grant select on storage.objects to authenticated;
grant select, insert, update, delete on storage.objects to shop_jobs;
create policy objects_read on storage.objects for select to authenticated
	using (bucket_id = 'pdfs' and shop.may_download((select auth.uid()), name));
create policy objects_jobs on storage.objects to shop_jobs using (true) with check (true);
