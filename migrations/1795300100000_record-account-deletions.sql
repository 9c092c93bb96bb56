-- Up Migration

-- Money is given back to a deleted account only if its deletion is on record, so that every deletion has to be: those that are
-- asked for, and any other. An address that was never confirmed cannot have bought anything.
create function auth.record_deletion() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	insert into auth.deleted_accounts (user_id, deleted_at) values (old.id, now()) on conflict (user_id) do nothing;
	return null;
end
$$;
create trigger users_record_deletion after delete on auth.users
	for each row when (old.email_confirmed_at is not null) execute function auth.record_deletion();

-- A purchase that the owner attached to another account than the one that paid names who did it. Not checked against the rows
-- there are, none of which can be of this kind.
alter table shop.purchase_history add constraint purchase_history_attached_by_is_named
	check (cause <> 'attached by hand' or decided_by is not null) not valid;
