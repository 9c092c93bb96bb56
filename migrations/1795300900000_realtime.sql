-- Up Migration

-- What the Realtime API needs. It tells clients which rows have changed (docs/realtime.md).
create schema realtime;
grant usage on schema realtime to anon, authenticated, shop_jobs;

-- Which rows have changed, in the order of the commits. Only keys: what a subscriber receives is read when it is sent, in the subscriber's name.
create table realtime.changes (
	id bigint generated always as identity primary key,
	table_name text not null,
	verb text not null check (verb in ('INSERT', 'UPDATE', 'DELETE')),
	row_id text not null,
	-- The user whose row it is. Nobody else's subscriptions are looked at. Null for a row that belongs to no user.
	user_id uuid,
	at timestamptz not null default clock_timestamp()
);
alter table realtime.changes enable row level security;
alter table realtime.changes force row level security;
grant select, delete on realtime.changes to shop_jobs;
create policy changes_jobs on realtime.changes to shop_jobs using (true);
create policy changes_owner on realtime.changes for insert to current_user with check (true);

-- Runs at the end of the transaction, so that the lock is held only while it commits. The next transaction gets its ids once this one is visible:
-- a reader that has seen an id has seen all before it. Sends no more than the signal; the row says what happened.
create function realtime.record_change() returns trigger
	language plpgsql security definer set search_path = ''
as $$
declare
	was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
	is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
	perform pg_advisory_xact_lock(720119);
	insert into realtime.changes (table_name, verb, row_id, user_id) values (
		tg_table_name, tg_op, coalesce(is_now, was) ->> 'id',
		-- A row that loses its user concerns that user.
		coalesce(is_now ->> 'user_id', was ->> 'user_id')::uuid
	);
	perform pg_notify('realtime_changes', '');
	return null;
end
$$;

create constraint trigger purchases_realtime after insert or update or delete on public.purchases
	deferrable initially deferred for each row execute function realtime.record_change();
create constraint trigger reviews_realtime after insert or update or delete on public.reviews
	deferrable initially deferred for each row execute function realtime.record_change();
create constraint trigger products_realtime after insert or delete on public.products
	deferrable initially deferred for each row execute function realtime.record_change();
-- Every start writes the catalogue again.
create constraint trigger products_changed_realtime after update on public.products
	deferrable initially deferred for each row
	when (to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at')
	execute function realtime.record_change();

-- Tells the servers whose sessions may be over, so that they check them again.
create function realtime.announce_user() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	perform pg_notify('realtime_sessions', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
	return null;
end
$$;
create trigger sessions_ended_realtime after delete on auth.sessions
	for each row execute function realtime.announce_user('user_id');
create trigger sessions_changed_realtime after update of not_after, aal on auth.sessions
	for each row when (old.not_after is distinct from new.not_after or old.aal is distinct from new.aal)
	execute function realtime.announce_user('user_id');
create trigger users_banned_realtime after update of banned_until on auth.users
	for each row when (old.banned_until is distinct from new.banned_until)
	execute function realtime.announce_user('id');
create trigger factors_realtime after insert or delete on auth.mfa_factors
	for each row execute function realtime.announce_user('user_id');
create trigger factors_changed_realtime after update of status on auth.mfa_factors
	for each row when (old.status is distinct from new.status)
	execute function realtime.announce_user('user_id');

-- Returns a row as the current role and claims may read it, or null.
create function realtime.read_row(of_table text, with_id text) returns jsonb
	language plpgsql stable set search_path = ''
as $$
declare
	visible jsonb;
begin
	case of_table
		when 'purchases' then select to_jsonb(r) into visible from public.purchases r where r.id = with_id::uuid;
		when 'products' then select to_jsonb(r) into visible from public.products r where r.id = with_id;
		when 'reviews' then select to_jsonb(r) into visible from public.reviews r where r.id = with_id::uuid;
	end case;
	return visible;
exception when insufficient_privilege then
	return null;
end
$$;

-- Reads a row in the name of each of these callers, in their order. `ended` says why a session no longer counts.
create function realtime.read_row_for(callers text[], of_table text, with_id text)
	returns table (ended text, visible jsonb)
	language plpgsql set search_path = ''
as $$
declare
	claims text;
begin
	foreach claims in array callers loop
		perform set_config('request.jwt.claims', claims, true);
		ended := null;
		visible := null;
		begin
			perform auth.require_live_session();
			if of_table is not null then
				visible := realtime.read_row(of_table, with_id);
			end if;
		exception when sqlstate 'HS001' or sqlstate 'HS002' then
			ended := sqlstate;
		end;
		return next;
	end loop;
end
$$;
grant execute on function realtime.read_row(text, text) to anon, authenticated, shop_jobs;
grant execute on function realtime.read_row_for(text[], text, text) to authenticated;

-- Who may use a private channel: its policies are about the topic, and about the extension (broadcast or presence). Nothing is ever stored here
-- beyond these two rows. A caller who may select one may listen; one who may insert may send.
create function realtime.topic() returns text
	language sql stable set search_path = ''
	return nullif(current_setting('realtime.topic', true), '');
grant execute on function realtime.topic() to anon, authenticated;

create table realtime.messages (
	id bigint generated always as identity primary key,
	extension text not null check (extension in ('broadcast', 'presence'))
);
insert into realtime.messages (extension) values ('broadcast'), ('presence');
alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
grant select, insert (extension) on realtime.messages to anon, authenticated;
create policy messages_read_own_topic on realtime.messages for select to authenticated
	using (realtime.topic() = 'user:' || (select auth.uid()));
create policy messages_send_own_topic on realtime.messages for insert to authenticated
	with check (realtime.topic() = 'user:' || (select auth.uid()));

-- Says whether the policies would let the caller insert, without leaving a row.
create function realtime.may_send(with_extension text) returns boolean
	language plpgsql set search_path = ''
as $$
begin
	insert into realtime.messages (extension) values (with_extension);
	raise exception using errcode = 'HS011';
exception
	when sqlstate 'HS011' then
		return true;
	when insufficient_privilege then
		return false;
end
$$;
grant execute on function realtime.may_send(text) to anon, authenticated;
