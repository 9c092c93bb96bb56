-- Links that make somebody a member of staff, and, on the owner's own machine, links that sign an owner in. Each works once.
create table auth.staff_links (
	id uuid primary key default gen_random_uuid(),
	kind text not null check (kind in ('invitation', 'sign-in')),
	-- Whom an invitation is for, and what they will be.
	email text,
	role text check (role in ('owner', 'helper', 'accountant')),
	-- Hashes of its tokens, the newest first: each retry of the email adds one, because an earlier one may have arrived.
	token_hashes bytea[] not null default '{}',
	-- Who made it: a member's id, or the name given on the command line.
	added_by text not null,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	mailed_at timestamptz,
	check ((kind = 'invitation') = (email is not null and role is not null))
);
create unique index staff_links_invited on auth.staff_links (email);
create index staff_links_tokens on auth.staff_links using gin (token_hashes);
alter table auth.staff_links enable row level security;
alter table auth.staff_links force row level security;
grant select, insert, update, delete on auth.staff_links to shop_jobs;
create policy staff_links_jobs on auth.staff_links to shop_jobs using (true) with check (true);

-- The last owner stays one: nobody could invite another. Changes take turns, so that two owners cannot remove each other.
create function auth.keep_an_owner() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('auth.staff'));
	if not exists (select from auth.staff m where m.role = 'owner' and m.user_id <> old.user_id) then
		raise exception 'the last owner' using errcode = 'HS003';
	end if;
	return case when tg_op = 'DELETE' then old else new end;
end
$$;
create policy staff_owner on auth.staff for select to current_user using (true);
create trigger staff_removed before delete on auth.staff
	for each row when (old.role = 'owner') execute function auth.keep_an_owner();
create trigger staff_changed before update of role on auth.staff
	for each row when (old.role = 'owner' and new.role <> 'owner') execute function auth.keep_an_owner();
