-- Up Migration

-- The emails of every mailing list to users: who gets which, once each. `about` is what the email is about: for `editions` the guide and
-- the edition, for `reviews` the guide, for `news` the announcement. The token that stops a list's emails is made when one is sent; only
-- its SHA-256 is here.
create table shop.outbox (
	id uuid not null default gen_random_uuid(),
	list text not null,
	user_id uuid not null,
	about text not null,
	stop_hashes bytea[] not null default '{}',
	queued_at timestamptz,
	mailed_at timestamptz,
	-- Set instead if they no longer wanted it, or it had been stopped, when its turn came.
	left_out_at timestamptz
);

-- Servers of the previous release write to the tables of two lists. What they write there is copied to the outbox, and the other way
-- round: they send what this release has queued, and don't send again what it has sent. A later release drops both tables, with the
-- triggers.
create function shop.copy_to_outbox() returns trigger
	language plpgsql set search_path = ''
as $$
declare
	written jsonb := pg_catalog.to_jsonb(new);
	name text := case tg_table_name when 'edition_notices' then 'editions' else 'reviews' end;
	subject text := pg_catalog.concat_ws(' ', new.catalogue_id, written ->> 'edition');
begin
	if tg_op = 'INSERT' then
		insert into shop.outbox (id, list, user_id, about, stop_hashes, queued_at, mailed_at)
		values (
			coalesce((written ->> 'id')::uuid, pg_catalog.gen_random_uuid()), name, new.user_id, subject, new.stop_hashes,
			coalesce(written ->> 'queued_at', written ->> 'asked_at')::timestamptz, new.mailed_at
		) on conflict do nothing;
	else
		update shop.outbox m set stop_hashes = new.stop_hashes, mailed_at = new.mailed_at
		where m.list = name and m.user_id = new.user_id and m.about = subject
			and (m.stop_hashes, m.mailed_at) is distinct from (new.stop_hashes, new.mailed_at);
	end if;
	return null;
end
$$;
create trigger edition_notices_outbox after insert or update on shop.edition_notices
	for each row execute function shop.copy_to_outbox();
create trigger review_requests_outbox after insert or update on shop.review_requests
	for each row execute function shop.copy_to_outbox();

create function shop.copy_from_outbox() returns trigger
	language plpgsql set search_path = ''
as $$
declare
	guide text := pg_catalog.split_part(new.about, ' ', 1);
	day text := pg_catalog.split_part(new.about, ' ', 2);
begin
	if new.list = 'editions' and tg_op = 'INSERT' then
		insert into shop.edition_notices (id, user_id, catalogue_id, edition, stop_hashes, queued_at, mailed_at)
		values (new.id, new.user_id, guide, day, new.stop_hashes, new.queued_at, new.mailed_at) on conflict do nothing;
	elsif new.list = 'editions' then
		update shop.edition_notices n set stop_hashes = new.stop_hashes, mailed_at = new.mailed_at
		where n.id = new.id and (n.stop_hashes, n.mailed_at) is distinct from (new.stop_hashes, new.mailed_at);
	elsif new.list = 'reviews' and tg_op = 'INSERT' then
		insert into shop.review_requests (user_id, catalogue_id, stop_hashes, asked_at, mailed_at)
		values (new.user_id, guide, new.stop_hashes, new.queued_at, new.mailed_at) on conflict do nothing;
	elsif new.list = 'reviews' then
		update shop.review_requests r set stop_hashes = new.stop_hashes, mailed_at = new.mailed_at
		where r.user_id = new.user_id and r.catalogue_id = guide
			and (r.stop_hashes, r.mailed_at) is distinct from (new.stop_hashes, new.mailed_at);
	end if;
	return null;
end
$$;

-- The triggers above have locked both tables, so nothing is written between this copy and the first copied row.
alter table shop.edition_notices no force row level security;
alter table shop.review_requests no force row level security;
alter table shop.announcement_mails no force row level security;
insert into shop.outbox (id, list, user_id, about, stop_hashes, queued_at, mailed_at)
	select id, 'editions', user_id, catalogue_id || ' ' || edition, stop_hashes, queued_at, mailed_at from shop.edition_notices;
insert into shop.outbox (list, user_id, about, stop_hashes, queued_at, mailed_at)
	select 'reviews', user_id, catalogue_id, stop_hashes, asked_at, mailed_at from shop.review_requests;
insert into shop.outbox (id, list, user_id, about, stop_hashes, queued_at, mailed_at, left_out_at)
	select id, 'news', user_id, announcement_id::text, stop_hashes, queued_at, mailed_at, left_out_at from shop.announcement_mails;
alter table shop.edition_notices force row level security;
alter table shop.review_requests force row level security;

create trigger outbox_copied after insert or update on shop.outbox
	for each row when (new.list in ('editions', 'reviews')) execute function shop.copy_from_outbox();
-- After the rows, which is several times as fast.
alter table shop.outbox add primary key (id), add unique (list, user_id, about);
create index outbox_user on shop.outbox (user_id, list);
create index outbox_about on shop.outbox (list, about);
create index outbox_waiting on shop.outbox (list, id) where queued_at is null;
create index outbox_stop_links on shop.outbox using gin (stop_hashes);
-- After all that takes time, because both lock the users. No release has used the dropped table.
alter table shop.outbox add foreign key (user_id) references auth.users (id) on delete cascade;
drop table shop.announcement_mails;
alter table shop.outbox enable row level security;
alter table shop.outbox force row level security;
grant select, insert, update on shop.outbox to shop_jobs;
create policy outbox_jobs on shop.outbox to shop_jobs using (true) with check (true);

-- A removed review is remembered with the database owner's rights.
create policy outbox_owner on shop.outbox for insert to current_user with check (true);
